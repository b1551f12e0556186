import { strict as assert } from 'node:assert'
import { advance } from './harness.mjs'
import { newQueue } from './sqs-queues.mjs'

/** Scenarios about the waits that AWS demands and `--strict` keeps, for the AWS SDKs for JavaScript. */
export const strictScenarios = {
  'purge-again': async ({ sqs, refused }) => {
    const QueueUrl = await newQueue(sqs)
    await sqs.purgeQueue({ QueueUrl })
    await advance('59999ms')
    const error = await refused('PurgeQueueInProgress', () => sqs.purgeQueue({ QueueUrl }))
    assert.match(error.message, /Only one PurgeQueue operation on orders is allowed every 60 seconds/)
    await advance('1ms')
    await sqs.purgeQueue({ QueueUrl })
  },

  'create-again': async ({ sqs, refused }) => {
    const QueueUrl = await newQueue(sqs)
    await sqs.deleteQueue({ QueueUrl })
    await advance('59999ms')
    const error = await refused('QueueDeletedRecently', () => newQueue(sqs))
    assert.match(error.message, /You must wait 60 seconds after deleting a queue/)
    await advance('1ms')
    assert.equal(await newQueue(sqs), QueueUrl)
  },
}
