import { describe, expect, test } from 'vitest'
import type { Namespace } from '../../src/core/model.ts'
import type { State } from '../../src/core/state.ts'
import { NameTaken, type ReadDocument } from '../../src/document/read-document.ts'
import { messagesOf } from '../store/plain-state.ts'
import { contextAt, readText } from '../store/read-text.ts'

const nowMs = Date.UTC(2026, 10, 30, 12)
const id = (last: number) => `0000000000004000800000000000000${last}`

async function stateOf(document: object, namespace: Namespace = 'isolated'): Promise<State> {
  return (await readText(JSON.stringify(document), contextAt(nowMs, { namespace }))).snapshot.state
}

function added(document: object, into: State, limitBytes?: number): Promise<ReadDocument> {
  const { namespace } = into
  return readText(JSON.stringify(document, null, 1), contextAt(nowMs, { namespace, into }), limitBytes)
}

const present = {
  sequence: 40,
  origin: 10,
  queues: [{ name: 'here', id: 3 }],
  topics: [{ name: 'news', id: 4 }],
  accounts: [{ account: '111111111111', LoggingBucket: 'ours' }],
}

describe('a document that is added to a state', () => {
  test('has numbers of its own, which lie above those that the state has had', async () => {
    const source = { account: '000000000000', region: 'us-east-1', name: 'dlq' }
    const task = { source, sourceId: 2, started: '-1m', status: 'running' }
    const document = {
      sequence: 99,
      origin: 7,
      changedAt: '-5d',
      savedAt: '2026-11-30T11:00:00Z',
      deletedQueues: [{ queue: '000000000000/us-east-1/old', at: '-1s' }],
      moveTasks: [
        { id: id(1), ...task },
        { id: id(2), ...task, sourceId: 5 },
      ],
      accounts: [
        { account: '111111111111', LoggingBucket: 'theirs' },
        { account: '222222222222', LoggingBucket: 'theirs' },
      ],
      queues: [
        { name: 'orders', id: 3 },
        { name: 'dlq', id: 2, messages: [{ body: 'x' }] },
      ],
      topics: [{ name: 'more', id: 1, subscriptions: [{ name: 's', endpoint: 'http://a.test/' }] }],
      deliveries: [{ body: 'y', topic: 1, subscription: 's', published: 'now', id: id(3) }],
    }
    const { state, journalFrom } = (await added(document, await stateOf(present))).snapshot
    expect([...state.queuesById].map(([number, { address }]) => [number, address.name])).toEqual([
      [31, 'orders'],
      [32, 'dlq'],
    ])
    expect([...state.topics.byId.keys()]).toEqual([34])
    expect([...state.topics.deliveries.values()][0]?.topicId).toBe(34)
    expect([...state.moveTasks.values()].map(({ sourceId }) => sourceId)).toEqual([32, 35])
    expect([...state.topics.accounts.keys()]).toEqual(['222222222222'])
    expect(state.deletedAtMs.size).toBe(0)
    expect([state.sequence, state.origin, journalFrom, state.changedAtMs]).toEqual([35, 0, 36, nowMs])
  })

  test('may name queues of the state', async () => {
    const attributes = { RedrivePolicy: { deadLetterQueue: 'here', maxReceiveCount: 1 } }
    const topics = [{ name: 'more', subscriptions: [{ name: 's', endpoint: 'queue:here' }] }]
    const { snapshot } = await added({ queues: [{ name: 'orders', attributes }], topics }, await stateOf(present))
    expect(snapshot.state.queues.size).toBe(1)
  })

  test('has other ids than one that was added before', async () => {
    const document = (name: string) => ({ queues: [{ name, messages: [{ body: 'x' }] }] })
    const first = await stateOf(document('first'))
    const second = (await added(document('second'), first)).snapshot.state
    const idsOf = (state: State) => messagesOf([...state.queues.values()][0]!).map((message) => message.id)
    expect(idsOf(second)).not.toEqual(idsOf(first))
  })

  test.each([
    ['a queue', 'isolated', { queues: [{ name: 'new' }, { name: 'here' }] }, 'queues[1]', 6],
    ['a topic', 'isolated', { topics: [{ name: 'news' }] }, 'topics[0]', 3],
    [
      'a queue elsewhere',
      'shared',
      { queues: [{ name: 'here', region: 'r', account: '777777777777' }] },
      'queues[0]',
      3,
    ],
  ] as const)('is refused if %s of its is there already (%s)', async (_, namespace, document, path, line) => {
    const refusal = await added(document, await stateOf(present, namespace)).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(NameTaken)
    expect(refusal).toMatchObject({ path, line })
    expect(String(refusal)).toMatch(/it, line \d+: \w+\[\d\]: \w+ \S+ already exists\. Nothing was changed\.$/)
  })

  test('is refused with its line where it is too large to be read as one text', async () => {
    const text = '{\n  "queues": [\n    {\n      "name": "here",\n      "messages": [\n      ]\n    }\n  ]\n}\n'
    const into = await stateOf(present)
    const refusal = await readText(text, contextAt(nowMs, { into }), 0).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(NameTaken)
    expect(refusal).toMatchObject({ line: 5 })
  })
})
