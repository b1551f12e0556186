import { protocols } from './requests.mjs'

const variants = 64

/** What stands for a receipt handle when the bare server is asked to delete: as long as a real one. */
const standInHandle = 'S'.repeat(32)

/**
 * What a connection sends over and over: a list of steps, each one request. A step has `request(turn, handle)`, the bytes
 * to send, and, if its answer holds a receipt handle, `handleIn(answer)`, which finds it or gives undefined. All is built beforehand but the
 * deletion, which is put together around the handle.
 */
export function planFor(operation, protocolName, queue) {
  return operations[operation](protocols[protocolName], queue)
}

const operations = {
  send: (protocol, queue) => [prebuilt((turn) => protocol.send(queue, turn), variants)],
  batch: (protocol, queue) => [prebuilt((turn) => protocol.batch(queue, turn), variants)],
  cycle: (protocol, queue) => [
    prebuilt((turn) => protocol.send(queue, turn), variants),
    { ...prebuilt(() => protocol.receive(queue), 1), handleIn: handleFinder(protocol, queue) },
    { request: removal(protocol, queue) },
  ],
  fifoSend: (protocol, queue) => [sendToGroups(protocol, queue)],
  // With few groups a receive has to wait until another connection has deleted what locks the group.
  fifoCycle: (protocol, queue) => [
    sendToGroups(protocol, queue),
    { ...prebuilt(() => protocol.longPoll(queue), 1), handleIn: handleFinder(protocol, queue) },
    { request: removal(protocol, queue) },
  ],
  wakeUp: (protocol, queue) => [
    { ...prebuilt(() => protocol.longPoll(queue), 1), handleIn: handleFinder(protocol, queue) },
    prebuilt((turn) => protocol.send(queue, turn), variants),
  ],
}

function prebuilt(build, count) {
  const requests = Array.from({ length: count }, (_, turn) => Buffer.from(build(turn), 'latin1'))
  return { request: (turn) => requests[turn % count] }
}

/** Sends to `queue.groups` message groups in turn, each with a deduplication id of its own: some requests are built and cut around the two. */
function sendToGroups(protocol, queue) {
  const ids = placeholder(10)
  const cuts = Array.from({ length: variants }, (_, turn) => cutTwice(protocol.sendFifo(queue, turn, ids, ids), ids))
  let sent = 0
  return {
    request(turn) {
      sent += 1
      const { before, between, after } = cuts[turn % variants]
      const [group, id] = [sent % queue.groups, sent].map((number) => String(number).padStart(10, '0'))
      return before + group + between + id + after
    },
  }
}

function cutTwice(text, part) {
  const first = cutAt(text, part)
  const second = cutAt(first.after, part)
  return { before: first.before, between: second.before, after: second.after }
}

/** Finds the receipt handle in an answer; undefined if there is none. The bare server has none to give, so it gets a stand-in. */
function handleFinder(protocol, queue) {
  const before = Buffer.from(protocol.handle.before)
  const after = protocol.handle.after.charCodeAt(0)
  return (answer) => {
    const start = answer.indexOf(before)
    if (start >= 0) return answer.latin1Slice(start + before.length, answer.indexOf(after, start + before.length))
    return queue.bare ? standInHandle : undefined
  }
}

/**
 * Deletions share all but the handle, so one request for each length of handle is built and cut in two; those that are
 * really signed have another signature each, and are built one by one.
 */
function removal(protocol, queue) {
  if (queue.signed) return (_turn, handle) => protocol.remove(queue, protocol.handle.encode(handle))
  const cuts = new Map()
  return (_turn, handle) => {
    const encoded = protocol.handle.encode(handle)
    let cut = cuts.get(encoded.length)
    if (cut === undefined) {
      cut = cutAt(protocol.remove(queue, placeholder(encoded.length)), placeholder(encoded.length))
      cuts.set(encoded.length, cut)
    }
    return cut.before + encoded + cut.after
  }
}

const placeholder = (length) => 'H'.repeat(length)

function cutAt(text, part) {
  const start = text.indexOf(part)
  return { before: text.slice(0, start), after: text.slice(start + part.length) }
}
