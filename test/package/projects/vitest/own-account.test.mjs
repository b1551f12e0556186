import { CreateQueueCommand, ListQueuesCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { useTwinmq } from 'twinmq/vitest'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const twinmq = useTwinmq({ clock: 'manual' })
const accounts = new Set()

let sqs
beforeEach(async () => {
  sqs = new SQSClient({ ...twinmq.sqs() })
  await sqs.send(new CreateQueueCommand({ QueueName: 'orders' }))
})
afterEach(async () => {
  // Still this test's account.
  expect((await sqs.send(new ListQueuesCommand({}))).QueueUrls).toHaveLength(1)
  expect(accounts.has(twinmq.account)).toBe(true)
  sqs.destroy()
})

for (const name of ['one', 'another'])
  test(`${name} test has an account of its own`, async () => {
    expect(accounts.has(twinmq.account)).toBe(false)
    accounts.add(twinmq.account)
    const { QueueUrls } = await sqs.send(new ListQueuesCommand({}))
    expect(QueueUrls).toEqual([expect.stringContaining(`/${twinmq.account}/orders`)])
    expect(twinmq.mns()).toMatchObject({ accountId: twinmq.account, accessKeyId: twinmq.account })
  })

test('its clock is moved', async () => {
  accounts.add(twinmq.account)
  const beforeMs = twinmq.clock.now()
  await twinmq.clock.advance('1h')
  expect(twinmq.clock.now()).toBe(beforeMs + 3_600_000)
  const [QueueUrl] = (await sqs.send(new ListQueuesCommand({}))).QueueUrls
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'a' }))
  expect(JSON.stringify(await twinmq.snapshot())).toContain('"body":"a"')
})

describe('a group', () => {
  test('is within', () => {
    accounts.add(twinmq.account)
    expect(twinmq.url).toMatch(/^http:/)
  })
})
