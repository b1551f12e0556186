import { holdSeconds } from '../world.mjs'

const queue = 'orders.fifo'

/** One sender for each group, so that the order of its sends is known. Now and then one is sent again. */
export async function sendOrders({ calls, recorder, random }, client, group, round) {
  let number = 0
  const fresh = () => recorder.ledger.message({ queue, group, deduplicationId: `${round}-${group}-${number++}` })
  while (!calls.ended) {
    if (client.sendBatch && random.chance(0.3)) {
      await recorder.sendBatch(client, Array.from({ length: random.between(2, 5) }, fresh))
      continue
    }
    const entry = fresh()
    const outcome = await recorder.send(client, entry)
    if (outcome === 'answered' && !calls.ended && random.chance(0.2)) await recorder.send(client, entry)
    await new Promise((resolve) => setTimeout(resolve, random.between(0, 15)))
  }
}

/** Receives and deletes in order; now and then keeps the rest of what it got, which locks the group. */
export async function workOrders({ calls, recorder, random }, client) {
  while (!calls.ended) {
    const limit = random.between(1, 10)
    const entries = await recorder.receive(client, queue, { limit, timeoutSeconds: holdSeconds })
    if (entries.length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
    const keep = random.chance(0.08)
    if (keep && random.chance(0.5) && entries.length > 0 && !calls.ended)
      await recorder.hide(client, entries[0], 2 * holdSeconds)
    if (keep) continue
    for (const entry of entries) {
      if (calls.ended) break
      await recorder.remove(client, entry)
    }
  }
}
