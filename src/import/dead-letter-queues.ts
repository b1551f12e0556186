import { type DocumentQueue, isFifo, type Notify, type QueueReference, redriveOf } from './imported.ts'

/** Adds the dead-letter queues that these queues name and the source does not define. */
export function withDeadLetterQueues(queues: readonly DocumentQueue[], notify: Notify): readonly DocumentQueue[] {
  const known = new Map(queues.map((queue) => [keyOf(queue, queue), queue]))
  for (const queue of queues) {
    const target = redriveOf(queue)?.deadLetterQueue
    if (target === undefined) continue
    const key = keyOf(target, queue)
    if (!known.has(key)) {
      known.set(key, madeFor(queue, target))
      notify(`queue "${nameOf(target)}" is made: "${queue.name}" names it as its dead-letter queue`)
    }
    if (isFifo(queue) !== isFifo(known.get(key)!)) {
      notify(
        `"${queue.name}" and its dead-letter queue "${nameOf(target)}" have different types, which AWS refuses: one is FIFO`,
      )
    }
  }
  return [...known.values()]
}

function madeFor(source: DocumentQueue, target: QueueReference): DocumentQueue {
  const { account, region } = typeof target === 'string' ? source : target
  return {
    name: nameOf(target),
    ...(account === undefined ? {} : { account }),
    ...(region === undefined ? {} : { region }),
    ...(nameOf(target).endsWith('.fifo') ? { attributes: { FifoQueue: true } } : {}),
  }
}

function nameOf(reference: QueueReference): string {
  return typeof reference === 'string' ? reference : reference.name
}

function keyOf(reference: QueueReference, owner: DocumentQueue): string {
  const { account, region } = typeof reference === 'string' ? owner : reference
  return [account, region, nameOf(reference)].join('/')
}
