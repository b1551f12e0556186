import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readArn } from '../../../protocols/aws/arn.ts'
import { uuid } from '../../../protocols/aws/uuid.ts'
import {
  isQueuePath,
  listToken,
  placeOfToken,
  queueArn,
  queueAt,
  queueNameError,
  queueOfArn,
  sequenceNumber,
  shownAddress,
} from '../../../protocols/sqs/names.ts'
import type { QueueAddress } from '../../../src/core/model.ts'

const scope = { account: '111111111111', region: 'eu-west-1' }
const orders: QueueAddress = { ...scope, name: 'orders' }
const at = (reference: string): QueueAddress => queueAt(reference, scope, 'isolated')

describe('a queue is found by', () => {
  test.each<[reference: string, account: string, region: string]>([
    ['orders', '111111111111', 'eu-west-1'],
    ['http://localhost:4566/222222222222/orders', '222222222222', 'eu-west-1'],
    ['http://localhost:4566/222222222222/orders/', '222222222222', 'eu-west-1'],
    ['http://localhost:4566/222222222222/orders?Action=SendMessage', '222222222222', 'eu-west-1'],
    ['https://aws-local:12345/222222222222/orders', '222222222222', 'eu-west-1'],
    ['http://127.0.0.1/222222222222/orders', '222222222222', 'eu-west-1'],
    ['http://[::1]:4566/222222222222/orders', '222222222222', 'eu-west-1'],
    ['127.0.0.1:4566/222222222222/orders', '222222222222', 'eu-west-1'],
    ['/222222222222/orders', '222222222222', 'eu-west-1'],
    ['222222222222/orders', '222222222222', 'eu-west-1'],
    ['http://gateway/sqs/222222222222/orders', '222222222222', 'eu-west-1'],
    ['http://localhost:4566/queue/ap-south-1/222222222222/orders', '222222222222', 'ap-south-1'],
    ['http://localhost:4566/queue/cn-hangzhou/1234567890123456/orders', '1234567890123456', 'cn-hangzhou'],
    ['queue/ap-south-1/222222222222/orders', '222222222222', 'ap-south-1'],
    ['http://localhost:9324/queue/orders', '111111111111', 'eu-west-1'],
    ['/queue/orders', '111111111111', 'eu-west-1'],
    ['https://sqs.us-east-2.amazonaws.com/222222222222/orders', '222222222222', 'us-east-2'],
    ['http://sqs.cn-hangzhou.localhost.localstack.cloud:4566/222222222222/orders', '222222222222', 'cn-hangzhou'],
    ['http://SQS.US-EAST-2.amazonaws.com/222222222222/orders', '222222222222', 'us-east-2'],
    ['http://sqs.internal:9999/222222222222/orders', '222222222222', 'eu-west-1'],
    ['http://sqs.team-a.internal/222222222222/orders', '222222222222', 'eu-west-1'],
    ['https://us-west-2.queue.amazonaws.com/222222222222/orders', '222222222222', 'us-west-2'],
    ['https://queue.amazonaws.com/222222222222/orders', '222222222222', 'us-east-1'],
    ['http://queue.localhost.localstack.cloud:4566/222222222222/orders', '222222222222', 'us-east-1'],
    ['http://queue:4566/222222222222/orders', '222222222222', 'eu-west-1'],
    ['http://queue.default.svc:4566/222222222222/orders', '222222222222', 'eu-west-1'],
    ['http://gateway/sqs/queue/ap-south-1/222222222222/orders', '222222222222', 'ap-south-1'],
    ['https://vpce-1a.sqs.us-east-2.vpce.amazonaws.com/222222222222/orders', '222222222222', 'us-east-2'],
    ['http://twinmq.queue.svc/222222222222/orders', '222222222222', 'eu-west-1'],
  ])('%s', (reference, account, region) => expect(at(reference)).toEqual({ account, region, name: 'orders' }))

  test('a name with percent-encoded characters, in a URL and bare', () => {
    expect(at('http://localhost/222222222222/a%5Fb').name).toBe('a_b')
    expect(at('http://localhost/queue/us-east-1/222222222222/x%2Efifo').name).toBe('x.fifo')
    expect(at('a%5Fb').name).toBe('a_b')
  })

  test('nothing that it was not called: a text of no known form is taken for a name', () => {
    for (const text of [
      'http://whatever-incorrect-queue-address',
      'http://localhost:4566/orders',
      'http://1234/orders',
      'http://queue/orders',
      'a/b',
      '%',
    ])
      expect(at(text)).toEqual({ ...scope, name: text })
  })

  test('any text at all, without a fault', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(at(text).name).toBeTypeOf('string')
      }),
    )
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true }), (url) => {
        expect(at(url).name).toBeTypeOf('string')
      }),
    )
  })

  test('its name alone in the shared namespace', () => {
    const reference = 'http://localhost:4566/queue/ap-south-1/222222222222/orders'
    expect(queueAt(reference, scope, 'shared')).toEqual(orders)
  })
})

test.each([
  ['/111111111111/orders', true],
  ['/111111111111/orders/', true],
  ['/queue/orders', true],
  ['/queue/eu-west-1/111111111111/orders', true],
  ['/sqs/111111111111/orders', true],
  ['/under/queue/eu-west-1/111111111111/orders', true],
  ['/under/queue/orders', true],
  ['/', false],
  ['', false],
  ['/orders', false],
  ['/queue', false],
  ['/a/b', false],
  ['/queue/eu-west-1/orders', false],
  ['/queue/eu-west-1/111111111111/orders/more', false],
  ['/111111111111/orders/more', false],
])('whether a path is one of a queue: %s %s', (path, expected) => expect(isQueuePath(path)).toBe(expected))

test.each([
  ['us-east-1', 'arn:aws:sqs:us-east-1:111111111111:orders'],
  ['cn-north-1', 'arn:aws-cn:sqs:cn-north-1:111111111111:orders'],
  ['us-gov-west-1', 'arn:aws-us-gov:sqs:us-gov-west-1:111111111111:orders'],
])('the ARN of a queue is in the partition of its region: %s', (region, arn) =>
  expect(queueArn({ ...orders, region })).toBe(arn),
)

describe('the name of a new queue', () => {
  const eighty = 'a'.repeat(80)

  test.each(['a', 'A-b_9', eighty])('may be %s', (name) => expect(queueNameError(name, false)).toBeUndefined())

  test.each([`${eighty}a`, 'a b', 'a/b', 'a.b', 'a.fifo', 'é', 'a\n'])('may not be %j', (name) =>
    expect(queueNameError(name, false)).toMatchObject({
      code: 'InvalidParameterValue',
      message: 'Can only include alphanumeric characters, hyphens, or underscores. 1 to 80 in length',
    }),
  )

  test('of a FIFO queue ends with .fifo, which counts toward the length', () => {
    expect(queueNameError(`${'a'.repeat(75)}.fifo`, true)).toBeUndefined()
    for (const name of ['a', '.fifo', `${'a'.repeat(76)}.fifo`])
      expect(queueNameError(name, true)).toMatchObject({ code: 'InvalidParameterValue' })
  })
})

test('the place where a list goes on comes back from its token, and from no other text', () => {
  const lists = ['queues', 'sources of dead', 'sources of other'] as const
  fc.assert(
    fc.property(fc.string(), (place) => {
      for (const list of lists)
        for (const other of lists)
          expect(placeOfToken(list, listToken(other, place))).toBe(list === other ? place : undefined)
    }),
  )
  for (const token of ['', 'nonsense', Buffer.from('orders').toString('base64'), `${listToken('queues', 'a')}=`])
    expect(placeOfToken('queues', token)).toBeUndefined()
})

test('an id is printed as a UUID', () => {
  expect(uuid('0123456789abcdef0123456789abcdef')).toBe('01234567-89ab-cdef-0123-456789abcdef')
})

describe('an ARN', () => {
  test.each(['us-east-1', 'cn-north-1', 'us-gov-west-1', 'eu-west-1'])('of %s is read as it is printed', (region) => {
    const queue = { account: '222222222222', region, name: 'a_b-c.fifo' }
    const arn = readArn(queueArn(queue))!
    expect(arn.service).toBe('sqs')
    expect(queueOfArn(arn, scope, 'isolated')).toEqual(queue)
  })

  test.each([
    '',
    'orders',
    'arn:aws:sqs:us-east-1:000000000000',
    'arn:aws:sqs:us-east-1:000000000000:',
    'arn:aws:sqs::000000000000:orders',
    'arn:aws:sqs:us-east-1::orders',
    'arn:aws:sqs:us-east-1:me:orders',
    'http://localhost:4566/000000000000/orders',
  ])('is complete, which %j is not', (text) => expect(readArn(text)).toBeUndefined())

  test('counts by its name alone in the shared namespace, and shows the queue as one of the asker', () => {
    const arn = readArn('arn:aws:sqs:us-east-1:000000000000:orders')!
    expect(queueOfArn(arn, scope, 'shared')).toEqual(orders)
    const other = { account: '000000000000', region: 'us-east-1', name: 'orders' }
    expect(shownAddress(other, scope, 'shared')).toEqual(orders)
    expect(shownAddress(other, scope, 'isolated')).toEqual(other)
  })
})

test('sequence numbers have 20 digits and rise as text, from the first to the largest sequence', () => {
  expect(sequenceNumber(1)).toBe('18849496460467696128')
  expect(sequenceNumber(2)).toBe('18849496460467696129')
  const sequence = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
  fc.assert(
    fc.property(sequence, sequence, (a, b) => {
      expect(sequenceNumber(a)).toMatch(/^[1-9]\d{19}$/)
      expect(Math.sign(sequenceNumber(a) < sequenceNumber(b) ? -1 : a === b ? 0 : 1)).toBe(Math.sign(a - b))
    }),
  )
})
