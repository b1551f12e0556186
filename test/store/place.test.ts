import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { StoreUnreadable } from '../../src/document/unreadable.ts'
import { FileStore } from '../../src/store/file-store.ts'
import type { FileSystem } from '../../src/store/file-system.ts'
import { localProcesses, type Processes } from '../../src/store/processes.ts'
import { StoreFailure } from '../../src/store/store.ts'
import { FilePlace } from './file-place.ts'
import { stateText } from './plain-state.ts'
import { quickFileSystem, TestDisk } from './test-disk.ts'
import { create, Worker } from './worker.ts'

const linux = process.platform === 'linux'

async function refused(file: string, ...parts: readonly string[]): Promise<void> {
  const load = new FileStore({ file, durability: 'process', namespace: 'isolated' }).load()
  await expect(load).rejects.toThrow(StoreUnreadable)
  for (const part of parts) await expect(load).rejects.toThrow(part)
}

describe('the place of the document', () => {
  test('must let a lock be made beside it, which is said where it does not', async () => {
    const place = new FilePlace()
    const path = `${place.file}.lock`
    const readOnly = Object.assign(new Error(`EROFS: read-only file system, open '${path}'`), { code: 'EROFS', path })
    const open: FileSystem['open'] = (asked, flags) =>
      asked === path ? Promise.reject(readOnly) : quickFileSystem.open(asked, flags)
    const load = place.open({ fileSystem: { ...quickFileSystem, open } }).load()
    await expect(load).rejects.toThrow('a lock file cannot be created beside it: EROFS')
  })

  test('is made when it is not there, and told to Git when it is the default one', async () => {
    const place = new FilePlace({}, 'project/.twinmq/state.json')
    const store = place.open()
    await store.load()
    expect(place.files).toEqual(['.gitignore', 'state.json.journal', 'state.json.lock'])
    expect(readFileSync(join(dirname(place.file), '.gitignore'), 'utf8')).toBe('*\n')
    await store.close()
    expect(place.files).toEqual(['.gitignore'])
  })

  test.each([
    ['a folder of another name', 'data/state.json', false],
    ['a default folder that was there', '.twinmq/state.json', true],
  ])('in %s is nothing for Git to be told', async (_, name, there) => {
    const place = new FilePlace({}, name)
    if (there) mkdirSync(dirname(place.file))
    const store = place.open()
    await store.load()
    await store.close()
    expect(place.files).toEqual([])
  })

  test('cannot be under a file', async () => {
    const place = new FilePlace()
    writeFileSync(place.file, '{}')
    const file = join(place.file, 'state.json')
    await refused(
      file,
      `${file}: state cannot be kept here: a part of its path is a file`,
      'Name another file with --data.',
    )
  })

  test('cannot be a folder', async () => {
    const place = new FilePlace()
    mkdirSync(place.file)
    await refused(place.file, `${place.file}: this is not a regular file`)
    expect(place.files).toEqual(['state.json'])
  })

  test.runIf(linux)('cannot be a pipe, which could keep the start waiting for ever', async () => {
    const place = new FilePlace()
    execFileSync('mkfifo', [place.file])
    await refused(place.file, 'this is not a regular file')
    execFileSync('rm', [place.file])
    execFileSync('mkfifo', [`${place.file}.journal`])
    await refused(place.file, `${place.file}.journal: this is not a regular file`)
    expect(place.files).toEqual(['state.json.journal'])
  })

  test
    .runIf(linux)
    .each(['/proc/state.json', '/proc/self/state.json', '/sys/state.json', '/proc/kmsg', '/proc/version', '/dev/null'])(
    'cannot be %s',
    (file) => refused(file, file),
  )

  test('is reported with what the system says when it cannot be written to', async () => {
    const disk = new TestDisk()
    disk.fault = ({ call }) => (call === 'open' ? { code: 'EROFS' } : undefined)
    const place = new FilePlace({ fileSystem: disk.fileSystem })
    writeFileSync(place.file, '{}')
    await expect(place.open().load()).rejects.toThrow(`${place.file}: state cannot be kept here: EROFS`)
    expect(place.files).toEqual(['state.json'])
  })

  test('may be reached by a symbolic link, which stays', async () => {
    const place = new FilePlace()
    writeFileSync(place.file, '{}')
    const link = join(dirname(place.file), 'link.json')
    symlinkSync(place.file, link)
    const store = place.open({ file: link })
    const worker = new Worker((await store.load()).state, store)
    await worker.work(create('orders'))
    await store.saveSnapshot(worker.state)
    await store.close()
    expect(place.files).toEqual(['link.json', 'state.json'])
    expect(readlinkSync(link)).toBe(place.file)
    expect(readFileSync(place.file, 'utf8')).toContain('"name": "orders"')
  })
})

describe('the lock', () => {
  const machine = (host: string, pid: number, alive: Readonly<Record<number, string>>): Processes => ({
    host,
    space: 'boot',
    pid,
    startOf: (other) => alive[other],
  })

  test('refuses a second process and names the first', async () => {
    const place = new FilePlace()
    const alive = { 7: 'monday', 8: 'tuesday' }
    const first = place.open({ processes: machine('box', 7, alive) })
    const worker = new Worker((await first.load()).state, first)
    const second = place.open({ processes: machine('box', 8, alive) })
    await expect(second.load()).rejects.toThrow(
      `${place.file}: it is in use by process 7 on box, since 2026-01-01T00:00:00.000Z`,
    )
    await worker.work(create('orders'))
    await first.close()
    expect(stateText((await second.load()).state)).toBe(stateText(worker.state))
    await second.close()
    expect(place.files).not.toContain('state.json.lock')
  })

  test('refuses a second store of the same process', async () => {
    const place = new FilePlace({ processes: localProcesses })
    const first = place.open()
    await first.load()
    await expect(place.open().load()).rejects.toThrow(`process ${process.pid} on ${localProcesses.host}`)
    await first.close()
  })

  const owned = (owner: object) =>
    `${JSON.stringify({ pid: 7, host: 'box', start: 'monday', since: '2026-01-01T00:00:00.000Z', ...owner })}\n`

  test.each([
    ['of a process that is gone', owned({}), { 8: 'tuesday' }],
    ['of an earlier process of the same number', owned({}), { 7: 'tuesday', 8: 'tuesday' }],
    ['of an earlier process of our own number', owned({ pid: 8 }), { 8: 'tuesday' }],
    ['that is empty, as a loss of power can leave it', '', { 8: 'tuesday' }],
  ])('%s is taken over', async (_, content, alive) => {
    const place = new FilePlace()
    writeFileSync(`${place.file}.lock`, content)
    const store = place.open({ processes: machine('box', 8, alive) })
    await store.load()
    expect(JSON.parse(readFileSync(`${place.file}.lock`, 'utf8'))).toMatchObject({
      pid: 8,
      host: 'box',
      start: 'tuesday',
    })
    expect(place.files).toEqual(['state.json.journal', 'state.json.lock'])
    await store.close()
  })

  test.each([
    ['of another machine, whose processes cannot be seen', owned({ host: 'other' }), { 8: 'tuesday' }],
    ['of a process of which nothing but its number is known', owned({ start: '' }), { 7: 'tuesday', 8: 'tuesday' }],
    ['of a process whose start the system does not say', owned({}), { 7: '', 8: '' }],
  ])('%s is respected', async (_, content, alive) => {
    const place = new FilePlace()
    writeFileSync(`${place.file}.lock`, content)
    await expect(place.open({ processes: machine('box', 8, alive) }).load()).rejects.toThrow(
      'it is in use by process 7 on ',
    )
    expect(readFileSync(`${place.file}.lock`, 'utf8')).toBe(content)
    expect(place.files).toEqual(['state.json.lock'])
  })

  test('without owner goes to one of several processes that find it', async () => {
    const place = new FilePlace()
    writeFileSync(`${place.file}.lock`, owned({}))
    const alive = Object.fromEntries(Array.from({ length: 8 }, (_, index) => [index + 10, 'tuesday']))
    const stores = Object.keys(alive).map((pid) => place.open({ processes: machine('box', Number(pid), alive) }))
    const ends = await Promise.allSettled(stores.map((store) => store.load()))
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const end of ends) if (end.status === 'rejected') expect(end.reason).toBeInstanceOf(StoreUnreadable)
    await Promise.all(stores.map((store) => store.close()))
  })

  test('is looked at again by a process that is about to take it over', async () => {
    const disk = new TestDisk()
    const place = new FilePlace({ fileSystem: disk.fileSystem })
    const lock = `${place.file}.lock`
    writeFileSync(lock, owned({}))
    const quicker = owned({ pid: 9, start: 'tuesday' })
    disk.before = ({ path }) => {
      if (path === `${lock}.taking` && place.files.length === 1) writeFileSync(lock, quicker)
    }
    const alive = { 8: 'tuesday', 9: 'tuesday' }
    await expect(place.open({ processes: machine('box', 8, alive) }).load()).rejects.toThrow(
      'in use by process 9 on box',
    )
    expect(place.files).toEqual(['state.json.lock'])
    expect(readFileSync(lock, 'utf8')).toBe(quicker)
  })

  test('that was deleted is made again with the next snapshot, and one that was taken away stops it', async () => {
    const place = new FilePlace()
    const store = place.open()
    const { state } = await store.load()
    execFileSync('rm', [`${place.file}.lock`])
    await store.saveSnapshot(state)
    expect(place.files).toContain('state.json.lock')
    writeFileSync(`${place.file}.lock`, owned({}))
    await expect(store.saveSnapshot(state)).rejects.toThrow(StoreFailure)
    await store.close()
    expect(readFileSync(`${place.file}.lock`, 'utf8')).toBe(owned({}))
  })

  test('knows whether a process of this machine is alive', () => {
    expect(localProcesses.startOf(process.pid)).toBe(localProcesses.startOf(localProcesses.pid))
    const { pid } = spawnSync(process.execPath, ['--version'])
    expect(localProcesses.startOf(pid)).toBeUndefined()
  })
})
