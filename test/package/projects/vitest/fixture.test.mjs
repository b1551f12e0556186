import { ListQueuesCommand, PurgeQueueCommand, SQSClient } from '@aws-sdk/client-sqs'
import { useTwinmq } from 'twinmq/vitest'
import { expect, test } from 'vitest'

const fixture = { queues: [{ name: 'orders', messages: [{ body: 'a' }] }] }
const twinmq = useTwinmq({ fixture, now: '2026-01-01T00:00:00Z' })

for (const name of ['one', 'another'])
  test(`${name} test begins with the fixture, at its instant`, async () => {
    expect(twinmq.clock.now()).toBe(Date.UTC(2026, 0, 1))
    expect((await twinmq.snapshot()).queues[0].messages).toHaveLength(1)
    await twinmq.clock.advance('1h')
    const sqs = new SQSClient(twinmq.sqs())
    const [QueueUrl] = (await sqs.send(new ListQueuesCommand({}))).QueueUrls
    await sqs.send(new PurgeQueueCommand({ QueueUrl }))
    sqs.destroy()
  })
