import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Access, type FileSystem, localFileSystem } from '../../src/store/file-system.ts'

/** One call that changes what is on the disk. */
export type Step = { readonly call: keyof FileSystem; readonly path: string }

/** What befalls a step: it does not happen, or only in part, and the process is dead; or it fails with a code of the system. */
export type Fault =
  | 'crash'
  | 'crashHalfway'
  | { readonly code: string; readonly halfway?: true }
  | { readonly takes: number }

/** What ends a process; nothing it tries afterwards reaches the disk. */
class Crash extends Error {
  override readonly name = 'Crash'
}

/** A disk whose syncs cost nothing: no test takes the power away. */
export const quickFileSystem: FileSystem = { ...localFileSystem, fsync: async () => {}, fdatasync: async () => {} }

/** A disk that fails where it is told to. */
export class TestDisk {
  /** Every step so far. */
  readonly steps: Step[] = []
  /** Says what befalls a step; `index` counts from 0. */
  fault: (step: Step, index: number) => Fault | undefined = () => undefined
  /** Runs before each step. */
  before: (step: Step) => void | Promise<void> = () => {}
  #dead = false
  readonly #paths = new Map<number, string>()

  get alive(): boolean {
    return !this.#dead
  }

  /** Closes what a dead process left open. */
  bury(): void {
    for (const fd of this.#paths.keys()) fs.closeSync(fd)
    this.#paths.clear()
  }

  readonly fileSystem: FileSystem = {
    realpath: (path) => this.#alive(() => localFileSystem.realpath(path)),
    readlink: (path) => this.#alive(() => localFileSystem.readlink(path)),
    stat: (path) => this.#alive(() => localFileSystem.stat(path)),
    readdir: (path) => this.#alive(() => localFileSystem.readdir(path)),
    read: (fd, into, position) => this.#alive(() => localFileSystem.read(fd, into, position)),
    touch: (fd) => this.#alive(() => localFileSystem.touch(fd)),
    hasName: (fd) => localFileSystem.hasName(fd),
    mkdir: (path) => this.#step('mkdir', path, () => localFileSystem.mkdir(path)),
    open: (path, flags, access) =>
      flags === 'r'
        ? this.#alive(() => this.#open(path, flags))
        : this.#step('open', path, () => this.#open(path, flags, access)),
    close: async (fd) => {
      await this.#alive(() => localFileSystem.close(fd))
      this.#paths.delete(fd)
    },
    write: (fd, bytes) =>
      this.#step(
        'write',
        this.#pathOf(fd),
        (size = bytes.length) => localFileSystem.write(fd, bytes.subarray(0, size)),
        bytes.length,
      ),
    writeSync: (fd, bytes) => this.#writeSync(fd, bytes),
    fsync: (fd) => this.#step('fsync', this.#pathOf(fd), () => quickFileSystem.fsync(fd)),
    fdatasync: (fd) => this.#step('fdatasync', this.#pathOf(fd), () => quickFileSystem.fdatasync(fd)),
    truncate: (path, bytes) => this.#step('truncate', path, () => localFileSystem.truncate(path, bytes)),
    rename: (from, to) => this.#step('rename', to, () => localFileSystem.rename(from, to)),
    unlink: (path) => this.#step('unlink', path, () => localFileSystem.unlink(path)),
  }

  async #open(path: string, flags: 'r' | 'wx' | 'a', access?: Access): Promise<number> {
    const fd = await localFileSystem.open(path, flags, access)
    this.#paths.set(fd, path)
    return fd
  }

  #pathOf(fd: number): string {
    return this.#paths.get(fd) ?? ''
  }

  async #alive<T>(act: () => Promise<T>): Promise<T> {
    if (this.#dead) throw new Crash()
    return await act()
  }

  async #step<T>(call: keyof FileSystem, path: string, act: (size?: number) => Promise<T>, size?: number): Promise<T> {
    if (this.#dead) throw new Crash()
    await this.before({ call, path })
    if (this.#dead) throw new Crash()
    const fault = this.#faultOf({ call, path })
    if (fault === undefined) return await act()
    const part = partOf(fault, size)
    if (part === undefined) throw this.#errorOf(fault)
    const result = await act(part)
    if ('takes' in Object(fault)) return result
    throw this.#errorOf(fault)
  }

  #writeSync(fd: number, bytes: Uint8Array): number {
    if (this.#dead) throw new Crash()
    const fault = this.#faultOf({ call: 'writeSync', path: this.#pathOf(fd) })
    if (fault === undefined) return localFileSystem.writeSync(fd, bytes)
    const part = partOf(fault, bytes.length)
    if (part === undefined) throw this.#errorOf(fault)
    const written = localFileSystem.writeSync(fd, bytes.subarray(0, part))
    if ('takes' in Object(fault)) return written
    throw this.#errorOf(fault)
  }

  #faultOf(step: Step): Fault | undefined {
    this.steps.push(step)
    return this.fault(step, this.steps.length - 1)
  }

  #errorOf(fault: Fault): Error {
    if (typeof fault === 'object') {
      const code = 'code' in fault ? fault.code : 'EIO'
      return Object.assign(new Error(`${code}: made by a test`), { code })
    }
    this.#dead = true
    return new Crash()
  }
}

/** How many bytes of a write happen in spite of a fault; undefined: the step does not happen at all. */
function partOf(fault: Fault, size: number | undefined): number | undefined {
  if (size === undefined) return undefined
  if (typeof fault === 'object' && 'takes' in fault) return Math.min(fault.takes, size)
  const halfway = fault === 'crashHalfway' || (typeof fault === 'object' && 'halfway' in fault)
  return halfway ? Math.floor(size / 2) : undefined
}

/** A folder of its own for a test; `remove` it afterwards. */
export function temporaryFolder(): string {
  return fs.mkdtempSync(join(fs.realpathSync(tmpdir()), 'twinmq-store-'))
}
