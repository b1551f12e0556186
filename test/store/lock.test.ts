import { closeSync, existsSync, openSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { StoreUnreadable } from '../../src/document/unreadable.ts'
import type { FileSystem } from '../../src/store/file-system.ts'
import { Lock } from '../../src/store/lock.ts'
import { localProcesses, type Processes } from '../../src/store/processes.ts'
import { StoreFailure } from '../../src/store/store.ts'
import { LockTime } from './lock-time.ts'
import { quickFileSystem, TestDisk, temporaryFolder } from './test-disk.ts'

const sinceMs = Date.UTC(2026, 0, 1)

/** A container in which one process runs, or ran. */
function container(host: string, space: string, start = '100@boot'): Processes {
  return { host, space, pid: 1, startOf: (pid) => (pid === 1 ? start : undefined) }
}

const here = container('new', 'boot pid:[2]')

function place() {
  const folder = temporaryFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'state.json')
  const path = `${file}.lock`
  const taker = (processes: Processes, time: LockTime, fileSystem: FileSystem = quickFileSystem) =>
    Lock.take(fileSystem, file, processes, sinceMs, time)
  return { file, path, taker }
}

/** A lock that its owner touched long ago. */
function abandon(path: string, owner: object): string {
  const content = `${JSON.stringify({ pid: 1, host: 'old', space: 'boot pid:[1]', start: '100@boot', since: '2026-01-01T00:00:00.000Z', ...owner })}\n`
  writeFileSync(path, content)
  utimesSync(path, 1, 1)
  return content
}

/** Touches a file as an owner on another machine does, whose clock need not be ours. */
function touch(path: string, atSeconds: number): void {
  utimesSync(path, atSeconds, atSeconds)
}

describe('the lock of an owner that cannot be seen', () => {
  test.each([
    ['of a container that was killed and made anew under another name', {}],
    ['of a container that was restarted under the same name', { host: 'new' }],
    ['of a process before the machine was started again', { host: 'new', space: 'earlier pid:[2]' }],
    ['of a process of which the system tells nothing but the number', { host: 'new', space: here.space, start: '' }],
  ])('%s is taken over after four seconds of silence', async (_, owner) => {
    const { path, taker } = place()
    abandon(path, owner)
    const time = new LockTime()
    const lock = await taker(here, time)
    expect(time.elapsedMs()).toBe(4_000)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ host: 'new', space: here.space })
    await lock.release()
  })

  test.each([1, 4_000_000_000])(
    'is respected as soon as it is touched, whatever its clock says (%i)',
    async (clock) => {
      const { path, taker } = place()
      const content = abandon(path, {})
      const time = new LockTime()
      time.every(1_000, () => touch(path, clock + time.elapsedMs() / 1_000))
      await expect(taker(here, time)).rejects.toThrow(
        'it is in use by process 1 on old, since 2026-01-01T00:00:00.000Z',
      )
      expect(time.elapsedMs()).toBeLessThanOrEqual(1_250)
      expect(readFileSync(path, 'utf8')).toBe(content)
    },
  )

  test('goes to nobody if it is touched in the last moment', async () => {
    const { path, file } = place()
    abandon(path, {})
    const disk = new TestDisk()
    const time = new LockTime()
    let looks = 0
    disk.before = ({ path: touched }) => {
      if (touched !== `${path}.taking` || looks++ > 0) return
      touch(path, 2)
      time.every(1_000, () => touch(path, time.elapsedMs()))
    }
    await expect(Lock.take(disk.fileSystem, file, here, sinceMs, time)).rejects.toThrow('in use by process 1 on old')
  })

  test('is there for whoever waits when its owner lets go of it', async () => {
    const { path, taker } = place()
    abandon(path, {})
    const time = new LockTime()
    const stop = time.every(1_000, () => {
      stop()
      rmSync(path)
    })
    const lock = await taker(here, time)
    expect(time.elapsedMs()).toBeLessThan(2_000)
    await lock.release()
  })

  test('that is of a twinmq which did not touch its lock is respected for ever', async () => {
    const { path, taker } = place()
    abandon(path, { space: undefined })
    const time = new LockTime()
    await expect(taker(here, time)).rejects.toThrow(`If it is gone, remove ${path}.`)
    expect(time.elapsedMs()).toBe(0)
  })
})

describe('the lock of a process of the same machine', () => {
  test.each([
    ['that is gone', { pid: 7 }],
    ['whose number another has now', { start: '99@boot' }],
  ])('%s is taken over at once', async (_, owner) => {
    const { path, taker } = place()
    abandon(path, { host: 'new', space: here.space, ...owner })
    const time = new LockTime()
    const lock = await taker(here, time)
    expect(time.elapsedMs()).toBe(0)
    await lock.release()
  })

  test('that lives is respected at once, touched or not', async () => {
    const { path, taker } = place()
    abandon(path, { host: 'new', space: here.space })
    const time = new LockTime()
    await expect(taker(here, time)).rejects.toThrow(StoreUnreadable)
    expect(time.elapsedMs()).toBe(0)
  })

  test('says where its numbers of processes mean something', () => {
    if (process.platform === 'linux') expect(localProcesses.space).toMatch(/^[0-9a-f-]{36} pid:\[\d+\]$/)
    else expect(localProcesses.space).toBe('')
  })
})

describe('an owner', () => {
  /** Two processes that cannot see each other, and the time of both. */
  const other = container('other', 'boot pid:[3]')

  test('touches its lock once a second, so that nobody takes it', async () => {
    const { path, taker } = place()
    const time = new LockTime()
    const lock = await taker(here, time)
    utimesSync(path, 1, 1)
    await expect(taker(other, time)).rejects.toThrow('in use by process 1 on new')
    await lock.release()
    expect(time.alarms).toBe(0)
  })

  test('whose disk refuses the touch works on', async () => {
    const { path, taker } = place()
    const time = new LockTime()
    const refused = Object.assign(new Error('EIO: made by a test'), { code: 'EIO' })
    const lock = await taker(here, time, { ...quickFileSystem, touch: () => Promise.reject(refused) })
    for (let second = 0; second < 9; second++) await time.wait(1_000)
    expect(() => lock.confirm()).not.toThrow()
    await lock.assure()
    await lock.release()
    expect(() => readFileSync(path)).toThrow('ENOENT')
  })

  test('that stood still until another took its lock writes nothing more', async () => {
    const { taker } = place()
    const mine = new LockTime()
    const lock = await taker(here, mine)
    const taken = await taker(other, new LockTime())
    mine.pass(60_000)
    expect(() => lock.confirm()).toThrow(StoreFailure)
    await expect(lock.assure()).rejects.toThrow('another process has taken this lock')
    await lock.release()
    expect(() => taken.confirm()).not.toThrow()
    await taken.assure()
    await taken.release()
  })

  test('whose lock was deleted makes it again', async () => {
    const { path, file, taker } = place()
    const time = new LockTime()
    const lock = await taker(here, time)
    const content = readFileSync(path, 'utf8')
    rmSync(path)
    await time.wait(1_000)
    await expect.poll(() => readFileSync(path, 'utf8')).toBe(content)
    await lock.assure()
    expect(() => lock.confirm()).not.toThrow()
    await lock.release()
    expect(() => closeSync(openSync(join(dirname(file), 'state.json.lock'), 'r'))).toThrow('ENOENT')
  })

  test('notices with its next touch that its lock was replaced', async () => {
    const { path, taker } = place()
    const time = new LockTime()
    const lock = await taker(here, time)
    rmSync(path)
    abandon(path, {})
    await time.wait(1_000)
    await vi.waitFor(() => expect(() => lock.confirm()).toThrow('another process has taken this lock'))
    await lock.release()
    expect(readFileSync(path, 'utf8')).toContain('"host":"old"')
  })
})

describe('the guard of those that take over a lock', () => {
  test('was left behind by one that died when it stands for four seconds', async () => {
    const { path, taker } = place()
    abandon(path, { host: 'new', space: here.space, pid: 7 })
    writeFileSync(`${path}.taking`, '')
    const time = new LockTime()
    const lock = await taker(here, time)
    expect(time.elapsedMs()).toBe(4_000)
    expect(existsSync(`${path}.taking`)).toBe(false)
    await lock.release()
  })

  test('is waited for while another holds it for an instant', async () => {
    const { path, taker } = place()
    abandon(path, { host: 'new', space: here.space, pid: 7 })
    writeFileSync(`${path}.taking`, '')
    const time = new LockTime()
    time.every(500, () => rmSync(`${path}.taking`, { force: true }))
    const lock = await taker(here, time)
    expect(time.elapsedMs()).toBeLessThan(4_000)
    await lock.release()
  })

  test('that could not be written whole is not left behind', async () => {
    const { path, taker } = place()
    abandon(path, { host: 'new', space: here.space, pid: 7 })
    const disk = new TestDisk()
    disk.fault = ({ call }) => (call === 'write' ? { code: 'ENOSPC' } : undefined)
    await expect(taker(here, new LockTime(), disk.fileSystem)).rejects.toThrow('ENOSPC')
    expect(existsSync(`${path}.taking`)).toBe(false)
    disk.fault = () => undefined
    await (await taker(here, new LockTime(), disk.fileSystem)).release()
  })
})
