import { dirname } from 'node:path'
import type { FileSystem } from '../../src/store/file-system.ts'
import { MemoryFile } from './memory-file.ts'

/** What befalls a call that changes the disk. A process dies before it, in the middle or after it; or the call fails, or takes some bytes only. */
export type Mishap =
  | { readonly kind: 'dies'; readonly when: 'before' | 'halfway' | 'after' }
  | { readonly kind: 'fails'; readonly code: string; readonly halfway: boolean }
  | { readonly kind: 'takes'; readonly bytes: number }

/** A mishap for some calls, after a number of calls to which nothing happens. */
type Plan = { readonly mishap: Mishap; skip: number; times: number }

/** What ends a process. */
class Crash extends Error {
  override readonly name = 'Crash'
}

/** A process as the disk knows it. */
export class DiskUser {
  dead = false
}

type Open = { readonly file: MemoryFile; readonly user: DiskUser }

/** A disk in memory that forgets what it is told to. What was written survives the death of a process; only what was synced survives loss of power. */
export class MemoryDisk {
  plan: Plan | undefined
  /** Turns of the loop that a call takes. */
  slow = 0
  readonly #files = new Map<string, MemoryFile>()
  readonly #folders = new Set(['/'])
  readonly #open = new Map<number, Open>()
  #lastFd = 2
  /** Takes back each change of names since they were last synced, oldest first. */
  #undo: (() => void)[] = []

  /** Another disk that holds the same. */
  copy(): MemoryDisk {
    const copy = new MemoryDisk()
    for (const [path, file] of this.#files) copy.#files.set(path, file.copy())
    for (const folder of this.#folders) copy.#folders.add(folder)
    return copy
  }

  get paths(): string[] {
    return [...this.#files.keys()].sort()
  }

  remove(path: string): void {
    this.#files.delete(path)
  }

  /** The power goes: a part of what was not synced is gone. `part`: from 0 (all of it) to 1 (none). */
  losePower(part: number): void {
    const kept = Math.round(this.#undo.length * part)
    for (const undo of this.#undo.slice(kept).reverse()) undo()
    this.#undo = []
    for (const file of this.#files.values()) file.losePower(part)
  }

  /** What a process sees of the disk, for as long as it lives. */
  fileSystem(user: DiskUser): FileSystem {
    const at = (fd: number): MemoryFile => this.#fileAt(user, fd)
    const look = <T>(act: () => T): Promise<T> => this.#look(user, act)
    const change = <T>(act: () => T): Promise<T> => this.#change(user, act)
    return {
      realpath: (path) => look(() => path),
      readlink: () => look(() => undefined),
      stat: (path) => look(() => this.#stat(path)),
      readdir: (folder) => look(() => this.#namesIn(folder)),
      mkdir: (folder) => change(() => this.#makeFolder(folder)),
      open: (path, flags) =>
        flags === 'r'
          ? look(() => this.#openToRead(user, path))
          : change(() => this.#openToWrite(user, path, flags === 'wx')),
      close: (fd) => look(() => void this.#open.delete(fd)),
      read: (fd, into, position) => look(() => at(fd).read(into, position)),
      write: async (fd, bytes) => {
        await this.#wait()
        return this.#write(user, fd, bytes)
      },
      writeSync: (fd, bytes) => this.#write(user, fd, bytes),
      touch: () => look(() => {}),
      hasName: (fd) => [...this.#files.values()].includes(at(fd)),
      fsync: (fd) => change(() => this.#sync(user, fd)),
      fdatasync: (fd) => change(() => at(fd).sync()),
      truncate: (path, bytes) => change(() => this.#named(path).truncate(bytes)),
      rename: (from, to) => change(() => this.#rename(from, to)),
      unlink: (path) => change(() => this.#unlink(path)),
    }
  }

  async #wait(): Promise<void> {
    for (let turns = this.slow; turns > 0; turns--) await new Promise(setImmediate)
  }

  async #look<T>(user: DiskUser, act: () => T): Promise<T> {
    await this.#wait()
    if (user.dead) throw new Crash()
    return act()
  }

  async #change<T>(user: DiskUser, act: () => T): Promise<T> {
    await this.#wait()
    const mishap = this.#nextMishap(user)
    if (mishap?.kind === 'fails') throw failure(mishap.code)
    if (mishap?.kind === 'dies' && mishap.when !== 'after') throw die(user)
    const result = act()
    if (mishap?.kind === 'dies') throw die(user)
    return result
  }

  #write(user: DiskUser, fd: number, bytes: Uint8Array): number {
    const mishap = this.#nextMishap(user)
    const file = this.#fileAt(user, fd)
    const part = partOf(mishap, bytes.length)
    file.append(bytes.subarray(0, part))
    if (mishap?.kind === 'fails') throw failure(mishap.code)
    if (mishap?.kind === 'dies') throw die(user)
    return part
  }

  #nextMishap(user: DiskUser): Mishap | undefined {
    if (user.dead) throw new Crash()
    const { plan } = this
    if (plan === undefined || plan.skip-- > 0) return undefined
    if (--plan.times <= 0) this.plan = undefined
    return plan.mishap
  }

  #fileAt(user: DiskUser, fd: number): MemoryFile {
    if (user.dead) throw new Crash()
    const open = this.#open.get(fd)
    if (!open) throw failure('EBADF')
    return open.file
  }

  #named(path: string): MemoryFile {
    const file = this.#files.get(path)
    if (!file) throw failure('ENOENT')
    return file
  }

  #stat(path: string): Awaited<ReturnType<FileSystem['stat']>> {
    if (this.#folders.has(path)) return { kind: 'folder', bytes: 0, changedAtMs: 0 }
    const file = this.#files.get(path)
    return file && { kind: 'file', bytes: file.bytes, changedAtMs: 0 }
  }

  #namesIn(folder: string): string[] {
    return this.paths.filter((path) => dirname(path) === folder).map((path) => path.slice(folder.length + 1))
  }

  #makeFolder(folder: string): boolean {
    if (this.#folders.has(folder)) return false
    this.#folders.add(folder)
    return true
  }

  #openToRead(user: DiskUser, path: string): number {
    return this.#opened(user, this.#folders.has(path) ? new MemoryFile() : this.#named(path))
  }

  #openToWrite(user: DiskUser, path: string, anew: boolean): number {
    const known = this.#files.get(path)
    if (known && anew) throw failure('EEXIST')
    const file = known ?? new MemoryFile()
    if (!known) this.#rename(undefined, path, file)
    return this.#opened(user, file)
  }

  #opened(user: DiskUser, file: MemoryFile): number {
    this.#lastFd += 1
    this.#open.set(this.#lastFd, { file, user })
    return this.#lastFd
  }

  /** There is one folder, so a sync of a file without a name is that of the folder. */
  #sync(user: DiskUser, fd: number): void {
    const file = this.#fileAt(user, fd)
    if ([...this.#files.values()].includes(file)) file.sync()
    else this.#undo = []
  }

  #rename(from: string | undefined, to: string, file = this.#named(from ?? to)): void {
    const before = this.#files.get(to)
    this.#undo.push(() => {
      if (before) this.#files.set(to, before)
      else this.#files.delete(to)
      if (from !== undefined) this.#files.set(from, file)
    })
    this.#files.set(to, file)
    if (from !== undefined) this.#files.delete(from)
  }

  #unlink(path: string): void {
    const file = this.#named(path)
    this.#undo.push(() => this.#files.set(path, file))
    this.#files.delete(path)
  }
}

function partOf(mishap: Mishap | undefined, size: number): number {
  if (mishap?.kind === 'takes') return Math.min(Math.max(1, mishap.bytes), size)
  if (mishap?.kind === 'fails') return mishap.halfway ? size >> 1 : 0
  if (mishap?.kind === 'dies') return { before: 0, halfway: size >> 1, after: size }[mishap.when]
  return size
}

function die(user: DiskUser): Error {
  user.dead = true
  return new Crash()
}

function failure(code: string): Error {
  return Object.assign(new Error(`${code}: made by the simulation`), { code })
}
