import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { linesOf } from '../../src/document/lines.ts'
import { StoreUnreadable } from '../../src/document/unreadable.ts'
import type { FileSystem } from '../../src/store/file-system.ts'
import { FilePlace } from './file-place.ts'
import { stateText } from './plain-state.ts'
import { sealedAnew } from './sealed-line.ts'
import { quickFileSystem, TestDisk } from './test-disk.ts'
import { create, send, Worker } from './worker.ts'

/** Bytes, kind and times of all that is in a folder. */
function everything(place: FilePlace): unknown[] {
  const folder = dirname(place.file)
  return readdirSync(folder).map((name) => {
    const path = join(folder, name)
    const found = statSync(path)
    return { name, mtimeMs: found.mtimeMs, bytes: found.isFile() ? readFileSync(path, 'base64') : 'folder' }
  })
}

/** A disk that lets nobody read one of its files. */
function closedTo(path: string): FileSystem {
  const refused = Object.assign(new Error(`EACCES: permission denied, open '${path}'`), { code: 'EACCES' })
  const { open } = quickFileSystem
  return { ...quickFileSystem, open: (asked, flags) => (asked === path ? Promise.reject(refused) : open(asked, flags)) }
}

/** A document with a queue, and a journal of three sends in two files, as a process leaves them that dies while it folds. */
async function killed(): Promise<{ place: FilePlace; journal: string; worker: Worker }> {
  const disk = new TestDisk()
  const place = new FilePlace({ fileSystem: disk.fileSystem })
  const store = place.open()
  const worker = new Worker((await store.load()).state, store)
  await worker.work(create('orders'))
  await store.saveSnapshot(worker.state)
  await worker.work(send('orders', 'a'))
  await worker.work(send('orders', 'b'))
  disk.before = ({ call, path }) =>
    call === 'fsync' && path.endsWith('.tmp') ? worker.work(send('orders', 'c')) : undefined
  disk.fault = ({ call, path }) => (call === 'rename' && path === place.file ? 'crash' : undefined)
  await expect(store.saveSnapshot(worker.state)).rejects.toThrow()
  disk.bury()
  rmSync(`${place.file}.lock`)
  rmSync(`${place.file}.tmp`, { force: true })
  return { place, journal: `${place.file}.journal`, worker }
}

const remedy =
  'Nothing was changed. Remove that line and all lines after it to continue from what is before it, or move'

/** What is done to the journal, and what is said of it: where, what and what to do. */
const cases: readonly {
  readonly name: string
  readonly spoil: (journal: string) => void
  readonly said: (journal: string) => readonly string[]
}[] = [
  {
    name: 'that is binary',
    spoil: (journal) => writeFileSync(journal, Buffer.concat([gzipSync('x'.repeat(99)), Buffer.from('\n')])),
    said: (journal) => [`${journal}, line 1: this is not UTF-8 text`, remedy],
  },
  {
    name: 'that is all zeros, as a loss of power can leave it',
    spoil: (journal) => writeFileSync(journal, `${'\0'.repeat(4096)}\n`),
    said: (journal) => [`${journal}, line 1: not valid JSON`, remedy],
  },
  {
    name: 'of another program',
    spoil: (journal) => writeFileSync(journal, '{"level":"info","message":"started"}\n'),
    said: (journal) => [`${journal}, line 1: level: no such member is known`, remedy],
  },
  {
    name: 'with something in the middle that was cut off',
    spoil: (journal) => writeFileSync(journal, readFileSync(journal, 'utf8').replace(/.{9}\n/, '\n')),
    said: (journal) => [`${journal}, line 1: not valid JSON`, remedy],
  },
  {
    name: 'of a newer twinmq',
    spoil: (journal) => {
      const lines = readFileSync(journal, 'utf8').split('\n')
      writeFileSync(
        journal,
        [sealedAnew(lines[0]!.replace('"version":2', '"version":3')), ...lines.slice(1)].join('\n'),
      )
    },
    said: (journal) => [
      `${journal}, line 1: version: version 2 is expected at most; a newer twinmq may have written`,
      remedy,
    ],
  },
  {
    name: 'in which a line stands twice',
    spoil: (journal) => {
      const [first, second] = readFileSync(journal, 'utf8').split('\n')
      writeFileSync(journal, `${first}\n${second}\n${second}\n`)
    },
    said: (journal) => [`${journal}, line 3: sequence 3 must be higher than 3`, remedy],
  },
  {
    name: 'whose first file is gone',
    spoil: (journal) => rmSync(journal),
    said: (journal) => [`${journal}.1, line 1: entries 2 to 3 are missing before this line`, remedy],
  },
  {
    name: 'whose files changed places',
    spoil: (journal) => {
      renameSync(`${journal}.1`, `${journal}.x`)
      renameSync(journal, `${journal}.1`)
      renameSync(`${journal}.x`, journal)
    },
    said: (journal) => [`${journal}, line 1: entries 2 to 3 are missing before this line`, remedy],
  },
  {
    name: 'whose last line is of another program, and has no end',
    spoil: (journal) => appendFileSync(`${journal}.1`, 'started at noon'),
    said: (journal) => [`${journal}.1, line 2: this last line is not an entry or the beginning of one`, remedy],
  },
  {
    name: 'that ends in zeros and something else',
    spoil: (journal) => appendFileSync(`${journal}.1`, `${'\0'.repeat(4096)}x`),
    said: (journal) => [`${journal}.1, line 2: this last line is not an entry`, remedy],
  },
  {
    name: 'that is JSON of another form, on one line without an end',
    spoil: (journal) => writeFileSync(`${journal}.1`, '{"level":"info"}'),
    said: (journal) => [`${journal}.1, line 1: this last line is not an entry`, remedy],
  },
  {
    name: 'of which a file is a folder',
    spoil: (journal) => {
      rmSync(journal)
      mkdirSync(journal)
    },
    said: (journal) => [`${journal}: this is not a regular file. Nothing was changed. Move it away.`],
  },
]

describe('a journal', () => {
  test('in two files is read whole when nothing is wrong with it', async () => {
    const { place, worker } = await killed()
    const store = place.open({ fileSystem: quickFileSystem })
    expect(stateText((await store.load()).state)).toBe(stateText(worker.state))
    await store.close()
  })

  test.each(cases)('$name is refused, and nothing is touched', async ({ spoil, said }) => {
    const { place, journal } = await killed()
    spoil(journal)
    const before = everything(place)
    const load = place.open({ fileSystem: quickFileSystem }).load()
    await expect(load).rejects.toThrow(StoreUnreadable)
    for (const part of said(journal)) await expect(load).rejects.toThrow(part)
    expect(everything(place)).toEqual(before)
  })

  test('that may not be read is refused, and nothing is touched', async () => {
    const { place, journal } = await killed()
    const before = everything(place)
    const load = place.open({ fileSystem: closedTo(journal) }).load()
    await expect(load).rejects.toThrow(StoreUnreadable)
    await expect(load).rejects.toThrow(`EACCES: permission denied, open '${journal}'`)
    expect(everything(place)).toEqual(before)
  })

  test.each([
    ['that is empty', ''],
    ['of which only a part of the first line was written', '{"sequence":4,"ver'],
    ['of which only its first characters were written', '{"se'],
    ['of which a part was written, and zeros for the rest', `{"seq${'\0'.repeat(9)}`],
    ['that is all zeros', '\0'.repeat(4096)],
  ])('%s beside a document is passed over', async (_, content) => {
    const { place, journal } = await killed()
    rmSync(`${journal}.1`)
    writeFileSync(journal, content)
    const store = place.open({ fileSystem: quickFileSystem })
    const { state, notices } = await store.load()
    expect(state.sequence).toBe(1)
    expect(notices).toHaveLength(content === '' ? 0 : 1)
    await store.close()
  })
})

describe('a journal without a document', () => {
  test.each([
    ['of which only a part was written is dropped', '{"sequence":1,"ver', undefined],
    ['that is all zeros is refused', '\0'.repeat(9), 'this holds only zeros'],
    ['that is foreign is refused', 'started at noon', 'this last line is not an entry'],
  ])('%s', async (_, content, said) => {
    const place = new FilePlace({ fileSystem: quickFileSystem })
    mkdirSync(dirname(place.file), { recursive: true })
    writeFileSync(`${place.file}.journal`, content)
    const store = place.open()
    if (said !== undefined) return expect(store.load()).rejects.toThrow(`${place.file}.journal, line 1: ${said}`)
    expect((await store.load()).notices).toHaveLength(1)
    await store.close()
  })
})

test('a line that is too long for one text is refused before it is put together', async () => {
  const block = new Uint8Array(4 * 1024 * 1024)
  async function* endless() {
    for (;;) yield block
  }
  await expect(linesOf(endless(), () => {})).rejects.toThrow('this line is longer than 500 MiB')
})
