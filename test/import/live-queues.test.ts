import { describe, expect, test } from 'vitest'
import type { Place } from '../../src/import/imported.ts'
import { queuesOfEndpoint } from '../../src/import/live-queues.ts'
import { TestEmulator } from '../support/emulator.ts'
import { type FakeRequest, fakeEndpoint } from './fake-endpoint.ts'
import { withoutListing } from './without-listing.ts'

/** What an endpoint holds, and what is said about it. */
async function read(endpoint: URL, { messages = false, place = {} }: { messages?: boolean; place?: Place } = {}) {
  const notices: string[] = []
  const queues = await queuesOfEndpoint({ endpoint, place, messages, notify: (line) => notices.push(line) })
  return { queues, notices }
}

const receiving =
  'messages are read by receiving them: this raises their receive counts there, hides them until they are read, and moves those that were received too often to their dead-letter queue'

describe('an endpoint that speaks JSON', () => {
  const urlOf = (twinmq: TestEmulator): URL => new URL(`http://127.0.0.1:${twinmq.port}`)
  const send = (twinmq: TestEmulator, QueueUrl: string, MessageBody: string, more: object = {}): Promise<unknown> =>
    twinmq.sqs('SendMessage', { QueueUrl, MessageBody, ...more })

  test('gives its queues, what they were told and their tags', async () => {
    const twinmq = await TestEmulator.start()
    await twinmq.queue('orders-dead')
    const RedrivePolicy = JSON.stringify({
      deadLetterTargetArn: 'arn:aws:sqs:us-east-1:000000000000:orders-dead',
      maxReceiveCount: 3,
    })
    const QueueUrl = await twinmq.queue('orders', { VisibilityTimeout: '45', DelaySeconds: '0', RedrivePolicy })
    await twinmq.sqs('TagQueue', { QueueUrl, Tags: { team: 'pay' } })
    await twinmq.queue('ledger.fifo', { FifoQueue: 'true', DeduplicationScope: 'messageGroup' })
    const { queues, notices } = await read(urlOf(twinmq))
    expect(notices).toEqual([])
    expect(new Map(queues.map((queue) => [queue.name, queue]))).toEqual(
      new Map(
        [
          { name: 'orders-dead' },
          {
            name: 'orders',
            attributes: {
              VisibilityTimeout: 45,
              RedrivePolicy: { deadLetterQueue: 'orders-dead', maxReceiveCount: 3 },
            },
            tags: { team: 'pay' },
          },
          { name: 'ledger.fifo', attributes: { FifoQueue: true, DeduplicationScope: 'messageGroup' } },
        ].map((queue) => [queue.name, queue]),
      ),
    )
  })

  test('gives the queues of all pages', async () => {
    const endpoint = await fakeEndpoint(({ body }) => {
      if (body.includes('"QueueUrl"')) return '{}'
      if (body.includes('"NextToken":"more"')) return '{"QueueUrls":["http://x/000000000000/b"]}'
      return '{"QueueUrls":["http://x/000000000000/a"],"NextToken":"more"}'
    })
    expect((await read(endpoint)).queues).toEqual([{ name: 'a' }, { name: 'b' }])
  })

  test('is asked as the account and for the region that are given, and the queues are put there', async () => {
    const twinmq = await TestEmulator.start({ account: '123456789012', region: 'eu-west-1' })
    await twinmq.queue('a')
    expect(await read(urlOf(twinmq), { place: { region: 'eu-west-3' } })).toEqual({
      queues: [],
      notices: [
        'the endpoint has no queues for the access key test in eu-west-3; --account and --region select others',
      ],
    })
    const place = { account: '123456789012', region: 'eu-west-1' }
    expect((await read(urlOf(twinmq), { place })).queues).toEqual([{ name: 'a', ...place }])
  })

  test('gives messages without a trace where it lists them untouched', async () => {
    const twinmq = await TestEmulator.start()
    const url = await twinmq.queue('ledger.fifo', { FifoQueue: 'true' })
    for (let index = 0; index < 12; index += 1)
      await send(twinmq, url, `${index}`, { MessageGroupId: 'g', MessageDeduplicationId: `d${index}` })
    const { queues, notices } = await read(urlOf(twinmq), { messages: true })
    expect(queues[0]!.messages).toHaveLength(12)
    expect(queues[0]!.messages?.[11]).toMatchObject({ body: '11', groupId: 'g', deduplicationId: 'd11' })
    expect(notices).toEqual([])
    const { messages } = Object(await twinmq.show('/messages?queue=ledger.fifo'))
    expect(messages.every(({ receiveCount }: { receiveCount: number }) => receiveCount === 0)).toBe(true)
  })

  test('gives messages once each, in the order in which they were sent, and keeps them', async () => {
    const twinmq = await TestEmulator.start()
    const url = await twinmq.queue('orders')
    const bodies = Array.from({ length: 25 }, (_, index) => `${index}`)
    for (const body of bodies) {
      await send(twinmq, url, body)
      await twinmq.emulator.clock.advance(1)
    }
    const { queues, notices } = await read(await withoutListing(twinmq.port), { messages: true })
    expect(queues[0]!.messages?.map(({ body }) => body)).toEqual(bodies)
    expect(queues[0]!.messages?.map(({ receives }) => receives)).toEqual(bodies.map(() => undefined))
    expect(notices).toEqual([receiving])
    expect(await twinmq.show('/queues')).toMatchObject({ queues: [{ counts: { ready: 25, inFlight: 0 } }] })
  })

  test('gives all that a message carries', async () => {
    const twinmq = await TestEmulator.start()
    const QueueUrl = await twinmq.queue('orders')
    await send(twinmq, QueueUrl, 'a', {
      MessageAttributes: {
        size: { DataType: 'Number.int', StringValue: '7' },
        proof: { DataType: 'Binary', BinaryValue: 'AAE=' },
      },
      MessageSystemAttributes: { AWSTraceHeader: { DataType: 'String', StringValue: 'Root=1' } },
    })
    await twinmq.emulator.clock.advance(1_000)
    await twinmq.sqs('ReceiveMessage', { QueueUrl, VisibilityTimeout: 0 })
    await twinmq.emulator.clock.advance(60_000)
    const { queues } = await read(urlOf(twinmq), { messages: true })
    expect(queues[0]!.messages).toEqual([
      {
        body: 'a',
        attributes: { size: { type: 'Number.int', value: '7' }, proof: { type: 'Binary', value: 'AAE=' } },
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        sent: '-1m1s',
        receives: 1,
        firstReceivedAt: '-1m',
        traceHeader: 'Root=1',
      },
    ])
  })

  test('gives groups and deduplication ids, and says which messages are behind others', async () => {
    const twinmq = await TestEmulator.start()
    const url = await twinmq.queue('ledger.fifo', { FifoQueue: 'true' })
    for (let index = 0; index < 12; index += 1)
      await send(twinmq, url, `${index}`, { MessageGroupId: 'g', MessageDeduplicationId: `d${index}` })
    const { queues, notices } = await read(await withoutListing(twinmq.port), { messages: true })
    expect(queues[0]!.messages).toHaveLength(10)
    expect(queues[0]!.messages?.[9]).toMatchObject({ body: '9', groupId: 'g', deduplicationId: 'd9' })
    expect(notices).toEqual([
      receiving,
      'queue "ledger.fifo": 10 of its 12 messages could be received; the others are in flight, delayed or behind others of their group',
    ])
  })
})

describe('an endpoint that speaks Query alone', () => {
  const result = (action: string, content: string): string =>
    `<${action}Response xmlns="http://queue.amazonaws.com/doc/2012-11-05/"><${action}Result>${content}</${action}Result></${action}Response>`
  const named = (name: string, value: string, element = 'Attribute'): string =>
    `<${element}><Name>${name}</Name><Value>${value}</Value></${element}>`

  const policy = '{&#34;maxReceiveCount&#34;: &#34;5&#34;, &#34;deadLetterTargetArn&#34;: &#34;orders-dead&#34;}'
  const message = `<Message><MessageId>061b066c-a979-4d05-91fa-795b3731901b</MessageId><ReceiptHandle>r</ReceiptHandle><Body>a &amp; b</Body>
    ${named('SentTimestamp', '1767225600000')}${named('ApproximateReceiveCount', '3')}${named('SenderId', '127.0.0.1')}
    ${named('kind', '<DataType>String</DataType><StringValue>vip</StringValue>', 'MessageAttribute')}</Message>`

  /** One queue with a message; its URL has a host that only others know. */
  function answer({ path, action }: FakeRequest): string | undefined {
    if (action === 'ListQueues') return result(action, '<QueueUrl>http://emulator:4100/100010001000/orders</QueueUrl>')
    if (path !== '/100010001000/orders') return undefined
    if (action === 'GetQueueAttributes') {
      const arn = named('QueueArn', 'arn:aws:sqs:eu-west-1:100010001000:orders')
      return result(action, `${arn}${named('VisibilityTimeout', '10')}${named('RedrivePolicy', policy)}`)
    }
    if (action === 'ReceiveMessage') return result(action, message)
    return undefined
  }

  test('is asked in Query, at the address that was given', async () => {
    const place = { account: '100010001000', region: 'eu-west-1' }
    expect(await read(await fakeEndpoint(answer))).toEqual({
      queues: [
        {
          name: 'orders',
          ...place,
          attributes: {
            VisibilityTimeout: 10,
            RedrivePolicy: { deadLetterQueue: 'orders-dead', maxReceiveCount: 5 },
          },
        },
        { name: 'orders-dead', ...place },
      ],
      notices: [
        'tags are left out: ListQueueTags is not answered',
        'queue "orders-dead" is made: "orders" names it as its dead-letter queue',
      ],
    })
  })

  test('gives messages, without the receive that the import made', async () => {
    const { queues, notices } = await read(await fakeEndpoint(answer), { messages: true })
    expect(queues[0]!.messages).toEqual([
      {
        body: 'a & b',
        attributes: { kind: { type: 'String', value: 'vip' } },
        id: '061b066ca9794d0591fa795b3731901b',
        sender: '127.0.0.1',
        sent: '-10m',
        receives: 2,
      },
    ])
    expect(notices).toContain(receiving)
  })
})

describe('an endpoint that lists messages', () => {
  const arn = 'arn:aws:sqs:us-east-1:000000000000:orders'
  const attribute = (Name: string, Value: string): object => ({ Name, Value })
  const message = {
    MessageId: '061b066c-a979-4d05-91fa-795b3731901b',
    Body: 'a',
    ReceiptHandle: 'SQS/BACKDOOR/ACCESS',
    Attribute: [
      attribute('SentTimestamp', '1767225600000'),
      attribute('ApproximateReceiveCount', '2'),
      attribute('ApproximateFirstReceiveTimestamp', '1767225601000'),
      attribute('IsVisible', 'false'),
    ],
  }
  const read1 = { body: 'a', id: '061b066ca9794d0591fa795b3731901b', sent: '-10m', receives: 2 }
  const xml = `<ReceiveMessageResponse><ReceiveMessageResult><Message><MessageId>${message.MessageId}</MessageId><Body>a</Body>
    <Attribute><Name>SentTimestamp</Name><Value>1767225600000</Value></Attribute>
    <Attribute><Name>ApproximateReceiveCount</Name><Value>2</Value></Attribute>
    <Attribute><Name>ApproximateFirstReceiveTimestamp</Name><Value>1767225601000</Value></Attribute>
    <Attribute><Name>IsVisible</Name><Value>false</Value></Attribute></Message></ReceiveMessageResult></ReceiveMessageResponse>`
  const listing = (Message: unknown): string =>
    JSON.stringify({ ReceiveMessageResponse: { ReceiveMessageResult: { Message } } })

  test.each([
    ['an object of one message', listing(message)],
    ['an object of several', listing([message])],
    ['XML', xml],
    [
      'JSON as ReceiveMessage answers',
      JSON.stringify({
        Messages: [
          {
            ...message,
            Attribute: undefined,
            Attributes: {
              SentTimestamp: '1767225600000',
              ApproximateReceiveCount: '2',
              ApproximateFirstReceiveTimestamp: '1767225601000',
              IsVisible: 'false',
            },
          },
        ],
      }),
    ],
  ])('is not received from: %s', async (_, listed) => {
    const paths: string[] = []
    const endpoint = await fakeEndpoint(({ path, action }) => {
      if (path.startsWith('/_aws/')) {
        paths.push(path)
        return listed
      }
      if (action === 'ListQueues')
        return '<R><ListQueuesResult><QueueUrl>http://x/000000000000/orders</QueueUrl></ListQueuesResult></R>'
      if (action !== 'GetQueueAttributes') return undefined
      return `<R><GetQueueAttributesResult><Attribute><Name>QueueArn</Name><Value>${arn}</Value></Attribute></GetQueueAttributesResult></R>`
    })
    const { queues, notices } = await read(endpoint, { messages: true })
    expect(queues[0]!.messages).toEqual([{ ...read1, firstReceivedAt: '-9m59s' }])
    expect(notices).toContain('queue "orders": 1 of its messages are in flight or delayed there, and are ready here')
    expect(notices).not.toContain(receiving)
    expect(paths).toEqual([
      '/_aws/sqs/messages?QueueUrl=http%3A%2F%2Fx%2F000000000000%2Forders&ShowInvisible=true&ShowDelayed=true',
    ])
  })
})

describe('an endpoint that is none', () => {
  test('where nobody listens', async () => {
    const endpoint = await fakeEndpoint(() => undefined)
    endpoint.port = '1'
    await expect(read(endpoint)).rejects.toThrow('http://127.0.0.1:1 cannot be reached: ')
  })

  test('what answers something else', async () => {
    const endpoint = await fakeEndpoint(() => '<html></html>')
    await expect(read(endpoint)).rejects.toThrow(`${endpoint.origin}: ListQueues was not answered in JSON`)
    const other = await fakeEndpoint(() => '{"status":"up"}')
    await expect(read(other)).rejects.toThrow(`${other.origin}: ListQueues was not answered as SQS does`)
  })

  test('what refuses', async () => {
    const endpoint = await fakeEndpoint(() => undefined)
    await expect(read(endpoint)).rejects.toThrow(`${endpoint.origin}: ListQueues was answered with 400: Bad Request`)
  })
})
