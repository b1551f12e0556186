import { CreateQueueCommand, ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs'
import { useTwinmq } from 'twinmq/vitest'
import { expect, test } from 'vitest'

const twinmq = useTwinmq()

// Each waits for the other, so that both run at once.
let arrived = 0
let bothHere
const both = new Promise((done) => {
  bothHere = done
})

for (const name of ['one', 'another'])
  test.concurrent(`${name} of two tests that run at once has its own account`, async (context) => {
    const sqs = new SQSClient({ ...twinmq.of(context).sqs() })
    await sqs.send(new CreateQueueCommand({ QueueName: name }))
    arrived += 1
    if (arrived === 2) bothHere()
    await both
    expect(() => twinmq.sqs()).toThrow(/several tests run at once.*of\(context\)/)
    const { QueueUrls } = await sqs.send(new ListQueuesCommand({}))
    expect(QueueUrls).toHaveLength(1)
    await both
    sqs.destroy()
  })
