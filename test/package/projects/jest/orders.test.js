const {
  CreateQueueCommand,
  ListQueuesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} = require('@aws-sdk/client-sqs')
const { startTwinmq, TwinmqError } = require('twinmq')
const { useTwinmq } = require('twinmq/jest')

const twinmq = useTwinmq({ clock: 'manual' })
const accounts = new Set()

for (const name of ['one', 'another'])
  test(`${name} test has an account of its own`, async () => {
    const sqs = new SQSClient({ ...twinmq.sqs() })
    expect(accounts.has(twinmq.account)).toBe(false)
    accounts.add(twinmq.account)
    const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'orders' }))
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'a', DelaySeconds: 60 }))
    expect((await sqs.send(new ReceiveMessageCommand({ QueueUrl }))).Messages).toBeUndefined()
    await twinmq.clock.advance('1m')
    expect((await sqs.send(new ReceiveMessageCommand({ QueueUrl }))).Messages).toHaveLength(1)
    expect((await sqs.send(new ListQueuesCommand({}))).QueueUrls).toHaveLength(1)
    sqs.destroy()
  })

test('an MNS client is answered too', async () => {
  const { url, account } = twinmq
  const headers = { authorization: `MNS ${account}:x`, 'x-mns-version': '2015-06-06' }
  const created = await fetch(`${url}/queues/orders`, { method: 'PUT', headers, body: '<Queue/>' })
  expect(created.status).toBe(201)
  const body = '<Message><MessageBody>a</MessageBody></Message>'
  const sent = await fetch(`${url}/queues/orders/messages`, { method: 'POST', headers, body })
  expect(sent.status).toBe(201)
  expect((await twinmq.snapshot()).queues).toContainEqual(expect.objectContaining({ name: 'orders', account }))
})

test('errors are of the class that the library exports', async () => {
  await expect(startTwinmq({ account: 'abc' })).rejects.toBeInstanceOf(TwinmqError)
  await expect(startTwinmq({ fixture: 'no-such-file.json' })).rejects.toMatchObject({ code: 'dataUnusable' })
})
