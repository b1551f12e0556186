import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { StoreUnreadable } from '../../src/document/unreadable.ts'
import { Journal } from '../../src/store/journal.ts'
import { StoreFailure } from '../../src/store/store.ts'
import { FilePlace } from './file-place.ts'
import { stateText } from './plain-state.ts'
import { sealedAnew, wholeLines } from './sealed-line.ts'
import { quickFileSystem } from './test-disk.ts'
import { create, send, Worker } from './worker.ts'

/** A line after a change, with its right checksum. */
function edited(line: string, from: string, to: string): string {
  expect(line).toContain(from)
  return sealedAnew(line.replace(from, to))
}

/** A journal of five entries, as lines. */
async function fiveLines(): Promise<{ place: FilePlace; worker: Worker; journal: string; lines: string[] }> {
  const place = new FilePlace()
  const store = place.open()
  const worker = new Worker((await store.load()).state, store)
  await worker.work(create('orders'))
  for (const body of ['a', 'b', 'c', 'd']) await worker.work(send('orders', body))
  const journal = `${place.file}.journal`
  return { place, worker, journal, lines: wholeLines(readFileSync(journal, 'utf8')) }
}

describe('the journal', () => {
  test('says in its first line which version of events follows, and readable text in the others', async () => {
    const { lines } = await fiveLines()
    expect(lines).toHaveLength(5)
    expect(lines[0]).toMatch(/^\{"sequence":1,"version":2,"after":0,"atMs":\d+,"events":\[\{"kind":"queueCreated",/)
    expect(lines[1]).toMatch(
      /^\{"sequence":2,"atMs":\d+,"events":\[\{"kind":"messageSent","queue":1,"message":\{"id":"\w{32}","sequence":1,"body":"a",/,
    )
    for (const line of lines) expect(line).toBe(sealedAnew(line))
  })

  test('ends in the start of the line to come', async () => {
    const { journal, worker } = await fiveLines()
    expect(readFileSync(journal, 'utf8')).toMatch(/"}\n\{"sequence":6$/)
    await worker.work(send('orders', 'e'))
    expect(readFileSync(journal, 'utf8')).toMatch(/"}\n\{"sequence":6,"atMs":.*"}\n\{"sequence":7$/)
  })

  test('of a later run goes on in the same file and says its version again', async () => {
    const { place, journal } = await fiveLines()
    const store = place.open()
    const worker = new Worker((await store.load()).state, store)
    await worker.work(send('orders', 'e'), send('orders', 'f'))
    const lines = wholeLines(readFileSync(journal, 'utf8'))
    expect(lines).toHaveLength(7)
    expect(lines[5]).toContain('{"sequence":6,"version":2,"after":5,')
    expect(lines[6]).toMatch(/^\{"sequence":7,"atMs":/)
    await store.close()
  })

  test.each<[problem: string, line: number, change: (lines: string[]) => unknown]>([
    ['not valid JSON', 3, (lines) => lines.splice(2, 1, lines[2]!.slice(0, -1))],
    ['not valid JSON', 4, (lines) => lines.splice(3, 0, '')],
    ['an object is expected', 1, (lines) => lines.splice(0, 1, '[]')],
    ['entries 3 to 3 are missing before this line', 3, (lines) => lines.splice(2, 1)],
    ['sequence 2 must be higher than 2', 3, (lines) => lines.splice(2, 0, lines[1]!)],
    [
      'version: version 2 is expected at most',
      1,
      (lines) => lines.splice(0, 1, edited(lines[0]!, '"version":2', '"version":3')),
    ],
    [
      'after: a whole number is expected',
      1,
      (lines) => lines.splice(0, 1, edited(lines[0]!, '"after":0', '"after":-1')),
    ],
    [
      'events[0]: no event "messageLost" is known',
      2,
      (lines) => lines.splice(1, 1, edited(lines[1]!, 'messageSent', 'messageLost')),
    ],
    [
      'events[0]: no event "__proto__" is known',
      2,
      (lines) => lines.splice(1, 1, edited(lines[1]!, 'messageSent', '__proto__')),
    ],
    ['events[0].message.body: a text is expected', 2, (lines) => lines.splice(1, 1, edited(lines[1]!, '"a"', '7'))],
    [
      'events[0].queue: a whole number is expected',
      5,
      (lines) => lines.splice(4, 1, edited(lines[4]!, '"queue":1', '"queue":1.5')),
    ],
    ['atMs: a whole number is expected', 5, (lines) => lines.splice(4, 1, edited(lines[4]!, '"atMs":', '"atMs":-'))],
    ['note: no such member is known', 2, (lines) => lines.splice(1, 1, edited(lines[1]!, '{', '{"note":1,'))],
    [
      'events[0].queu: no such member is known',
      2,
      (lines) => lines.splice(1, 1, edited(lines[1]!, '"queue":1', '"queue":1,"queu":1')),
    ],
    [
      'events[0].message.extra: no such member is known',
      2,
      (lines) => lines.splice(1, 1, edited(lines[1]!, '"body":', '"extra":1,"body":')),
    ],
    ['this line was changed', 2, (lines) => lines.splice(1, 1, lines[1]!.replace('"body":"a"', '"body":"c"'))],
    ['this line was changed', 5, (lines) => lines.splice(4, 1, lines[4]!.replace(/.(?="}$)/, 'x'))],
    ['this line was changed', 3, (lines) => lines.splice(2, 1, lines[2]!.replace(',"crc":', ', "crc":'))],
    ['this line was changed', 3, (lines) => lines.splice(2, 1, `${lines[2]} `)],
    ['a checksum "crc" is expected', 1, (lines) => lines.splice(0, 1, lines[0]!.replace(/,"crc".*/, '}'))],
    ['a checksum "crc" is expected', 4, (lines) => lines.splice(3, 1, lines[3]!.replace(/,"crc".*/, '}'))],
    ['a checksum "crc" is expected', 5, (lines) => lines.splice(4, 1, lines[4]!.replace(/,"crc".*/, '}'))],
    [
      'crd: no such member is known; did you mean "crc"?',
      1,
      (lines) => lines.splice(0, 1, lines[0]!.replace('"crc"', '"crd"')),
    ],
    ['this is not UTF-8 text', 2, (lines) => lines.splice(1, 1, lines[1]!.replace('"a"', '"\udc00"'))],
  ])('refuses "%s" in line %i, and touches nothing', async (problem, line, change) => {
    const { place, journal, lines } = await fiveLines()
    change(lines)
    const bytes = Buffer.from(`${lines.join('\n')}\n`)
    if (problem.includes('UTF-8')) bytes[bytes.indexOf('\ufffd')] = 0xff
    writeFileSync(journal, bytes)
    const load = place.open().load()
    await expect(load).rejects.toThrow(StoreUnreadable)
    await expect(load).rejects.toThrow(`${journal}, line ${line}: ${problem}`)
    await expect(load).rejects.toThrow('Nothing was changed. Remove that line and all lines after it')
    expect(readFileSync(journal)).toEqual(bytes)
    expect(place.files).toEqual(['state.json.journal'])
  })

  test('of many blocks is refused with the right line as well', async () => {
    const { place, worker, journal } = await fiveLines()
    for (let i = 0; i < 9; i++) await worker.work(send('orders', 'x'.repeat(1_000_000)))
    writeFileSync(journal, 'nonsense\n', { flag: 'a' })
    await worker.store.close()
    await expect(place.open().load()).rejects.toThrow(`${journal}, line 15: not valid JSON`)
  })

  test.each<[what: string, change: (document: string) => string]>([
    ['that was written by hand', () => '{ "queues": [] }'],
    ['that names all but where its journal goes on', (document) => document.replace(/ *"journalFrom": \d+,\n/, '')],
  ])('is not mixed with a document %s, which took the place of its own', async (_, change) => {
    const { place, worker, journal } = await fiveLines()
    await worker.store.saveSnapshot(worker.state)
    await worker.work(send('orders', 'e'))
    const document = change(readFileSync(place.file, 'utf8'))
    const lines = readFileSync(journal)
    writeFileSync(place.file, document)
    const load = place.open().load()
    await expect(load).rejects.toThrow(StoreUnreadable)
    await expect(load).rejects.toThrow(`${place.file}: this file was put here by hand, but ${journal} beside it`)
    await expect(load).rejects.toThrow(`To go on from this file alone, remove ${journal}.`)
    expect(readFileSync(place.file, 'utf8')).toBe(document)
    expect(readFileSync(journal)).toEqual(lines)
  })

  test('beside a document by hand is no trouble if it is empty', async () => {
    const place = new FilePlace()
    writeFileSync(place.file, '{ "queues": [{ "name": "orders" }] }')
    writeFileSync(`${place.file}.journal`, '')
    const store = place.open()
    const { state, completed } = await store.load()
    expect(state.queues.size).toBe(1)
    expect(completed).toBe(true)
    await store.close()
  })

  test('of another document is refused: what lies between is missing', async () => {
    const { place, worker, journal } = await fiveLines()
    await worker.store.saveSnapshot(worker.state)
    await worker.work(send('orders', 'e'))
    const document = readFileSync(place.file, 'utf8')
    writeFileSync(place.file, document.replace(/"sequence": \d+,/, '"sequence": 3,'))
    await expect(place.open().load()).rejects.toThrow(`${journal}, line 1: entries 4 to 5 are missing before this line`)
  })

  test('that is older than the document is passed over, whatever of it was left behind', async () => {
    const { place, worker, journal } = await fiveLines()
    const { queue } = create('orders')
    await worker.work({ kind: 'setQueueSettings', queue, settings: { delayMs: 1_000 } })
    const old = readFileSync(journal)
    await worker.work({ kind: 'setQueueSettings', queue, settings: { delayMs: 2_000 } })
    await worker.store.saveSnapshot(worker.state)
    await worker.work(send('orders', 'e'))
    renameSync(journal, `${journal}.1`)
    writeFileSync(journal, old)
    const store = place.open()
    expect(stateText((await store.load()).state)).toBe(stateText(worker.state))
    await store.close()
  })

  test('with windows line ends is read as well', async () => {
    const { place, worker, journal } = await fiveLines()
    writeFileSync(journal, readFileSync(journal, 'utf8').replaceAll('\n', '\r\n'))
    const store = place.open()
    const { state, notices } = await store.load()
    expect(notices).toEqual([])
    expect(stateText(state)).toBe(stateText(worker.state))
    await store.close()
  })

  test.each(['process', 'disk'] as const)(
    'in mode %s takes nothing once the file belongs to another process',
    async (durability) => {
      const place = new FilePlace()
      const confirmOwner = () => {
        throw new StoreFailure('another process has taken this lock')
      }
      const options = { fileSystem: quickFileSystem, file: place.file, durability, confirmOwner }
      const journal = await Journal.open(options, [], 0)
      const append = async () => await journal.append([{ sequence: 1, atMs: 1, events: [] }])
      await expect(append()).rejects.toThrow(StoreFailure)
      expect(journal.bytes).toBe(0)
      await journal.close()
      expect(place.files).toEqual([])
    },
  )

  test('is worth a snapshot when it is larger than 64 MB, and larger than twice the document', async () => {
    const place = new FilePlace()
    const store = place.open()
    const worker = new Worker((await store.load()).state, store)
    await worker.work(create('orders'))
    const megabytes = (count: number) =>
      worker.work(...Array.from({ length: count }, () => send('orders', 'x'.repeat(1_048_576))))
    await megabytes(63)
    expect(store.snapshotDue).toBe(false)
    await megabytes(1)
    expect(store.snapshotDue).toBe(true)
    const saved = store.saveSnapshot(worker.state)
    expect(store.snapshotDue).toBe(false)
    await saved
    expect(store.snapshotDue).toBe(false)
    await megabytes(127)
    expect(store.snapshotDue).toBe(false)
    await megabytes(2)
    expect(store.snapshotDue).toBe(true)
    await store.close()
  })
})
