import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { queuesOfElasticMq } from '../../src/import/elasticmq.ts'
import type { DocumentQueue, Place } from '../../src/import/imported.ts'

type Given = { readonly stored?: boolean; readonly place?: Place; readonly variables?: Record<string, string> }

/** The queues of a file, and what is said about it. */
function read(text: string, { stored = false, place = {}, variables = {} }: Given = {}) {
  const notices: string[] = []
  const queues = queuesOfElasticMq(text, {
    name: 'a.conf',
    stored,
    place,
    variables,
    notify: (line) => notices.push(line),
  })
  return { queues, notices, names: queues.map(({ name }) => name) }
}

/** The only queue of `queues { … }`. */
function only(queues: string): DocumentQueue {
  return read(`queues { ${queues} }`).queues[0]!
}

describe('elasticmq.conf', () => {
  const text = readFileSync('fixtures/import/elasticmq.conf', 'utf8')

  test('becomes queues with what it says', () => {
    const place = { account: '123456789012', region: 'eu-west-1' }
    expect(read(text).queues).toEqual([
      {
        name: 'orders',
        ...place,
        attributes: {
          VisibilityTimeout: 10,
          DelaySeconds: 5,
          ReceiveMessageWaitTimeSeconds: 0,
          RedrivePolicy: { deadLetterQueue: 'orders-dead', maxReceiveCount: 3 },
        },
        tags: { team: 'pay', 'cost.centre': '4 711' },
      },
      { name: 'invoices', ...place, attributes: { VisibilityTimeout: 120 } },
      { name: 'ledger.fifo', ...place, attributes: { FifoQueue: true, ContentBasedDeduplication: true } },
      {
        name: 'transfers.fifo',
        ...place,
        attributes: {
          FifoQueue: true,
          RedrivePolicy: { deadLetterQueue: 'transfers-dead.fifo', maxReceiveCount: 2 },
        },
      },
      { name: 'transfers-dead.fifo', ...place, attributes: { FifoQueue: true } },
      { name: 'audit', ...place },
      { name: 'orders-dead', ...place },
    ])
  })

  test('what has no counterpart, is not known or is made up is said', () => {
    expect(read(text).notices).toEqual([
      'queues and messages in the database of messages-storage are not imported: import them with --from, from a running ElasticMQ',
      'queue "invoices": copyTo = audit is left out: queues here do not forward messages',
      'queue "invoices": visibilty (line 36) is left out: it is unknown',
      'queue "orders-dead" is made: "orders" names it as its dead-letter queue',
    ])
  })

  test('variables of the environment count', () => {
    const { queues } = read(text, { variables: { AUDIT_TIMEOUT: '90s' } })
    expect(queues.find(({ name }) => name === 'audit')?.attributes).toEqual({ VisibilityTimeout: 90 })
  })

  test('account and region that are given win over those of the file', () => {
    const { queues } = read(text, { place: { account: '000000000001', region: 'us-west-2' } })
    expect(new Set(queues.map(({ account, region }) => `${account} ${region}`))).toEqual(
      new Set(['000000000001 us-west-2']),
    )
  })

  test('a region of no cloud is left out, and said once', () => {
    const { queues, notices } = read('aws { region = elasticmq }, queues { a {}, b {} }')
    expect(queues).toEqual([{ name: 'a' }, { name: 'b' }])
    expect(notices).toEqual([`region "elasticmq" is left out: it does not have AWS's form; --region names another`])
  })

  test('other files that it includes are said', () => {
    expect(read('include "more.conf"\nqueues {}').notices).toEqual(['include "more.conf" is not followed'])
  })

  test('keys that nothing is made of are said, unless other keys name them', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a substitution of HOCON
    expect(read('x = 1, y = a, queues { q { tags { t = ${y} } } }').notices).toEqual([
      'x (line 1) is left out: it is unknown',
    ])
  })

  test('the file of stored queues that it names is said', () => {
    expect(read('queues-storage { enabled = true }, queues {}').notices).toEqual([
      'queues that ElasticMQ made later are in the file that queues-storage names: import that file too',
    ])
  })
})

describe('durations', () => {
  test.each([
    ['10 seconds', 10],
    ['10s', 10],
    ['2 minutes', 120],
    ['1 m', 60],
    ['1h', 3_600],
    ['1 day', 86_400],
    ['5000', 5],
    ['5000 ms', 5],
    ['"7 second"', 7],
  ])('%s', (text, seconds) => {
    expect(only(`a { delay = ${text} }`).attributes).toEqual({ DelaySeconds: seconds })
  })

  test('parts of a second are dropped, as ElasticMQ does, and said', () => {
    const { queues, notices } = read('queues { a { delay = 1500 ms } }')
    expect(queues[0]!.attributes).toEqual({ DelaySeconds: 1 })
    expect(notices).toEqual(['queues.a.delay: 1500 ms become 1 s, as in ElasticMQ'])
  })
})

describe('the file in which ElasticMQ stores its queues', () => {
  const text = readFileSync('fixtures/import/elasticmq-stored.conf', 'utf8')

  test('becomes queues with what is not at its default', () => {
    expect(read(text, { stored: true }).queues).toEqual([
      {
        name: 'orders',
        attributes: {
          VisibilityTimeout: 10,
          ReceiveMessageWaitTimeSeconds: 20,
          RedrivePolicy: { deadLetterQueue: 'orders-dead', maxReceiveCount: 3 },
        },
        tags: { team: 'pay' },
      },
      { name: 'ledger.fifo', attributes: { FifoQueue: true, ContentBasedDeduplication: true } },
      { name: 'orders-dead' },
    ])
  })

  test('only where messages are forwarded is it said', () => {
    expect(read(text, { stored: true }).notices).toEqual([
      'queue "ledger.fifo": moveTo = archive is left out: queues here do not forward messages',
    ])
  })
})

describe('dead-letter queues', () => {
  test('of a FIFO queue are made as FIFO queues', () => {
    const { queues } = read('queues { "a.fifo" { deadLettersQueue { name = "d.fifo", maxReceiveCount = 1 } } }')
    expect(queues[1]).toEqual({ name: 'd.fifo', attributes: { FifoQueue: true } })
  })

  test('are made once for all that name them', () => {
    const redrive = 'deadLettersQueue { name = d, maxReceiveCount = 1 }'
    expect(read(`queues { a { ${redrive} }, b { ${redrive} } }`).names).toEqual(['a', 'b', 'd'])
  })

  test('of another kind than their queue are said', () => {
    const { notices } = read('queues { a { fifo = true, deadLettersQueue { name = d, maxReceiveCount = 1 } }, d {} }')
    expect(notices).toEqual([
      '"a.fifo" and its dead-letter queue "d" have different types, which AWS refuses: one is FIFO',
    ])
  })
})

describe('what is wrong is said with its line', () => {
  test.each([
    ['queue {}', 'a.conf: "queues { … }" is missing'],
    ['queues {\n a { delay = soon } }', 'line 2: queues.a.delay: a duration such as "10 seconds" is expected'],
    ['queues {\n a { fifo = maybe } }', 'line 2: queues.a.fifo: true or false is expected'],
    ['queues {\n a = 1 }', 'line 2: queues.a: an object is expected'],
    [
      'queues {\n orders.fifo { } }',
      'line 2: queues.orders.fifo: a queue whose name has a dot stands in quotes: "orders.fifo"',
    ],
    ['queues {\n a.b { delay = 1 s } }', 'line 2: queues.a.b: a queue whose name has a dot stands in quotes: "a.b"'],
    [
      'queues {\n a { deadLettersQueue { name = d } } }',
      'line 2: queues.a.deadLettersQueue: "name" and "maxReceiveCount", from 1 to 1000, are expected',
    ],
    ['queues {\n a { tags = x } }', 'line 2: queues.a.tags: an object is expected'],
    ['queues {\n a { tags { x = [] } } }', 'line 2: queues.a.tags.x: a text is expected'],
  ])('%j', (text, problem) => {
    expect(() => read(text)).toThrow(problem)
  })
})
