import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readDocument } from '../../src/document/read-document.ts'
import { StoreUnreadable } from '../../src/document/unreadable.ts'
import { readDataFile } from '../../src/store/read-data-file.ts'
import { FilePlace } from './file-place.ts'
import { stateText } from './plain-state.ts'
import { contextAt } from './read-text.ts'
import { sealedFileAnew, unsealed } from './sealed-file.ts'
import { create, send, Worker } from './worker.ts'

/** A data file with a queue of 600 messages, as a stop leaves it. */
async function savedFile(): Promise<{ place: FilePlace; text: string; state: string }> {
  const place = new FilePlace()
  const store = place.open()
  const worker = new Worker((await store.load()).state, store)
  await worker.work(create('orders'), ...Array.from({ length: 600 }, (_, index) => send('orders', `body ${index} é`)))
  await store.saveSnapshot(worker.state)
  await store.close()
  return { place, text: readFileSync(place.file, 'utf8'), state: stateText(worker.state) }
}

/** Reads a text in blocks of that size, as one text or line by line. */
function readIn(text: string, blockBytes: number, limitBytes?: number) {
  const bytes = Buffer.from(text)
  async function* blocks() {
    for (let at = 0; at < bytes.length; at += blockBytes) yield bytes.subarray(at, at + blockBytes)
  }
  return readDocument(blocks(), 'state.json', contextAt(0), limitBytes)
}

const changes: readonly (readonly [name: string, change: (text: string) => string, said: string])[] = [
  ['a body that is another', (text) => text.replace('body 7 ', 'body 9 '), 'its digest does not match'],
  ['a message that is gone', (text) => text.replace(/\n.*"body 7 .*/, ''), 'its digest does not match'],
  ['another digest', (text) => text.replace(/"digest": "\w{8}/, '"digest": "00000000'), 'its digest does not match'],
  ['a blank more', (text) => text.replace('"sequence": ', '"sequence":  '), 'its digest does not match'],
  ['a line end more', (text) => `${text}\n`, 'its digest does not match'],
  ['no "sealed"', (text) => text.replace('  "sealed": true,\n', ''), '"sealed" or "digest" is missing'],
  ['no digest', (text) => text.replace(/,\n {2}"digest": .*/, ''), '"sealed" or "digest" is missing'],
]

test('a data file is sealed: its digest is the SHA-256 of the bytes before its line', async () => {
  const { place, text } = await savedFile()
  expect(text).toMatch(/^\{\n {2}"\$schema": .*\n {2}"twinmq": 1,\n {2}"savedAt": .*\n {2}"sealed": true,\n/)
  const [, digest] = /,\n {2}"digest": "([0-9a-f]{64})"\n\}\n$/.exec(text) ?? []
  const sum = execFileSync('sh', ['-c', 'head -n -2 "$1" | sha256sum', 'sh', place.file], { encoding: 'utf8' })
  expect(sum.slice(0, 64)).toBe(digest)
  expect(sealedFileAnew(text)).toBe(text)
})

test('a data file that is as it was saved loads without a word, in blocks of any size', async () => {
  const { place, text, state } = await savedFile()
  const store = place.open({ verify: true })
  const loaded = await store.load()
  expect(loaded.notices).toEqual([])
  expect(stateText(loaded.state)).toBe(state)
  await store.close()
  for (const limitBytes of [undefined, 0])
    for (const blockBytes of [1, 7, 90, 1_000, 1_024, 65_536, text.length - 3, 1_000_000])
      expect(await readIn(text, blockBytes, limitBytes)).toMatchObject({ changed: undefined, notices: [] })
})

test.each(changes)('a data file with %s loads with one line, or is refused', async (_, change, said) => {
  const { place, text } = await savedFile()
  const changed = change(text)
  expect(changed).not.toBe(text)
  writeFileSync(place.file, changed)
  const line = `this was changed since twinmq saved it: ${said}`
  const load = place.open({ verify: true }).load()
  await expect(load).rejects.toThrow(StoreUnreadable)
  await expect(load).rejects.toThrow(`${place.file}: ${line}. Nothing was changed. Put back what it held`)
  expect(readFileSync(place.file, 'utf8')).toBe(changed)
  for (const limitBytes of [undefined, 0])
    for (const blockBytes of [1, 90, 1_000_000])
      expect(await readIn(changed, blockBytes, limitBytes)).toMatchObject({ notices: [`state.json: ${line}`] })
  const store = place.open()
  const { state, notices } = await store.load()
  expect(notices).toEqual([`${place.file}: ${line}`])
  await store.saveSnapshot(state)
  await store.close()
  expect(readFileSync(place.file, 'utf8')).toBe(sealedFileAnew(readFileSync(place.file, 'utf8')))
})

test.each([
  ['"sealed": true', '"sealed": false', 'sealed: true is expected, or no such member'],
  ['"sealed"', '"sealec"', 'no such member is known; did you mean "sealed"?'],
  ['"digest"', '"digesu"', 'no such member is known; did you mean "digest"?'],
  ['"digest": "', '"digest": "x', 'digest: 64 lower-case hexadecimal digits are expected'],
])('a data file with %s for %s is refused', async (from, to, said) => {
  const { place, text } = await savedFile()
  writeFileSync(place.file, text.replace(from, to))
  await expect(place.open().load()).rejects.toThrow(said)
})

test('a file from before has no seal, and loads without a word', async () => {
  const { place, text } = await savedFile()
  writeFileSync(place.file, unsealed(text))
  const store = place.open({ verify: true })
  expect((await store.load()).notices).toEqual([])
  await store.close()
})

test('a data file that was changed is reported beside a journal too, and copies have no seal', async () => {
  const { place, text } = await savedFile()
  const store = place.open()
  const worker = new Worker((await store.load()).state, store)
  await worker.work(send('orders', 'later'))
  writeFileSync(place.file, text.replace('body 7 ', 'body 9 '))
  const found = await readDataFile(place.file)
  expect(found?.notices).toEqual([expect.stringContaining('this was changed since twinmq saved it')])
  const chunks: Uint8Array[] = []
  for await (const chunk of found!.bytes) chunks.push(chunk)
  expect(Buffer.concat(chunks).toString()).not.toMatch(/"sealed"|"digest"/)
  expect(readFileSync((await store.backUp(worker.state))!, 'utf8')).not.toMatch(/"sealed"|"digest"/)
  await store.close()
})
