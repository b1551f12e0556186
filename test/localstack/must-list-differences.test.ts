// The shortest list of what a stand-in for LocalStack's SQS has to do, third part: where LocalStack and AWS differ, AWS is
// followed but for what a set-up of LocalStack's users would stop without.
import { describe, expect, test } from 'vitest'
import { call, given, listOf, receive, signedBy } from './asking.ts'

const arnOf = (name: string, account = '000000000000') => `arn:aws:sqs:us-east-1:${account}:${name}`

describe('as LocalStack has it, since set-ups would stop otherwise', () => {
  test('policies and keys are stored and returned as given, and nobody is kept out', async () => {
    const twinmq = await given()
    const Policy = `{"Version": "2012-10-17",  "Statement": [{"Effect": "Deny", "Principal": "*", "Action": "sqs:*", "Resource": "*"}]}`
    const attributes = { Policy, KmsMasterKeyId: 'alias/none' }
    const url = await twinmq.queue('orders', attributes)
    const { document } = await call(twinmq, 'GetQueueAttributes', { QueueUrl: url, AttributeNames: ['All'] })
    expect(document.Attributes).toMatchObject(attributes)
    expect((await call(twinmq, 'SendMessage', { QueueUrl: url, MessageBody: 'a' })).status).toBe(200)
  })

  test('a purge may follow a purge, and a name is free once its queue is deleted', async () => {
    const twinmq = await given()
    const url = await twinmq.queue('orders')
    for (const action of ['PurgeQueue', 'PurgeQueue', 'DeleteQueue'])
      expect((await call(twinmq, action, { QueueUrl: url })).status).toBe(200)
    expect((await call(twinmq, 'CreateQueue', { QueueName: 'orders' })).status).toBe(200)
  })

  test('a receive brings as many as were asked for, in the order of their sends', async () => {
    const twinmq = await given()
    const url = await twinmq.queue('orders')
    const bodies = Array.from({ length: 25 }, (_, at) => `m${at}`)
    for (const MessageBody of bodies) await twinmq.sqs('SendMessage', { QueueUrl: url, MessageBody })
    const received = []
    for (const count of [10, 10, 10]) received.push(await receive(twinmq, url, { MaxNumberOfMessages: count }))
    expect(received).toEqual([bodies.slice(0, 10), bodies.slice(10, 20), bodies.slice(20)])
  })

  test('creation, changes and deletion take effect at once', async () => {
    const twinmq = await given()
    const url = await twinmq.queue('orders')
    await twinmq.sqs('SetQueueAttributes', { QueueUrl: url, Attributes: { VisibilityTimeout: '7' } })
    const asked = { QueueUrl: url, AttributeNames: ['VisibilityTimeout'] }
    expect((await call(twinmq, 'GetQueueAttributes', asked)).document.Attributes).toEqual({ VisibilityTimeout: '7' })
    await twinmq.sqs('DeleteQueue', { QueueUrl: url })
    expect((await call(twinmq, 'GetQueueAttributes', asked)).document.__type).toContain('QueueDoesNotExist')
  })

  test('every operation may cross accounts', async () => {
    const twinmq = await given()
    const { document } = await call(twinmq, 'CreateQueue', { QueueName: 'orders' }, signedBy('111111111111'))
    const stranger = signedBy('222222222222')
    for (const action of ['PurgeQueue', 'ListQueueTags', 'DeleteQueue'])
      expect((await call(twinmq, action, { QueueUrl: document.QueueUrl }, stranger)).status).toBe(200)
  })

  test('counts are exact, and there at once', async () => {
    const twinmq = await given()
    const url = await twinmq.queue('orders')
    for (const MessageBody of ['a', 'b', 'c']) await twinmq.sqs('SendMessage', { QueueUrl: url, MessageBody })
    await receive(twinmq, url)
    const { document } = await call(twinmq, 'GetQueueAttributes', { QueueUrl: url, AttributeNames: ['All'] })
    expect(document.Attributes).toMatchObject({
      ApproximateNumberOfMessages: '2',
      ApproximateNumberOfMessagesNotVisible: '1',
      ApproximateNumberOfMessagesDelayed: '0',
    })
  })

  test('a new queue says that SQS encrypts it', async () => {
    const twinmq = await given()
    const url = await twinmq.queue('orders')
    const { document } = await call(twinmq, 'GetQueueAttributes', { QueueUrl: url, AttributeNames: ['All'] })
    expect(document.Attributes).toMatchObject({ SqsManagedSseEnabled: 'true' })
  })
})

describe('as AWS has it', () => {
  test.each([
    ['VisibilityTimeout', '99999'],
    ['DelaySeconds', '901'],
    ['MessageRetentionPeriod', '59'],
    ['ReceiveMessageWaitTimeSeconds', '21'],
  ])('the range of %s is checked: %s is refused', async (name, value) => {
    const twinmq = await given()
    const url = await twinmq.queue('orders')
    const refused = await call(twinmq, 'SetQueueAttributes', { QueueUrl: url, Attributes: { [name]: value } })
    expect([refused.status, refused.document.__type]).toEqual([400, expect.stringContaining('InvalidAttributeValue')])
  })

  test('a dead-letter queue has to be there, and to allow its source', async () => {
    const twinmq = await given()
    const redriveTo = (name: string) => ({
      RedrivePolicy: JSON.stringify({ deadLetterTargetArn: arnOf(name), maxReceiveCount: 1 }),
    })
    const create = (name: string) => call(twinmq, 'CreateQueue', { QueueName: 'orders', Attributes: redriveTo(name) })
    expect((await create('dead')).status).toBe(400)
    await twinmq.queue('dead', { RedriveAllowPolicy: '{"redrivePermission":"denyAll"}' })
    expect((await create('dead')).status).toBe(400)
    await twinmq.sqs('SetQueueAttributes', { QueueUrl: 'dead', Attributes: { RedriveAllowPolicy: '' } })
    expect((await create('dead')).status).toBe(200)
  })

  test('lists of queues come in pages when a size is asked for, and whole otherwise', async () => {
    const twinmq = await given()
    for (const name of ['a', 'b', 'c']) await twinmq.queue(name)
    const whole = await call(twinmq, 'ListQueues', {})
    expect([listOf(whole.document.QueueUrls).length, whole.document.NextToken]).toEqual([3, undefined])
    const first = await call(twinmq, 'ListQueues', { MaxResults: 2 })
    expect(listOf(first.document.QueueUrls)).toHaveLength(2)
    const second = await call(twinmq, 'ListQueues', { MaxResults: 2, NextToken: first.document.NextToken })
    expect(listOf(second.document.QueueUrls)).toHaveLength(1)
  })

  test('batches bear the MD5 of system attributes', async () => {
    const twinmq = await given()
    const QueueUrl = await twinmq.queue('orders')
    const trace = { AWSTraceHeader: { DataType: 'String', StringValue: 'Root=1-5759e988-bd862e3fe1be46a994272793' } }
    const Entries = [{ Id: '1', MessageBody: 'a', MessageSystemAttributes: trace }]
    const { document } = await call(twinmq, 'SendMessageBatch', { QueueUrl, Entries })
    expect(listOf(document.Successful)[0]).toMatchObject({
      MD5OfMessageSystemAttributes: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
  })

  test('a receive attempt that is tried again brings the same messages', async () => {
    const twinmq = await given()
    const QueueUrl = await twinmq.queue('orders.fifo', { FifoQueue: 'true', ContentBasedDeduplication: 'true' })
    await twinmq.sqs('SendMessage', { QueueUrl, MessageBody: 'a', MessageGroupId: 'g' })
    const attempt = { ReceiveRequestAttemptId: 'one' }
    for (const _turn of [1, 2]) expect(await receive(twinmq, QueueUrl, attempt)).toEqual(['a'])
    expect(await receive(twinmq, QueueUrl)).toEqual([])
  })

  test('a duplicate stays one after its message was deleted', async () => {
    const twinmq = await given()
    const QueueUrl = await twinmq.queue('orders.fifo', { FifoQueue: 'true', ContentBasedDeduplication: 'true' })
    const message = { QueueUrl, MessageBody: 'a', MessageGroupId: 'g' }
    await twinmq.sqs('SendMessage', message)
    const { document } = await call(twinmq, 'ReceiveMessage', { QueueUrl })
    await twinmq.sqs('DeleteMessage', { QueueUrl, ReceiptHandle: listOf(document.Messages)[0]?.ReceiptHandle })
    await twinmq.sqs('SendMessage', message)
    expect(await receive(twinmq, QueueUrl)).toEqual([])
  })

  test('SenderId is the account', async () => {
    const twinmq = await given()
    const QueueUrl = await twinmq.queue('orders')
    await call(twinmq, 'SendMessage', { QueueUrl, MessageBody: 'a' }, signedBy('111111111111'))
    const { document } = await call(twinmq, 'ReceiveMessage', { QueueUrl, AttributeNames: ['SenderId'] })
    expect(listOf(document.Messages)[0]).toMatchObject({ Attributes: { SenderId: '111111111111' } })
  })
})
