import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { childNames, type Mns, startMns } from './client.ts'

let mns: Mns
beforeEach(async () => {
  mns = await startMns()
  await mns.create('dead')
})
afterEach(() => mns.app.close())

const policy = (target = 'dead', count: number | string = 2, enabled = 'true') =>
  `<DlqPolicy><Enabled>${enabled}</Enabled><DeadLetterTargetQueue>${target}</DeadLetterTargetQueue><MaxReceiveCount>${count}</MaxReceiveCount></DlqPolicy>`
const set = (queue: string, attributes: string) =>
  mns.call(`PUT /queues/${queue}?metaoverride=true`, `<Queue>${attributes}</Queue>`)

async function sqs(action: string, input: object): Promise<Record<string, unknown>> {
  const headers = { 'x-amz-target': `AmazonSQS.${action}`, 'content-type': 'application/x-amz-json-1.0' }
  const { status, body } = await mns.app.request({ headers, body: JSON.stringify(input) })
  expect(status, body).toBe(200)
  return body === '' ? {} : JSON.parse(body)
}
const QueueUrl = (name: string): string => `http://127.0.0.1:4566/000000000000/${name}`
const sqsAttributes = async (name: string) =>
  (await sqs('GetQueueAttributes', { QueueUrl: QueueUrl(name), AttributeNames: ['All'] })).Attributes as Record<
    string,
    string
  >

test('a message that was handed out as often as allowed is in the dead-letter queue at the next receive', async () => {
  await mns.create('orders', `<VisibilityTimeout>1</VisibilityTimeout>${policy()}`)
  const sent = await mns.send('orders', 'a', '<Priority>3</Priority>')
  await mns.app.clock.advance(500)
  for (const count of ['1', '2']) {
    expect((await mns.receive('orders')).text('DequeueCount')).toBe(count)
    await mns.app.clock.advance(1_000)
  }
  expect((await mns.receive('orders')).text('Code')).toBe('MessageNotExist')
  for (const answer of [await mns.peek('dead'), await mns.receive('dead')]) {
    expect([answer.text('MessageId'), answer.text('MessageBody')]).toEqual([sent.text('MessageId'), 'a'])
    expect([answer.text('EnqueueTime'), answer.text('Priority')]).toEqual(['1767225600000', '3'])
    expect(answer.texts('Name')).toEqual(['DLQMessageType', 'DLQSourceArn', 'DLQOriginMessageId'])
    expect(answer.texts('Value')).toEqual([
      'DLQ',
      'acs:mns:us-east-1:000000000000:queues/orders',
      sent.text('MessageId'),
    ])
    expect(new Set(answer.texts('Type'))).toEqual(new Set(['STRING']))
  }
})

test('a dead letter keeps what it was sent with, and says once where it comes from', async () => {
  await mns.create('orders', `<VisibilityTimeout>1</VisibilityTimeout>${policy('dead', 1)}`)
  const system = (name: string) =>
    `<SystemPropertyValue><Name>${name}</Name><Value>own</Value><Type>STRING</Type></SystemPropertyValue>`
  await mns.send('orders', 'a', `<SystemProperties>${system('baggage')}${system('DLQSourceArn')}</SystemProperties>`)
  expect((await mns.receive('orders')).texts('Value')).toEqual(['own', 'own'])
  await mns.app.clock.advance(1_000)
  await mns.receive('orders')
  const { texts } = await mns.receive('dead', '?numOfMessages=16')
  expect(texts('Name')).toEqual(['baggage', 'DLQMessageType', 'DLQSourceArn', 'DLQOriginMessageId'])
  expect(texts('Value').slice(0, 3)).toEqual(['own', 'DLQ', 'acs:mns:us-east-1:000000000000:queues/orders'])
})

test('the time a dead letter is kept counts from its first send', async () => {
  await mns.create(
    'orders',
    `<MessageRetentionPeriod>60</MessageRetentionPeriod><VisibilityTimeout>1</VisibilityTimeout>${policy('dead', 1)}`,
  )
  await set('dead', '<MessageRetentionPeriod>60</MessageRetentionPeriod>')
  await mns.send('orders', 'a')
  await mns.receive('orders')
  await mns.app.clock.advance(50_000)
  await mns.receive('orders')
  expect((await mns.peek('dead')).status).toBe(200)
  await mns.app.clock.advance(10_000)
  expect((await mns.peek('dead')).status).toBe(404)
})

describe('a policy', () => {
  test('is shown by Get and by lists when there is one, with the queue by its name', async () => {
    await mns.create('orders', policy('acs:mns:us-east-1:127:queues/dead', 7))
    const { document, text } = await mns.attributes('orders')
    expect(childNames(document).at(-1)).toBe('DlqPolicy')
    expect(childNames(document?.children.at(-1))).toEqual(['Enabled', 'DeadLetterTargetQueue', 'MaxReceiveCount'])
    expect([text('Enabled'), text('DeadLetterTargetQueue'), text('MaxReceiveCount')]).toEqual(['True', 'dead', '7'])
    expect((await mns.call('GET /queues')).texts('MaxReceiveCount')).toEqual(['7'])
    expect((await mns.attributes('dead')).body).not.toContain('DlqPolicy')
  })

  test.each(['acs:mns:0:127:queues/dead', 'acs:mns:0:localhost:4566:queues/dead'])(
    'may name its queue as %s',
    async (target) => {
      expect((await mns.create('orders', policy(target, 7))).status).toBe(201)
      expect((await mns.attributes('orders')).text('DeadLetterTargetQueue')).toBe('dead')
    },
  )

  test('is compared on creation only when it is named', async () => {
    await mns.create('orders', policy('dead', 2))
    expect((await mns.create('orders', policy('dead', 2))).status).toBe(204)
    expect((await mns.create('orders')).status).toBe(204)
    for (const other of [policy('dead', 3), policy('dead', 2, 'false')])
      expect((await mns.create('orders', other)).text('Code')).toBe('QueueAlreadyExist')
  })

  test('is set, changed and taken away', async () => {
    await mns.create('orders')
    expect((await set('orders', policy('dead', 2))).status).toBe(204)
    expect((await set('orders', '<DelaySeconds>1</DelaySeconds>')).status).toBe(204)
    expect((await mns.attributes('orders')).text('MaxReceiveCount')).toBe('2')
    expect((await set('orders', '<DlqPolicy><Enabled>False</Enabled></DlqPolicy>')).status).toBe(204)
    expect((await mns.attributes('orders')).body).not.toContain('DlqPolicy')
    expect(await sqsAttributes('orders')).not.toHaveProperty('RedrivePolicy')
  })

  test.each([
    policy('absent'),
    policy('orders'),
    policy('acs:mns:us-east-1:1234567890:queues/dead'),
    policy('acs:mns:cn-hangzhou:000000000000:queues/dead'),
    policy('acs:mns:cn-hangzhou:127:queues/dead'),
    policy('dead', 0),
    policy('dead', 1001),
    policy('dead', 'many'),
    policy('dead', 2, 'perhaps'),
    policy(''),
    policy('typed'),
    '<DlqPolicy><DeadLetterTargetQueue>dead</DeadLetterTargetQueue></DlqPolicy>',
    '<QueueType>lifo</QueueType>',
  ])('that cannot be is InvalidArgument: %s', async (attributes) => {
    await mns.create('typed', '<QueueType>fifo</QueueType>')
    const created = await mns.create('orders', attributes)
    expect([created.status, created.text('Code')]).toEqual([400, 'InvalidArgument'])
    expect((await mns.attributes('orders')).status).toBe(404)
    await mns.create('orders')
    expect((await set('orders', attributes)).text('Code')).toBe('InvalidArgument')
  })

  test('is refused when the dead-letter queue keeps others out', async () => {
    const RedriveAllowPolicy = JSON.stringify({ redrivePermission: 'denyAll' })
    await sqs('SetQueueAttributes', { QueueUrl: QueueUrl('dead'), Attributes: { RedriveAllowPolicy } })
    const { status, text } = await mns.create('orders', policy())
    expect([status, text('Code')]).toEqual([400, 'InvalidArgument'])
    expect(text('Message')).toContain('DeadLetterTargetQueue does not take messages of this queue')
  })

  test('in the shared namespace names its queue by the name alone', async () => {
    await mns.app.close()
    mns = await startMns({ namespace: 'shared' })
    await mns.create('dead')
    expect((await mns.create('orders', policy('acs:mns:cn-beijing:99:queues/dead', 2))).status).toBe(201)
    expect((await mns.attributes('orders')).text('DeadLetterTargetQueue')).toBe('dead')
  })

  test('is that of SQS, and that of SQS is one here', async () => {
    await mns.create('orders', policy('dead', 2))
    expect(JSON.parse((await sqsAttributes('orders')).RedrivePolicy!)).toEqual({
      deadLetterTargetArn: 'arn:aws:sqs:us-east-1:000000000000:dead',
      maxReceiveCount: 2,
    })
    const RedrivePolicy = JSON.stringify({
      deadLetterTargetArn: 'arn:aws:sqs:us-east-1:000000000000:dead',
      maxReceiveCount: 5,
    })
    await sqs('SetQueueAttributes', { QueueUrl: QueueUrl('orders'), Attributes: { RedrivePolicy } })
    expect((await mns.attributes('orders')).text('MaxReceiveCount')).toBe('5')
    const { queueUrls } = await sqs('ListDeadLetterSourceQueues', { QueueUrl: QueueUrl('dead') })
    expect(queueUrls).toEqual([expect.stringMatching(/\/orders$/)])
  })
})

describe('a queue type', () => {
  test('fifo makes a queue that is FIFO to both clouds, and is shown', async () => {
    await mns.create('typed', '<QueueType>FIFO</QueueType>')
    expect((await mns.attributes('typed')).text('QueueType')).toBe('fifo')
    expect((await sqsAttributes('typed')).FifoQueue).toBe('true')
    const group = (id: string) => `<MessageGroupId>${id}</MessageGroupId>`
    await mns.send('typed', 'a1', group('a'))
    await mns.send('typed', 'a2', group('a'))
    await mns.send('typed', 'b1', group('b'))
    const received = [await mns.receive('typed'), await mns.receive('typed')].map(({ text }) => text('MessageBody'))
    expect(received).toEqual(['a1', 'b1'])
    expect((await mns.receive('typed')).text('Code')).toBe('MessageNotExist')
  })

  test('normal is not shown', async () => {
    await mns.create('plain', '<QueueType>normal</QueueType>')
    expect((await mns.attributes('plain')).body).not.toContain('QueueType')
  })

  test('cannot be changed, by creation or by Set', async () => {
    await mns.create('typed', '<QueueType>fifo</QueueType>')
    expect((await mns.create('typed', '<QueueType>fifo</QueueType>')).status).toBe(204)
    expect((await mns.create('typed', '<QueueType>normal</QueueType>')).text('Code')).toBe('QueueAlreadyExist')
    expect((await mns.create('dead', '<QueueType>fifo</QueueType>')).text('Code')).toBe('QueueAlreadyExist')
    expect((await set('typed', '<QueueType>fifo</QueueType>')).status).toBe(204)
    expect((await set('dead', '<QueueType>normal</QueueType>')).status).toBe(204)
    for (const [queue, type] of [
      ['typed', 'normal'],
      ['dead', 'fifo'],
    ] as const) {
      const { status, text } = await set(queue, `<QueueType>${type}</QueueType>`)
      expect([status, text('Code')]).toEqual([400, 'InvalidArgument'])
      expect(text('Message')).toBe('The QueueType of a queue cannot be changed.')
    }
  })

  test('must be that of the dead-letter queue', async () => {
    await mns.create('typed-dead', '<QueueType>fifo</QueueType>')
    expect((await mns.create('typed', `<QueueType>fifo</QueueType>${policy('typed-dead')}`)).status).toBe(201)
    expect((await mns.create('other', `<QueueType>fifo</QueueType>${policy('dead')}`)).text('Code')).toBe(
      'InvalidArgument',
    )
  })
})
