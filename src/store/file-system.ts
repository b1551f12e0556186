import fs from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

/** Who may do what with a file: permissions as for chmod, and the numbers of its user and group. */
export type Access = { readonly mode: number; readonly owner?: { readonly user: number; readonly group: number } }

/** Files of ours hold what others sent, so nobody but their owner may read them. */
export const ownersOnly: Access = { mode: 0o600 }

/** What stands at a path. `changedAtMs`: when its content was changed, or it was touched, on the clock of whoever did it. */
type FileStatus = {
  readonly kind: 'file' | 'folder' | 'other'
  readonly bytes: number
  readonly changedAtMs: number
  /** Absent: unknown. */
  readonly access?: Access
}

/**
 * Every call by which the store touches a disk, under the names that POSIX and `node:fs` have for it, so that tests can
 * put a failing disk in its place. All of them throw or reject with the errors of `node:fs`.
 */
export type FileSystem = {
  /** The path without symbolic links. */
  realpath(path: string): Promise<string>
  /** Where the symbolic link at a path leads, as it says; undefined: there is no link. */
  readlink(path: string): Promise<string | undefined>
  /** Follows symbolic links; undefined: nothing is there. */
  stat(path: string): Promise<FileStatus | undefined>
  readdir(folder: string): Promise<readonly string[]>
  /** Makes a folder and those above it; true: it was not there. */
  mkdir(folder: string): Promise<boolean>
  /**
   * `r` to read, `wx` to make a file that must not be there, `a` to add to one and make it if need be, unless it is a symbolic
   * link. `access`: of a file that is made; absent: as the system has it. What the disk or the user cannot do of it is left.
   */
  open(path: string, flags: 'r' | 'wx' | 'a', access?: Access): Promise<number>
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
  async readlink(path) {
    try {
      return await fs.promises.readlink(path)
    } catch (error) {
      /* Windows and some network disks answer UNKNOWN for what is no link. */
      if (hasCode(error, 'ENOENT', 'ENOTDIR', 'EINVAL', 'UNKNOWN')) return undefined
      throw error
    }
  },
  async stat(path) {
    try {
      const found = await fs.promises.stat(path)
      const kind = found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other'
      const access = { mode: found.mode & 0o777, owner: { user: found.uid, group: found.gid } }
      return { kind, bytes: found.size, changedAtMs: found.mtimeMs, access }
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

/** Windows has no such flag, and takes 0. */
const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW = 0 } = fs.constants
const toAdd = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW

/** Made for its owner alone, so that nobody reads it before it has the access that is asked for. */
async function openFile(path: string, flags: string, access?: Access): Promise<number> {
  const fd = await open(path, flags === 'a' ? toAdd : flags, access && access.mode & ownersOnly.mode)
  if (access !== undefined && process.platform !== 'win32') giveAccess(fd, access)
  return fd
}

/** A group that the file could not be given must not get what that of the file before could do. */
function giveAccess(fd: number, { mode, owner }: Access): void {
  const made = fs.fstatSync(fd)
  const { user, group } = owner ?? { user: made.uid, group: made.gid }
  const isOfGroup = group === made.gid || allowed(() => fs.fchownSync(fd, made.uid, group))
  if (user !== made.uid) allowed(() => fs.fchownSync(fd, user, isOfGroup ? group : made.gid))
  const wanted = isOfGroup ? mode : (mode & 0o707) | (mode & ((mode & 0o007) << 3))
  if ((made.mode & 0o777) !== wanted) allowed(() => fs.fchmodSync(fd, wanted))
}

/** Answers of disks that know no modes or owners, and of systems where only its owner or root may give a file away. */
const notAllowed = ['EPERM', 'EACCES', 'EINVAL', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EROFS']

function allowed(act: () => void): boolean {
  try {
    act()
    return true
  } catch (error) {
    if (hasCode(error, ...notAllowed)) return false
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

/** What a process wrote that died before its sync may not be on the disk yet, and answers are about to rest on it. */
export async function syncFile(fileSystem: FileSystem, path: string): Promise<void> {
  const fd = await fileSystem.open(path, 'a')
  try {
    await fileSystem.fdatasync(fd)
  } finally {
    await fileSystem.close(fd)
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
