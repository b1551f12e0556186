import { holdSeconds, topic, workDeadArn } from '../world.mjs'

/** Receives messages again and again, until their queue moves them to its dead-letter queue; deletes a few in time. */
export async function failAtWork({ calls, recorder, random }, client) {
  while (!calls.ended) {
    if (random.chance(0.6))
      await recorder.send(client, recorder.ledger.message({ queue: 'work', places: ['work', 'work-dead'] }))
    if (calls.ended) return
    const timeoutSeconds = random.chance(0.1) ? holdSeconds : 0
    const entries = await recorder.receive(client, 'work', { limit: 5, timeoutSeconds })
    for (const entry of entries) {
      if (calls.ended) return
      if (entry.hold?.state === 'held') await recorder.remove(client, entry)
    }
  }
}

/** Works off the dead-letter queue, and has the rest moved back by a task at times. */
export async function workDeadLetters({ calls, recorder, random, tasks }, client) {
  while (!calls.ended) {
    const entries = await recorder.receive(client, 'work-dead', { limit: 3, timeoutSeconds: holdSeconds })
    if (entries.length > 0 && !calls.ended) await recorder.removeBatch(client, entries, 'work-dead')
    if (!calls.ended && random.chance(0.15)) await moveBack(calls, recorder, random, client, tasks)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** The task is known from the moment at which it was listed. One that runs already is no fault. */
async function moveBack(calls, recorder, random, client, tasks) {
  recorder.ledger.movesAsked()
  const rate = random.chance(0.7) ? { MaxNumberOfMessagesPerSecond: random.oneOf([5, 20, 100]) } : {}
  const { outcome } = await client.ask('StartMessageMoveTask', { SourceArn: workDeadArn, ...rate })
  if (outcome !== 'answered') return
  const listed = await client.ask('ListMessageMoveTasks', { SourceArn: workDeadArn, MaxResults: 10 })
  // On a disk that fails, what is read may not be written down.
  if (listed.value && calls.disk === 'sound') tasks.seen(listed.value.Results ?? [])
}

/** Publishes with and without a tag, and works off the copies. */
export async function workTopics({ calls, recorder, random }, mns, client) {
  while (!calls.ended) {
    const tag = random.chance(0.5) ? 'vip' : undefined
    const queues = tag ? ['copy-all', 'copy-vip'] : ['copy-all']
    await recorder.publish(mns, topic, recorder.ledger.publication(queues), tag)
    if (calls.ended || random.chance(0.4)) continue
    const queue = random.oneOf(['copy-all', 'copy-vip'])
    const entries = await recorder.receive(client, queue, { limit: 4, timeoutSeconds: holdSeconds })
    if (entries.length > 0 && !calls.ended && random.chance(0.9)) await recorder.removeBatch(client, entries, queue)
  }
}
