import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { restoreMessage, restoreQueue } from '../../src/core/records.ts'
import { emptyState, type State } from '../../src/core/state.ts'
import type { Snapshot } from '../../src/document/document.ts'
import { documentChunks } from '../../src/document/writer.ts'
import { localFileSystem } from '../../src/store/file-system.ts'
import { SnapshotFile } from '../../src/store/snapshot-file.ts'
import { anyState } from '../store/arbitrary-state.ts'
import { messagesOf, plainState } from '../store/plain-state.ts'
import { contextAt } from '../store/read-text.ts'
import { temporaryFolder } from '../store/test-disk.ts'

const savedAtMs = Date.UTC(2026, 10, 30, 12)

function documentOf(state: State, journalFrom = state.sequence + 1): string {
  return [...documentChunks({ snapshot: { state, journalFrom }, savedAtMs })].join('')
}

function fileWith(text: string | Buffer): string {
  const folder = temporaryFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'state.json')
  writeFileSync(file, text)
  return file
}

/** Reads a file as one text, or above `wholeBytes` line by line. */
async function read(file: string, wholeBytes = 1e6): Promise<Snapshot> {
  const { signal } = new AbortController()
  const nowMs = () => savedAtMs
  const beforeReplace = async () => {}
  const document = new SnapshotFile({
    fileSystem: localFileSystem,
    file,
    context: contextAt(savedAtMs),
    nowMs,
    beforeReplace,
    signal,
    wholeBytes,
  })
  return (await document.read())!
}

const small = `{
  "$schema": "urn:twinmq:snapshot:1",
  "twinmq": 1,
  "savedAt": "2026-11-30T12:00:00.000Z",
  "sequence": 12,
  "changedAt": "2026-11-30T11:59:59.999Z",
  "journalFrom": 12,
  "deletedQueues": [{ "queue": "000000000000/us-east-1/old", "at": "2026-11-30T11:59:00.000Z" }],
  "queues": [
    {
      "name": "orders",
      "account": "000000000000",
      "region": "us-east-1",
      "id": 1,
      "created": "2026-11-30T11:00:00.000Z",
      "lastSequence": 3,
      "attributes": { "VisibilityTimeout": 45, "DelaySeconds": 90, "SqsManagedSseEnabled": false },
      "tags": { "team": "pay", "__proto__": "x" },
      "messages": [
        { "body": "hello \u00e9\ud83d\ude00", "attributes": { "kind": { "type": "String", "value": "greeting" }, "n": { "type": "Number.int", "value": "7" } }, "id": "00000000000040008000000000000001", "sequence": 1, "sent": "2026-11-30T11:00:00.001Z" },
        { "body": "two\\nlines", "id": "00000000000040008000000000000003", "sequence": 3, "sender": "AROA:me", "priority": 1, "sent": "2026-11-30T11:00:00.001Z", "visibleAt": "2026-11-30T11:00:30.001Z", "receives": 2, "firstReceivedAt": "2026-11-30T11:00:00.002Z", "receivedAt": "2026-11-30T11:00:00.003Z", "receipt": 3, "traceHeader": "Root=1" }
      ]
    },
    {
      "name": "empty",
      "account": "000000000000",
      "region": "us-east-1",
      "id": 2,
      "created": "2026-11-30T11:00:00.000Z",
      "messages": [
      ]
    }
  ]
}
`

describe('the document', () => {
  test('has a message a line, names of the clouds, and nothing that stands at its default', async () => {
    const { state, journalFrom } = await read(fileWith(small))
    expect(documentOf(state, journalFrom)).toBe(small)
    const orders = state.queues.get('000000000000/us-east-1/orders')!
    expect(orders.settings).toEqual({ visibilityTimeoutMs: 45_000, delayMs: 90_000, managedEncryption: false })
    expect([...orders.tags]).toEqual([
      ['team', 'pay'],
      ['__proto__', 'x'],
    ])
    expect(messagesOf(orders)[1]).toEqual({
      id: '00000000000040008000000000000003',
      sequence: 3,
      body: 'two\nlines',
      senderId: 'AROA:me',
      priority: 1,
      sentAtMs: Date.UTC(2026, 10, 30, 11, 0, 0, 1),
      visibleAtMs: Date.UTC(2026, 10, 30, 11, 0, 30, 1),
      receiveCount: 2,
      firstReceivedAtMs: Date.UTC(2026, 10, 30, 11, 0, 0, 2),
      receivedAtMs: Date.UTC(2026, 10, 30, 11, 0, 0, 3),
      delivery: 3,
      extras: { traceHeader: 'Root=1' },
    })
  })

  test('holds any state, and gives it back whichever way it is read', async () => {
    const folder = mkdtempSync(join(dirname(fileWith('')), 'any-'))
    const file = join(folder, 'state.json')
    const property = fc.asyncProperty(anyState, fc.nat(), async (state, journalFrom) => {
      const text = documentOf(state, journalFrom)
      writeFileSync(file, text)
      for (const wholeBytes of [1e6, 0]) {
        const snapshot = await read(file, wholeBytes)
        expect(plainState(snapshot.state)).toEqual(plainState(state))
        expect(snapshot.journalFrom).toBe(journalFrom)
      }
      writeFileSync(file, JSON.stringify(JSON.parse(text), null, 4))
      expect(documentOf((await read(file)).state, journalFrom)).toBe(text)
    })
    await fc.assert(property, { numRuns: 150 })
  })

  test('is the same in the shared namespace', async () => {
    const state = Object.assign(emptyState('shared'), { sequence: 3 })
    expect(JSON.parse(documentOf(state))).toMatchObject({ sequence: 3, journalFrom: 4, queues: [] })
  })

  test('may be laid out in any way, with a byte order mark, and with numbers and booleans as text', async () => {
    const value = JSON.parse(
      small.replace('45', '"45"').replace('"SqsManagedSseEnabled": false', '"SqsManagedSseEnabled": "False"'),
    )
    const { state } = await read(fileWith(`\ufeff${JSON.stringify(value)}`))
    expect(documentOf(state, 12)).toBe(small)
  })

  /** A queue of that many short messages, with a long one now and then. */
  function stateOf(count: number): { state: State; add: () => void } {
    const state = emptyState('isolated')
    const address = { account: '000000000000', region: 'us-east-1', name: 'orders' }
    const times = { createdAtMs: savedAtMs, modifiedAtMs: savedAtMs, purgedAtMs: 0 }
    const queue = restoreQueue(state, { id: 1, address, settings: {}, tags: [], ...times, lastSequence: 0 })
    const add = () => {
      const sequence = queue.lastSequence + 1
      const id = sequence.toString(16).padStart(32, '0')
      const body = sequence % 1_000 === 0 ? 'x'.repeat(100_000) : `body ${sequence}`
      restoreMessage(queue, { id, sequence, body, senderId: 'me', sentAtMs: savedAtMs, visibleAtMs: savedAtMs })
    }
    while (queue.lastSequence < count) add()
    return { state, add }
  }

  test('is written in chunks, so that many messages never hold up the loop for long', () => {
    const { state } = stateOf(20_000)
    const chunks = [...documentChunks({ snapshot: { state, journalFrom: 1 }, savedAtMs })]
    expect(chunks.length).toBeGreaterThan(80)
    expect(Math.max(...chunks.map((chunk) => chunk.split('\n').length))).toBeLessThan(300)
    expect(Math.max(...chunks.map((chunk) => chunk.length))).toBeLessThan(200_000)
    expect(JSON.parse(chunks.join('')).queues[0].messages).toHaveLength(20_000)
  })

  test('has an end, however fast messages arrive while it is written', () => {
    const { state, add } = stateOf(600)
    const chunks: string[] = []
    for (const chunk of documentChunks({ snapshot: { state, journalFrom: 1 }, savedAtMs })) {
      chunks.push(chunk)
      for (let i = 0; i < 300; i++) add()
      if (chunks.length > 100) break
    }
    expect(JSON.parse(chunks.join('')).queues[0].messages).toHaveLength(600)
  })

  test('without a number of its last command goes on after those of its queues', async () => {
    const { state, journalFrom } = await read(
      fileWith(small.replace(/"(sequence|journalFrom)": 12,/g, '').replace('"id": 2', '"id": 7')),
    )
    expect(state.sequence).toBe(7)
    expect(journalFrom).toBe(8)
  })

  test('needs no more than its queues to say where it stands', async () => {
    const { state, journalFrom } = await read(fileWith('{}'))
    expect(plainState(state)).toEqual(plainState(Object.assign(emptyState('isolated'), { changedAtMs: savedAtMs })))
    expect(journalFrom).toBe(1)
  })
})

describe('a document that cannot be read is refused with file, line and advice', () => {
  test.each([
    ['not valid JSON', 18, small.replace('"tags": {', '"tags": ')],
    ['not valid JSON', 33, small.slice(0, -3)],
    ['twinmq: version 1 is expected', 3, small.replace('"twinmq": 1', '"twinmq": 2')],
    ['sequence: a whole number is expected', 5, small.replace('"sequence": 12', '"sequence": -1')],
    ['colour: no such member is known', 3, small.replace('"twinmq": 1', '"colour": 1')],
    ['__proto__: no such member is known', 3, small.replace('"twinmq": 1', '"__proto__": 1')],
    ['deletedQueues[0].at: an instant', 8, small.replace('"at": "2026-11-30T11:59:00.000Z"', '"at": "yesterday"')],
    ['queues: a list is expected', 9, '{\n\n\n\n\n\n\n\n"queues": {} }'],
    ['queues[0]: a member "name" is expected', 10, small.replace('      "name": "orders",\n', '')],
    ['queues[1].id: a queue with id 1 already exists', 28, small.replace('"id": 2', '"id": 1')],
    ['queues[1]: queue 000000000000/us-east-1/orders already exists', 24, small.replace('"empty"', '"orders"')],
    ['queues[0].attributes.Delay: no such member is known', 17, small.replace('DelaySeconds', 'Delay')],
    ['queues[0].attributes.DelaySeconds: a number of seconds from 0 to 604800', 17, small.replace('90', '"soon"')],
    ['queues[0].tags.team: a text is expected', 18, small.replace('"pay"', '7')],
    ['queues[0].messages[1]: a sequence higher than 1', 21, small.replace('"sequence": 3', '"sequence": 1')],
    ['queues[0].messages[0].id: 32 lower-case hexadecimal digits', 20, small.replace('0001"', '000g"')],
    ['queues[0].messages[1].priority: a number from 1 to 16', 21, small.replace('"priority": 1', '"priority": 17')],
    ['queues[0].messages[0].attributes.kind.type: String, Number or Binary', 20, small.replace('"String"', '"Text"')],
    [
      'queues[0].messages[0]: a member "body", "json" or "base64" is expected',
      20,
      small.replace('"body": "hello \u00e9\ud83d\ude00", ', ''),
    ],
  ])('%s', async (problem, line, text) => {
    const file = fileWith(text)
    const refusal = read(file)
    await expect(refusal).rejects.toThrow(`${file}, line ${line}: ${problem}`)
    await expect(refusal).rejects.toThrow(
      'Nothing was changed. Repair it, or to start empty move it and its journal away.',
    )
  })

  test('text that is not UTF-8', async () => {
    await expect(read(fileWith(Buffer.from([0x7b, 0xff, 0x7d])))).rejects.toThrow('this is not UTF-8 text')
  })

  test('an empty file', async () => {
    await expect(read(fileWith(''))).rejects.toThrow(
      'this file is empty. Nothing was changed. To start empty, remove it and its journal.',
    )
  })
})

describe('a document too large to be read as one text', () => {
  test.each([
    ['another layout', 1, JSON.stringify(JSON.parse(small))],
    ['another indent', 2, JSON.stringify(JSON.parse(small), null, 4)],
    ['a message on two lines', 20, small.replace('{ "body": "hello', '{\n"body": "hello')],
    ['an end before the end', 34, small.slice(0, -2)],
    ['something after the end', 35, `${small}{}\n`],
    ['a message that is none', 20, small.replace('"kind": { "type": "String"', '"kind": { "type": "Text"')],
    ['a queue that is none', 19, small.replace('"id": 1', '"id": "one"')],
    ['a head that is none', 9, small.replace('"twinmq": 1', '"twinmq": 2')],
  ])('is refused with its line where it has %s', async (_, line, text) => {
    const file = fileWith(text)
    const refusal = read(file, 0)
    await expect(refusal).rejects.toThrow(`${file}, line ${line}: `)
    await expect(refusal).rejects.toThrow(
      'remove messages until the document is smaller than 400 MB. Repair it, or to start empty move it and its journal away.',
    )
  })
})
