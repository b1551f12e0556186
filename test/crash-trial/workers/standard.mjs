import { holdSeconds } from '../world.mjs'

const held = { timeoutSeconds: holdSeconds }

/** Sends to a standard queue and works off what is there, through any client; leaves some messages in flight, and some unread. */
export async function workStandard({ calls, recorder, random }, client, queue) {
  while (!calls.ended) {
    await sendSome(recorder, random, client, queue)
    if (calls.ended) return
    const entries = await recorder.receive(client, queue, { ...held, limit: random.between(1, 6) })
    await treat(calls, recorder, random, client, entries, queue)
  }
}

async function sendSome(recorder, random, client, queue) {
  const fresh = () => recorder.ledger.message({ queue, padding: random.chance(0.05) ? 'x'.repeat(2_000) : '' })
  if (random.chance(0.3)) {
    await recorder.sendBatch(client, Array.from({ length: random.between(2, 6) }, fresh))
    return
  }
  await recorder.send(client, fresh(), random.chance(0.1) ? { delaySeconds: 1 } : {})
}

/** Most are deleted; of the rest some get another time, some are given back, some stay held. */
async function treat(calls, recorder, random, client, entries, queue) {
  if (entries.length > 1 && random.chance(0.4)) {
    await recorder.removeBatch(client, entries, queue)
    return
  }
  for (const entry of entries) {
    if (calls.ended) return
    const { hold } = entry
    if (hold?.state !== 'held') continue
    if (random.chance(0.7)) await recorder.remove(client, entry)
    else if (random.chance(0.4)) await recorder.hide(client, entry, random.oneOf([1, holdSeconds, 2 * holdSeconds]))
  }
}

/** One waits on an empty queue, the other sends to it now and then. */
export async function workLongPolls({ calls, recorder, random }, poller, sender, queue) {
  const poll = async () => {
    while (!calls.ended) {
      const entries = await recorder.receive(poller, queue, { ...held, limit: 2, waitSeconds: 1 })
      if (entries.length > 0 && !calls.ended) await recorder.removeBatch(poller, entries, queue)
    }
  }
  const send = async () => {
    while (!calls.ended) {
      await recorder.send(sender, recorder.ledger.message({ queue }))
      await new Promise((resolve) => setTimeout(resolve, random.between(1, 12)))
    }
  }
  await Promise.all([poll(), send()])
}
