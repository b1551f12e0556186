import { expect, test } from 'vitest'
import { changeText } from '../../../src/document/compare/change-text.ts'
import { compareStates } from '../../../src/document/compare/compare-states.ts'
import { changes, defaults, diff, id, inMessages, inQueue, nowMs, read } from './comparison.ts'

test('a list of changes reads as a reviewer would write it', async () => {
  const a = {
    queues: [
      {
        name: 'orders',
        attributes: { VisibilityTimeout: 30 },
        tags: { team: 'pay' },
        messages: [
          { json: { order: 7 }, visibleIn: '30s' },
          { id: id('a'), body: 'poison', receives: 1 },
        ],
      },
      { name: 'old' },
    ],
  }
  const b = {
    queues: [
      {
        name: 'orders',
        attributes: { VisibilityTimeout: 45 },
        tags: { team: 'billing' },
        messages: [
          { body: 'hello', sent: '-5m' },
          { id: id('a'), body: 'poison', receives: 3, inFlightFor: '20s' },
        ],
      },
      { name: 'orders-dlq', messages: [{ body: 'x' }, { body: 'y' }] },
    ],
  }
  expect(await diff(a, b)).toEqual([
    'queue orders (000000000000/us-east-1)',
    '  VisibilityTimeout: 30 -> 45',
    '  tag team: pay -> billing',
    '  ~ message "poison" ready -> in flight, receives 1 -> 3',
    '  + message "hello" (ready, sent 5m ago)',
    '  - message "{\\"order\\":7}" (delayed for 30s, sent now)',
    '+ queue orders-dlq (2 messages)',
    '- queue old (empty)',
  ])
})

test('a state is alike to itself', async () => {
  const document = { queues: [{ name: 'a', messages: [{ body: 'x' }, { body: 'x', sent: '-5m' }] }] }
  expect(await changes(document, document)).toEqual([])
})

test('queues of one name in two places are two', async () => {
  const here = { name: 'a' }
  expect(await diff({ queues: [here] }, { queues: [{ ...here, region: 'cn-hangzhou' }] })).toEqual([
    '+ queue a (000000000000/cn-hangzhou, empty)',
    '- queue a (empty)',
  ])
})

test('what was set or taken away has a mark, and members of policies a name of their own', async () => {
  const redrive = (maxReceiveCount: number) => ({ RedrivePolicy: { deadLetterQueue: 'orders', maxReceiveCount } })
  expect(await inQueue({ attributes: redrive(3) }, { attributes: redrive(5) })).toEqual([
    'RedrivePolicy.maxReceiveCount: 3 -> 5',
  ])
  expect(await inQueue({ attributes: { DelaySeconds: 5 } }, { tags: { 'my team': 'pay + co' } })).toEqual([
    '+ tag my team: "pay + co"',
    '- DelaySeconds: 5',
  ])
})

test("either cloud's name of an attribute is the same attribute", async () => {
  const sqs = { attributes: { ReceiveMessageWaitTimeSeconds: 5 } }
  expect(await inQueue(sqs, { attributes: { PollingWaitSeconds: '5s' } })).toEqual([])
})

test('messages without ids are matched by body, attributes and group, as many as there are', async () => {
  const [x, y] = [{ body: 'x' }, { body: 'y' }]
  expect(await inMessages([x, y, x], [y, x])).toEqual(['- message "x" (ready, sent now)'])
  const kind = { ...x, attributes: { kind: 'order' } }
  expect(await inMessages([x], [kind])).toEqual(['~ message "x" + attribute kind: "order"'])
  expect(await inMessages([x, y], [kind])).toEqual([
    '~ message "x" + attribute kind: "order"',
    '- message "y" (ready, sent now)',
  ])
})

test('of messages that look the same, those that are alike in all are matched first', async () => {
  const sent = (...ages: string[]) => ages.map((age) => ({ body: 'x', sent: age }))
  expect(await inMessages(sent('-3m', '-2m', '-1m'), sent('-2m', '-1m'))).toEqual([
    '- message "x" (ready, sent 3m ago)',
  ])
})

test('messages with ids are matched by them, so a body may differ, and others of one body are two', async () => {
  expect(await inMessages([{ id: id('a'), body: 'x' }], [{ id: id('a'), body: 'y' }])).toEqual([
    '~ message "y" body x -> y',
  ])
  expect(await inMessages([{ id: id('a'), body: 'x' }], [{ id: id('b'), body: 'x' }])).toHaveLength(2)
})

test('a message with an id is matched by its body with one that was given none', async () => {
  expect(await inMessages([{ body: 'x' }], [{ id: id('a'), body: 'x' }])).toEqual([])
  expect(await inMessages([{ id: id('a'), body: 'x' }], [{ body: 'x' }])).toEqual([])
})

test('a message that is in another queue now says so on both sides', async () => {
  const poison = { id: id('a'), body: 'poison' }
  const state = (orders: object[], dead: object[]) => ({
    queues: [
      { name: 'orders', messages: orders },
      { name: 'dead', messages: dead },
    ],
  })
  expect(await diff(state([poison], []), state([], [poison]))).toEqual([
    'queue orders (000000000000/us-east-1)',
    '  - message "poison" (ready, sent now, now in dead)',
    'queue dead (000000000000/us-east-1)',
    '  + message "poison" (ready, sent now, was in orders)',
  ])
})

test('numbers and ids of queues, and when they were made, are nothing to compare', async () => {
  const a = { id: 1, created: '-1h', lastSequence: 9, messages: [{ id: id('a'), sequence: 1, body: 'x', sent: '-1m' }] }
  const b = { id: 2, created: '-2h', lastSequence: 7, messages: [{ id: id('a'), sequence: 4, body: 'x', sent: '-1m' }] }
  expect(await inQueue(a, b)).toEqual([])
})

test('topics and their subscriptions are compared by what they were told', async () => {
  const subscription = { name: 'to-inbox', endpoint: 'queue:inbox' }
  const world = (topics: readonly object[]) => ({ queues: [{ name: 'inbox' }], topics })
  const a = world([{ name: 'news', subscriptions: [subscription] }, { name: 'old' }])
  const b = world([
    {
      name: 'news',
      attributes: { MaximumMessageSize: 2048 },
      subscriptions: [
        { ...subscription, FilterTag: 'vip' },
        { name: 'push', endpoint: 'http://127.0.0.1:9000/x' },
      ],
    },
    { name: 'fresh', subscriptions: [subscription] },
  ])
  expect(await diff(a, b)).toEqual([
    'topic news (000000000000/us-east-1)',
    '  + MaximumMessageSize: 2048',
    '  ~ subscription to-inbox FilterTag vip added',
    '  + subscription push (http://127.0.0.1:9000/x)',
    '+ topic fresh (1 subscription)',
    '- topic old (no subscriptions)',
  ])
})

test('what is under way is told: deliveries and move tasks', async () => {
  const task = (status: string, moved: number) => ({
    id: id('c'),
    source: { ...defaults, name: 'dead' },
    sourceId: 1,
    started: '-1m',
    toMove: 3,
    moved,
    status,
  })
  const delivery = (letter: string, attempts: number) => ({
    topic: 2,
    id: id(letter),
    subscription: 'push',
    body: 'extra',
    published: '-1m',
    attempts,
    next: '+10s',
  })
  const world = (moveTasks: object[], deliveries: object[]) => ({
    moveTasks,
    queues: [{ name: 'dead', id: 1 }],
    topics: [{ name: 'news', id: 2, subscriptions: [{ name: 'push', endpoint: 'http://127.0.0.1:9000/' }] }],
    deliveries,
  })
  const a = world([task('running', 1)], [delivery('d', 1), delivery('e', 1)])
  const b = world([task('completed', 3)], [delivery('d', 2), delivery('f', 3)])
  expect(await diff(a, b)).toEqual([
    '~ delivery of "extra" from news to push tries 1 -> 2',
    '~ move task from dead status running -> completed, moved 1 -> 3',
    '+ delivery of "extra" from news to push (3 tries, next in 10s)',
    '- delivery of "extra" from news to push (1 try, next in 10s)',
  ])
})

test('long lists are cut, and say how much is left', async () => {
  const queues = ['a', 'b', 'c', 'd'].map((name) => ({ name }))
  expect(await diff({}, { queues }, 3)).toEqual([
    '+ queue a (empty)',
    '+ queue b (empty)',
    '+ queue c (empty)',
    '… and 1 more',
  ])
})

test('of a body the first 60 characters stand on one line, none of them cut in two', async () => {
  const [line = ''] = await inMessages([], [{ body: `\n${'😀'.repeat(80)}` }])
  expect(line).toBe(`+ message "\\n${'😀'.repeat(59)}…" (ready, sent now)`)
})

test('names such as __proto__ are ordinary names', async () => {
  const tagged = JSON.parse('{ "name": "a", "tags": { "__proto__": "x", "constructor": "y" } }')
  expect(await diff({ queues: [{ name: 'a' }] }, { queues: [tagged] })).toEqual([
    'queue a (000000000000/us-east-1)',
    '  + tag __proto__: x',
    '  + tag constructor: y',
  ])
})

test('lines have colours where they are asked for', async () => {
  const comparison = compareStates(await read({}), await read({ queues: [{ name: 'a' }] }), nowMs)
  const text = changeText(comparison.changes, { nowMs, defaults, limit: 20, colours: true })
  expect(text).toBe('\u001b[32m+ queue a (empty)\u001b[0m\n')
})
