import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { deduplicationWindowMs } from '../../src/core/rules/deduplication.ts'
import type { State } from '../../src/core/state.ts'
import { documentChunks } from '../../src/document/writer.ts'
import { localFileSystem } from '../../src/store/file-system.ts'
import { SnapshotFile } from '../../src/store/snapshot-file.ts'
import { messagesOf } from '../store/plain-state.ts'
import { contextAt } from '../store/read-text.ts'
import { temporaryFolder } from '../store/test-disk.ts'

const here = { account: '000000000000', region: 'us-east-1' }
const changedAtMs = Date.UTC(2026, 10, 30, 12)

const whole = `{
  "$schema": "urn:twinmq:snapshot:1",
  "twinmq": 1,
  "savedAt": "2026-11-30T12:00:00.000Z",
  "sequence": 12,
  "changedAt": "2026-11-30T12:00:00.000Z",
  "journalFrom": 13,
  "moveTasks": [{ "id": "00000000000040008000000000000007", "source": { "account": "000000000000", "region": "us-east-1", "name": "dlq.fifo" }, "sourceId": 2, "destination": { "account": "000000000000", "region": "us-east-1", "name": "orders.fifo" }, "ratePerSecond": 2, "started": "2026-11-30T11:59:00.000Z", "toMove": 3, "moved": 1, "status": "running", "next": "2026-11-30T12:00:00.500Z" }, { "id": "00000000000040008000000000000008", "source": { "account": "000000000000", "region": "us-east-1", "name": "dlq.fifo" }, "sourceId": 2, "started": "2026-11-30T11:58:00.000Z", "toMove": 0, "status": "failed", "failure": "sourceUnknown" }],
  "queues": [
    {
      "name": "orders.fifo",
      "account": "000000000000",
      "region": "us-east-1",
      "id": 1,
      "created": "2026-11-30T11:00:00.000Z",
      "lastSequence": 2,
      "attributes": { "Policy": "{}", "FifoQueue": true, "ContentBasedDeduplication": false, "DeduplicationScope": "queue", "FifoThroughputLimit": "perQueue", "RedrivePolicy": { "deadLetterQueue": "dlq.fifo", "maxReceiveCount": 3 } },
      "deduplicatesByGroup": true,
      "recentSends": [
        { "key": "g x", "id": "00000000000040008000000000000001", "sequence": 1, "sent": "2026-11-30T11:55:00.001Z" },
        { "key": "g y", "id": "00000000000040008000000000000002", "sequence": 2, "sent": "2026-11-30T11:59:59.000Z" }
      ],
      "receiveAttempts": [
        { "id": "try", "at": "2026-11-30T11:59:59.000Z", "visibleAt": "2026-11-30T12:00:29.000Z", "messages": [{ "sequence": 2, "receipt": 1 }] }
      ],
      "messages": [
        { "body": "y", "id": "00000000000040008000000000000002", "sequence": 2, "groupId": "g", "deduplicationId": "y", "sent": "2026-11-30T11:59:59.000Z", "visibleAt": "2026-11-30T12:00:29.000Z", "receives": 1, "firstReceivedAt": "2026-11-30T11:59:59.000Z", "receivedAt": "2026-11-30T11:59:59.000Z" }
      ]
    },
    {
      "name": "dlq.fifo",
      "account": "000000000000",
      "region": "us-east-1",
      "id": 2,
      "created": "2026-11-30T11:00:00.000Z",
      "lastSequence": 2,
      "attributes": { "FifoQueue": true, "RedriveAllowPolicy": { "redrivePermission": "byQueue", "sourceQueues": ["orders.fifo", { "account": "111111111111", "region": "us-east-1", "name": "theirs.fifo" }] } },
      "messages": [
        { "body": "ours", "id": "00000000000040008000000000000005", "sequence": 1, "groupId": "g", "deduplicationId": "00000000000040008000000000000005", "sent": "2026-11-30T11:50:00.000Z", "receives": 3, "receipt": 0, "deadLetterSource": "orders.fifo", "receivesElsewhere": 3 },
        { "body": "theirs", "id": "00000000000040008000000000000006", "sequence": 2, "groupId": "g", "deduplicationId": "z", "sent": "2026-11-30T11:50:00.000Z", "receives": 3, "receipt": 0, "deadLetterSource": { "account": "111111111111", "region": "us-east-1", "name": "theirs.fifo" }, "receivesElsewhere": 3 }
      ]
    }
  ]
}
`

async function read(text: string, wholeBytes = 1e6): Promise<State> {
  const folder = temporaryFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'state.json')
  writeFileSync(file, text)
  const { signal } = new AbortController()
  const beforeReplace = async () => {}
  const context = contextAt(changedAtMs)
  const options = { fileSystem: localFileSystem, context, nowMs: () => 0, beforeReplace, signal } as const
  return (await new SnapshotFile({ ...options, file, wholeBytes }).read())!.state
}

function documentOf(state: State): string {
  return [...documentChunks({ snapshot: { state, journalFrom: 13 }, savedAtMs: changedAtMs })].join('')
}

describe.each([1e6, 0])('FIFO queues, redrive and move tasks (read at once up to %i bytes)', (wholeBytes) => {
  test('stand under names of the clouds, other queues by their names', async () => {
    const state = await read(whole, wholeBytes)
    expect(documentOf(state)).toBe(whole)
    const orders = state.queuesById.get(1)!
    expect(orders.settings).toEqual({
      policy: '{}',
      fifo: true,
      contentBasedDeduplication: false,
      deduplicationScope: 'queue',
      fifoThroughputLimit: 'perQueue',
      redrive: { deadLetterQueue: { ...here, name: 'dlq.fifo' }, maxReceives: 3 },
    })
    expect(orders.deduplicatesByGroup).toBe(true)
    expect([...orders.recentSends.keys()]).toEqual(['g x', 'g y'])
    expect(orders.receiveAttempts.get('try')).toEqual({
      atMs: changedAtMs - 1_000,
      visibleAtMs: changedAtMs + 29_000,
      messages: [{ sequence: 2, delivery: 1 }],
    })
    expect(state.queuesById.get(2)?.settings.redriveAllow).toEqual({
      permission: 'byQueue',
      sources: [
        { ...here, name: 'orders.fifo' },
        { ...here, account: '111111111111', name: 'theirs.fifo' },
      ],
    })
    expect(messagesOf(state.queuesById.get(2)!).map(({ extras }) => extras?.deadLetterSource)).toEqual([
      { ...here, name: 'orders.fifo' },
      { ...here, account: '111111111111', name: 'theirs.fifo' },
    ])
    expect([...state.moveTasks.values()].map(({ status, moved, nextAtMs }) => [status, moved, nextAtMs])).toEqual([
      ['running', 1, changedAtMs + 500],
      ['failed', 0, changedAtMs - 120_000],
    ])
  })

  test.each([
    ['moveTasks[0].status', '"running" or "completed" or', 8, '"status": "running"', '"status": "walking"'],
    ['moveTasks[0]', 'a member "id" is expected', 8, '"id": "00000000000040008000000000000007", ', ''],
    ['queues[0].attributes.RedrivePolicy', 'members "deadLetterQueue"', 17, ', "maxReceiveCount": 3', ''],
    ['queues[0].attributes.RedrivePolicy.maxReceiveCount', 'a number from 1 to 1000', 17, 'Count": 3', 'Count": 1001'],
    ['queues[0].attributes.RedrivePolicy.deadLetterQueue', 'the name of a queue', 17, '"dlq.fifo", "max', '7, "max'],
    ['queues[0].attributes.DeduplicationScope', '"queue" or "messageGroup" is expected', 17, '"queue"', '"all"'],
    ['queues[1].attributes.RedriveAllowPolicy.sourceQueues[0].name', 'a text', 37, '["orders.fifo"', '[{ "name": 1 }'],
    ['queues[0].recentSends[0].sent', 'an instant', 20, '2026-11-30T11:55:00.001Z', 'noon'],
    ['queues[0].receiveAttempts[0].messages[0]', 'a member "receipt"', 24, ', "receipt": 1 }]', ' }]'],
    [
      'queues[1].messages[0].deadLetterSource.place',
      'no such member',
      39,
      '"orders.fifo", "rec',
      '{ "place": 1 }, "rec',
    ],
  ])('are refused with %s: %s', async (path, problem, line, right, wrong) => {
    expect(whole).toContain(right)
    const refusal = read(whole.replace(right, wrong), wholeBytes)
    await expect(refusal).rejects.toThrow(wholeBytes > 0 ? `, line ${line}: ${path}: ${problem}` : problem)
  })
})

test('a queue that another names in full needs only what differs', async () => {
  const text = whole.replace(
    '"deadLetterQueue": "dlq.fifo"',
    '"deadLetterQueue": { "name": "dlq.fifo", "region": "r" }',
  )
  const redrive = (await read(text)).queuesById.get(1)?.settings.redrive
  expect(redrive?.deadLetterQueue).toEqual({ account: here.account, region: 'r', name: 'dlq.fifo' })
})

test('a queue may name another before it says where it lives itself', async () => {
  const attributes = '{ "FifoQueue": "True", "RedrivePolicy": { "deadLetterQueue": "b.fifo", "maxReceiveCount": "3" } }'
  const created = '"created": "2026-11-30T11:00:00.000Z"'
  const text = `{ "savedAt": "2026-11-30T12:00:00.000Z", "queues": [{ "attributes": ${attributes}, "name": "a.fifo", "account": "1", "region": "r", "id": 1, ${created} }] }`
  const { settings, deduplicatesByGroup } = (await read(text)).queuesById.get(1)!
  expect(settings).toEqual({
    fifo: true,
    redrive: { deadLetterQueue: { account: '1', region: 'r', name: 'b.fifo' }, maxReceives: 3 },
  })
  expect(deduplicatesByGroup).toBe(false)
})

test('sends and attempts that are five minutes old at the last change are left out', async () => {
  const state = await read(whole)
  state.changedAtMs += 1
  expect([...JSON.parse(documentOf(state)).queues[0].recentSends].map(({ key }) => key)).toEqual(['g y'])
  state.changedAtMs = changedAtMs - 1_000 + deduplicationWindowMs
  const [orders] = JSON.parse(documentOf(state)).queues
  expect(orders).not.toHaveProperty('recentSends')
  expect(orders).not.toHaveProperty('receiveAttempts')
})

test('a document has an end, however fast sends and attempts come while it is written', async () => {
  const state = await read(whole)
  const { recentSends, receiveAttempts } = state.queuesById.get(1)!
  let count = 0
  const add = () => {
    count += 1
    recentSends.set(`key ${count}`, { id: '0'.repeat(32), sequence: count, sentAtMs: changedAtMs })
    receiveAttempts.set(`id ${count}`, { atMs: changedAtMs, visibleAtMs: changedAtMs, messages: [] })
  }
  while (count < 600) add()
  const chunks: string[] = []
  for (const chunk of documentChunks({ snapshot: { state, journalFrom: 13 }, savedAtMs: changedAtMs })) {
    chunks.push(chunk)
    for (let i = 0; i < 300; i++) add()
    if (chunks.length > 100) break
  }
  const [orders] = JSON.parse(chunks.join('')).queues
  expect([orders.recentSends.length, orders.receiveAttempts.length]).toEqual([602, 601])
})
