import { cpSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { FilePlace } from './file-place.ts'
import { unsealed } from './sealed-file.ts'

const stores = fileURLToPath(new URL('../../fixtures/stores/', import.meta.url))

/** Files as versions of the past have left them, the document that they come to, and how many notices are given. */
test.each([
  ['v1/document-alone', 'v1/document-alone/state.json', 0],
  ['v1/journal-alone', 'v1/document-alone/state.json', 0],
  ['v1/document-and-journal', 'v1/document-and-journal/expected.json', 0],
  ['v1/killed-while-folding', 'v1/killed-while-folding/expected.json', 1],
  ['v1/killed-before-cleaning-up', 'v1/killed-before-cleaning-up/expected.json', 0],
  ['v1/reset', 'v1/reset/expected.json', 0],
  ['v1/by-hand', 'v1/by-hand/expected.json', 0],
  ['v1/fifo-and-redrive', 'v1/fifo-and-redrive/expected.json', 0],
  ['v1/topics', 'v1/topics/expected.json', 0],
  ['v1/group-turns', 'v1/group-turns/state.json', 0],
])('%s loads, for ever', async (name, expected, noticeCount) => {
  const place = new FilePlace({ nowMs: () => Date.UTC(2026, 10, 30, 12) })
  const folder = dirname(place.file)
  cpSync(join(stores, name), folder, { recursive: true })
  rmSync(join(folder, 'expected.json'), { force: true })
  const store = place.open()
  const { state, notices } = await store.load()
  expect(notices).toHaveLength(noticeCount)
  await store.saveSnapshot(state)
  await store.close()
  expect(place.files).toEqual(['state.json'])
  expect(unsealed(readFileSync(place.file, 'utf8'))).toBe(readFileSync(join(stores, expected), 'utf8'))
})
