import fs from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

/** What stands at a path. `changedAtMs`: when its content was changed, or it was touched, on the clock of whoever did it. */
type FileStatus = {
  readonly kind: 'file' | 'folder' | 'other'
  readonly bytes: number
  readonly changedAtMs: number
  /** Its permissions, as for chmod; absent: unknown. */
  readonly mode?: number
}

/**
 * Every call by which the store touches a disk, under the names that POSIX and `node:fs` have for it, so that tests can
 * put a failing disk in its place. All of them throw or reject with the errors of `node:fs`.
 */
export type FileSystem = {
  /** The path without symbolic links. */
  realpath(path: string): Promise<string>
  /** Follows symbolic links; undefined: nothing is there. */
  stat(path: string): Promise<FileStatus | undefined>
  readdir(folder: string): Promise<readonly string[]>
  /** Makes a folder and those above it; true: it was not there. */
  mkdir(folder: string): Promise<boolean>
  /**
   * `r` to read, `wx` to make a file that must not be there, `a` to add to one and make it if need be. `mode`: who may do
   * what with the file that is made; absent: as the system has it.
   */
  open(path: string, flags: 'r' | 'wx' | 'a', mode?: number): Promise<number>
  close(fd: number): Promise<void>
  /** Number of bytes read; 0 at the end. */
  read(fd: number, into: Uint8Array, position: number): Promise<number>
  /** Number of bytes written, which may be fewer than given. */
  write(fd: number, bytes: Uint8Array): Promise<number>
  /** As `write`, in this turn of the loop. */
  writeSync(fd: number, bytes: Uint8Array): number
  /** Notes that an open file was changed just now. */
  touch(fd: number): Promise<void>
  /** Whether an open file still has a name: false once it was deleted or replaced. */
  hasName(fd: number): boolean
  fsync(fd: number): Promise<void>
  fdatasync(fd: number): Promise<void>
  truncate(path: string, bytes: number): Promise<void>
  rename(from: string, to: string): Promise<void>
  unlink(path: string): Promise<void>
}

const read = promisify(fs.read)
const write = promisify(fs.write)
const futimes = promisify(fs.futimes)
const open = promisify(fs.open)

/** The disk of this machine. */
export const localFileSystem: FileSystem = {
  realpath: promisify(fs.realpath),
  async stat(path) {
    try {
      const found = await fs.promises.stat(path)
      const kind = found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other'
      return { kind, bytes: found.size, changedAtMs: found.mtimeMs, mode: found.mode & 0o777 }
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return undefined
      throw error
    }
  },
  readdir: (folder) => fs.promises.readdir(folder),
  mkdir: makeFolder,
  open: openFile,
  close: promisify(fs.close),
  read: async (fd, into, position) => (await read(fd, into, 0, into.length, position)).bytesRead,
  write: async (fd, bytes) => (await write(fd, bytes)).bytesWritten,
  writeSync: (fd, bytes) => fs.writeSync(fd, bytes),
  touch: (fd) => futimes(fd, new Date(), new Date()),
  hasName: (fd) => fs.fstatSync(fd).nlink > 0,
  fsync: promisify(fs.fsync),
  fdatasync: promisify(fs.fdatasync),
  truncate: promisify(fs.truncate),
  rename: patient(promisify(fs.rename)),
  unlink: patient(promisify(fs.unlink)),
}

/** The system takes from a mode what its mask says, and some disks know no modes. */
async function openFile(path: string, flags: string, mode?: number): Promise<number> {
  const fd = await open(path, flags, mode)
  if (mode === undefined || (fs.fstatSync(fd).mode & 0o777) === mode) return fd
  try {
    fs.fchmodSync(fd, mode)
    return fd
  } catch (error) {
    fs.closeSync(fd)
    throw error
  }
}

/** Waits between tries, milliseconds: two seconds in all. */
const patienceMs = [10, 20, 50, 100, 200, 400, 600, 600]

/** Answers of Windows for a file that another program, such as a virus scanner, has open for a moment. */
const heldForAMoment = ['EPERM', 'EACCES', 'EBUSY']

/** The same call, tried again on Windows while another program holds the file. Files of our own are opened so that they can be renamed and removed. */
export function patient<P extends unknown[]>(
  call: (...parameters: P) => Promise<void>,
  platform: string = process.platform,
  wait: (ms: number) => Promise<unknown> = delay,
): (...parameters: P) => Promise<void> {
  if (platform !== 'win32') return call
  return async (...parameters) => {
    for (const ms of patienceMs) {
      try {
        return await call(...parameters)
      } catch (error) {
        if (!hasCode(error, ...heldForAMoment)) throw error
        await wait(ms)
      }
    }
    return await call(...parameters)
  }
}

/** One folder after the other: the recursive form of Node never ends where a file system refuses a folder with ENOENT, as /proc does. */
async function makeFolder(folder: string): Promise<boolean> {
  try {
    await fs.promises.mkdir(folder)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return madeBefore(folder, error)
    const parent = dirname(folder)
    if (!hasCode(error, 'ENOENT') || parent === folder || !(await makeFolder(parent))) throw error
    await fs.promises.mkdir(folder)
    return true
  }
}

async function madeBefore(folder: string, error: unknown): Promise<false> {
  if ((await fs.promises.stat(folder)).isDirectory()) return false
  throw error
}

/** Whether an error is one of `node:fs` with one of these codes, such as `ENOENT`. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code)
}

/** Writes all of it, in as many calls as the disk takes. */
export async function writeAll(fileSystem: FileSystem, fd: number, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length; ) done += progress(await fileSystem.write(fd, bytes.subarray(done)))
}

/** As `writeAll`, in this turn of the loop. */
export function writeAllSync(fileSystem: FileSystem, fd: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += progress(fileSystem.writeSync(fd, bytes.subarray(done)))
}

/** A disk that takes nothing and reports no error would be asked for ever. */
function progress(written: number): number {
  if (written <= 0) throw new Error('the disk took no bytes')
  return written
}

/** Removes a file; one that is not there will do. */
export async function removeFile(fileSystem: FileSystem, path: string): Promise<void> {
  try {
    await fileSystem.unlink(path)
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
  }
}

/** Answers of systems on which a folder cannot be opened or synced, such as Windows and some network disks. */
const unsyncable = ['EISDIR', 'EINVAL', 'ENOTSUP', 'EPERM', 'EACCES', 'EBADF']

/** Makes names that were added to a folder or changed in it survive loss of power, where the system offers that. */
export async function syncFolder(fileSystem: FileSystem, folder: string): Promise<void> {
  try {
    const fd = await fileSystem.open(folder, 'r')
    try {
      await fileSystem.fsync(fd)
    } finally {
      await fileSystem.close(fd)
    }
  } catch (error) {
    if (!hasCode(error, ...unsyncable)) throw error
  }
}
