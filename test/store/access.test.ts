import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { StoreUnreadable } from '../../src/document/unreadable.ts'
import type { FileSystem } from '../../src/store/file-system.ts'
import { readDataFile } from '../../src/store/read-data-file.ts'
import { FilePlace } from './file-place.ts'
import { quickFileSystem, TestDisk } from './test-disk.ts'
import { create, send, Worker } from './worker.ts'

const posix = process.platform !== 'win32'
const root = posix && process.getuid?.() === 0

async function workerAt(place: FilePlace, file = place.file, fileSystem: FileSystem = quickFileSystem) {
  const store = place.open({ file, fileSystem })
  return new Worker((await store.load()).state, store)
}

/** Permissions of what is in a folder. */
function modesIn(folder: string): Record<string, string> {
  const modeOf = (name: string) => (statSync(join(folder, name)).mode & 0o777).toString(8)
  return Object.fromEntries(
    readdirSync(folder)
      .sort()
      .map((name) => [name, modeOf(name)]),
  )
}

describe.runIf(posix)('who may read and write', () => {
  test('data file, journal, lock, backup and what is written on the way are for their owner alone', async () => {
    const place = new FilePlace()
    const disk = new TestDisk()
    const folder = dirname(place.file)
    const worker = await workerAt(place, place.file, disk.fileSystem)
    await worker.work(create('orders'))
    expect(modesIn(folder)).toEqual({ 'state.json.journal': '600', 'state.json.lock': '600' })
    const seen: Record<string, string>[] = []
    disk.before = ({ call }) => void (call === 'rename' && seen.push(modesIn(folder)))
    await worker.store.saveSnapshot(worker.state)
    expect(seen[0]).toEqual({
      'state.json.journal': '600',
      'state.json.journal.1': '600',
      'state.json.lock': '600',
      'state.json.tmp': '600',
    })
    await worker.store.backUp(worker.state)
    expect(modesIn(folder)).toMatchObject({ 'state.json': '600', 'state.json.bak': '600', 'state.json.journal': '600' })
    await worker.store.close()
  })

  test('keep what their owner gave them', async () => {
    const place = new FilePlace()
    const worker = await workerAt(place)
    await worker.work(create('orders'))
    await worker.store.saveSnapshot(worker.state)
    chmodSync(place.file, 0o664)
    chmodSync(`${place.file}.journal`, 0o640)
    for (const body of ['a', 'b']) {
      await worker.work(send('orders', body))
      await worker.store.saveSnapshot(worker.state)
    }
    await worker.work(send('orders', 'c'))
    await worker.store.backUp(worker.state)
    expect(modesIn(dirname(place.file))).toEqual({
      'state.json': '664',
      'state.json.bak': '664',
      'state.json.journal': '640',
      'state.json.lock': '600',
    })
    const next = await workerAt(place)
    expect(modesIn(dirname(place.file))).toMatchObject({ 'state.json': '664', 'state.json.journal': '640' })
    await next.store.close()
  })

  test.runIf(root)('stays with the user and the group of the data file', async () => {
    const place = new FilePlace()
    writeFileSync(place.file, '{}')
    chownSync(place.file, 12_345, 54_321)
    chmodSync(place.file, 0o640)
    const worker = await workerAt(place)
    await worker.work(create('orders'))
    await worker.store.saveSnapshot(worker.state)
    await worker.store.close()
    expect(statSync(place.file)).toMatchObject({ uid: 12_345, gid: 54_321, mode: 0o100640 })
  })

  test.runIf(root)('a group that cannot be kept leaves nothing to the group of the new file', () => {
    const place = new FilePlace()
    chmodSync(dirname(place.file), 0o777)
    const module = new URL('../../src/store/file-system.ts', import.meta.url).pathname
    const program = `import { localFileSystem } from ${JSON.stringify(module)}
      await localFileSystem.open(process.argv[1], 'wx', { mode: 0o664, owner: { user: 12345, group: 54321 } })`
    const bundle = join(process.cwd(), 'node_modules', '.bin', 'esbuild')
    const options = ['--bundle', '--platform=node', '--format=esm', '--log-level=error']
    const built = execFileSync(bundle, options, { input: program, encoding: 'utf8' })
    const words = ['--input-type=module', '-e', built, place.file]
    execFileSync(process.execPath, words, { uid: 65_534, gid: 65_534, cwd: '/' })
    expect(statSync(place.file)).toMatchObject({ uid: 65_534, gid: 65_534, mode: 0o100644 })
  })
})

describe.runIf(posix)('symbolic links', () => {
  /** A folder with the file, and one with a link to it. */
  function linked(): { place: FilePlace; link: string; folder: string } {
    const place = new FilePlace({}, 'real/state.json')
    const folder = join(dirname(place.file), '..', 'links')
    mkdirSync(folder)
    const link = join(folder, 'state.json')
    symlinkSync('../links/second.json', link)
    symlinkSync('../real/state.json', join(folder, 'second.json'))
    return { place, link, folder }
  }

  test.each([true, false])(
    'lead to the data file, beside which lock and journal stand (there before: %s)',
    async (there) => {
      const { place, link, folder } = linked()
      mkdirSync(dirname(place.file))
      if (there) writeFileSync(place.file, '{}')
      const worker = await workerAt(place, link)
      if (there) await worker.store.saveSnapshot(worker.state)
      await worker.work(create('orders'))
      expect(place.files).toEqual([...(there ? ['state.json'] : []), 'state.json.journal', 'state.json.lock'])
      expect((await readDataFile(link))?.notices).toEqual([])
      await worker.store.saveSnapshot(worker.state)
      await worker.store.close()
      expect(place.files).toEqual(['state.json'])
      expect(readdirSync(folder).sort()).toEqual(['second.json', 'state.json'])
      expect(readlinkSync(link)).toBe('../links/second.json')
      expect(readFileSync(place.file, 'utf8')).toContain('"name": "orders"')
    },
  )

  test('lead to a folder that is made when it is not there', async () => {
    const { place, link } = linked()
    const worker = await workerAt(place, link)
    await worker.work(create('orders'))
    await worker.store.saveSnapshot(worker.state)
    await worker.store.close()
    expect(place.files).toEqual(['state.json'])
  })

  test('that lead to each other are refused', async () => {
    const place = new FilePlace()
    symlinkSync(`${place.file}.other`, place.file)
    symlinkSync(place.file, `${place.file}.other`)
    await expect(workerAt(place)).rejects.toThrow(StoreUnreadable)
    await expect(workerAt(place)).rejects.toThrow('ELOOP')
  })

  test.each(['', '.1'])('in the place of the journal%s are refused, and nothing is touched', async (suffix) => {
    const place = new FilePlace()
    const other = join(dirname(place.file), 'other')
    for (const content of [undefined, '', '{"sequence":1']) {
      if (content !== undefined) writeFileSync(other, content)
      const link = `${place.file}.journal${suffix}`
      if (content === undefined) symlinkSync(other, link)
      await expect(workerAt(place)).rejects.toThrow(StoreUnreadable)
      await expect(workerAt(place)).rejects.toThrow(`${link}: this is a symbolic link, and twinmq follows none`)
      if (content !== undefined) expect(readFileSync(other, 'utf8')).toBe(content)
    }
  })

  test('are not followed by what adds to a journal, should one come there later', async () => {
    const place = new FilePlace()
    const target = join(dirname(place.file), 'target')
    writeFileSync(target, '')
    symlinkSync(target, place.file)
    await expect(quickFileSystem.open(place.file, 'a')).rejects.toThrow('ELOOP')
  })
})

describe.runIf(posix)('a lock', () => {
  test('that is a pipe does not keep the start waiting', async () => {
    const place = new FilePlace()
    execFileSync('mkfifo', [`${place.file}.lock`])
    await expect(workerAt(place)).rejects.toThrow(`${place.file}.lock: this is not a regular file`)
  })

  test('of another user that cannot be read is respected', async () => {
    const place = new FilePlace()
    const path = `${place.file}.lock`
    writeFileSync(path, '')
    const refused = Object.assign(new Error(`EACCES: permission denied, open '${path}'`), { code: 'EACCES', path })
    const open: FileSystem['open'] = (asked, flags, access) =>
      asked === path && flags === 'r' ? Promise.reject(refused) : quickFileSystem.open(asked, flags, access)
    const load = workerAt(place, place.file, { ...quickFileSystem, open })
    await expect(load).rejects.toThrow(
      `${path}: this lock cannot be read, so another user of this machine may be using`,
    )
    expect(place.files).toEqual(['state.json.lock'])
  })
})
