import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readDocument } from '../../src/document/read-document.ts'
import type { FileSystem } from '../../src/store/file-system.ts'
import { readDataFile } from '../../src/store/read-data-file.ts'
import { FilePlace } from './file-place.ts'
import { stateText } from './plain-state.ts'
import { contextAt } from './read-text.ts'
import { quickFileSystem } from './test-disk.ts'
import { create, send, Worker } from './worker.ts'

/** A disk that is only read. */
const readOnly: FileSystem = new Proxy(quickFileSystem, {
  get(disk, call: keyof FileSystem) {
    const reads = ['realpath', 'readlink', 'stat', 'readdir', 'open', 'close', 'read']
    if (!reads.includes(call)) throw new Error(`${call} is no reading`)
    return disk[call]
  },
})

/** A file whose owner is at work, with a document if it saved one. */
async function ownedFile(saved: boolean) {
  const place = new FilePlace()
  const store = place.open()
  const worker = new Worker((await store.load()).state, store)
  await worker.work(create('orders'))
  if (saved) await store.saveSnapshot(worker.state)
  await worker.work(send('orders', 'a'))
  return { place, store, worker, file: place.file }
}

async function stateIn(file: string, fileSystem = readOnly) {
  const found = await readDataFile(file, 'isolated', fileSystem)
  const { snapshot } = await readDocument(found!.bytes, file, contextAt(0))
  return { text: stateText(snapshot.state), notices: found!.notices }
}

describe('a data file is read with its journal, while its owner works on', () => {
  test.each([true, false])('with a document: %s', async (saved) => {
    const { place, store, worker, file } = await ownedFile(saved)
    const before = place.files
    expect((await stateIn(file)).text).toBe(stateText(worker.state))
    await worker.work(send('orders', 'b'))
    expect((await stateIn(file)).text).toBe(stateText(worker.state))
    expect(place.files).toEqual(before)
    await store.close()
  })

  test('and its last line, if that is cut off, is left out and said', async () => {
    const { store, worker, file } = await ownedFile(true)
    writeFileSync(`${file}.journal`, ',"at', { flag: 'a' })
    const { text, notices } = await stateIn(file)
    expect(text).toBe(stateText(worker.state))
    expect(notices).toEqual([expect.stringContaining('the last line was cut off')])
    await store.close()
  })

  test('again, when it is put into the document meanwhile', async () => {
    const { store, worker, file } = await ownedFile(true)
    let folds = 2
    const open: FileSystem['open'] = async (path, flags) => {
      if (path.includes('.journal') && folds-- > 0) {
        await worker.work(send('orders', `${folds}`))
        await store.saveSnapshot(worker.state)
        await worker.work(send('orders', 'more'))
      }
      return quickFileSystem.open(path, flags)
    }
    expect((await stateIn(file, { ...quickFileSystem, open })).text).toBe(stateText(worker.state))
    await store.close()
  })

  test('and refused, when that never ends', async () => {
    const { store, file } = await ownedFile(true)
    let reads = 0
    const stat: FileSystem['stat'] = async (path) => {
      const found = await quickFileSystem.stat(path)
      return found && path === file ? { ...found, changedAtMs: reads++ } : found
    }
    const refusal = readDataFile(file, 'isolated', { ...quickFileSystem, stat })
    await expect(refusal).rejects.toThrow('a running twinmq keeps folding its journal into this file')
    await store.close()
  })
})

test('a journal that goes on from another document is refused', async () => {
  const { store, file } = await ownedFile(true)
  await store.close()
  writeFileSync(file, '{"queues":[{"name":"mine"}]}')
  const before = readFileSync(`${file}.journal`, 'utf8')
  await expect(readDataFile(file)).rejects.toThrow('this file was put here by hand')
  expect(readFileSync(`${file}.journal`, 'utf8')).toBe(before)
})

test('a document without a journal says all there is, as does one with an empty one', async () => {
  const { store, file } = await ownedFile(true)
  await store.close()
  renameSync(`${file}.journal`, `${file}.elsewhere`)
  expect(await readDataFile(file)).toBeUndefined()
  writeFileSync(`${file}.journal`, '')
  expect(await readDataFile(file)).toBeUndefined()
  expect(await readDataFile(`${dirname(file)}/none/state.json`)).toBeUndefined()
  expect(readdirSync(dirname(file))).toContain('state.json')
})
