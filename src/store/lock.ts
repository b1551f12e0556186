import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { type FileSystem, hasCode, removeFile, writeAll } from './file-system.ts'
import { StoreFailure, type StoreUnreadable } from './store.ts'
import { unreadable } from './unreadable.ts'
import { count, object, text } from './values.ts'

/** The processes of a machine, as far as a lock has to know them. */
export type Processes = {
  readonly host: string
  /** Number of this process. */
  readonly pid: number
  /** What tells a process from an earlier one of the same number, as far as the system says; undefined: there is none. */
  startOf(pid: number): string | undefined
}

/** What a lock file says of the process that owns it. */
type Owner = { readonly pid: number; readonly host: string; readonly start: string; readonly since: string }

/** Times that a lock which cannot be read is read again: its owner may be about to write it. */
const readAttempts = 100

/** Keeps a file for one process. Stands beside it as `<file>.lock`. */
export class Lock {
  readonly #fileSystem: FileSystem
  readonly #path: string
  readonly #content: string

  private constructor(fileSystem: FileSystem, path: string, content: string) {
    this.#fileSystem = fileSystem
    this.#path = path
    this.#content = content
  }

  /** Throws `StoreUnreadable` that names the owner. The lock of a process that is gone is taken over. `nowMs`: epoch milliseconds. */
  static async take(fileSystem: FileSystem, file: string, processes: Processes, nowMs: number): Promise<Lock> {
    const { pid, host } = processes
    const owner: Owner = { pid, host, start: processes.startOf(pid) ?? '', since: new Date(nowMs).toISOString() }
    const lock = new Lock(fileSystem, `${file}.lock`, `${JSON.stringify(owner)}\n`)
    if (await lock.#create()) return lock
    await lock.#takeOver(file, processes)
    return lock
  }

  /** Throws `StoreFailure` if the lock was taken from this process; one that was deleted is made again. */
  async assure(): Promise<void> {
    const content = await this.#read()
    if (content === this.#content) return
    if (content === undefined && (await this.#create())) return
    throw new StoreFailure(`${this.#path}: another process has taken this lock`)
  }

  async release(): Promise<void> {
    if ((await this.#read()) === this.#content) await removeFile(this.#fileSystem, this.#path)
  }

  /** False: there is one. */
  async #create(): Promise<boolean> {
    try {
      await writeNew(this.#fileSystem, this.#path, this.#content)
      return true
    } catch (error) {
      if (hasCode(error, 'EEXIST')) return false
      throw error
    }
  }

  /** Of several processes that find a lock without owner, the one that makes the guard goes on. */
  async #takeOver(file: string, processes: Processes): Promise<void> {
    await this.#refuseOwned(file, processes)
    const guard = `${this.#path}.taking`
    try {
      await writeNew(this.#fileSystem, guard, this.#content)
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error
      throw unreadable(file, undefined, 'another process is about to take it', `If none is, remove ${guard}.`)
    }
    try {
      await this.#refuseOwned(file, processes)
      await removeFile(this.#fileSystem, this.#path)
      if (!(await this.#create())) throw inUse(file, this.#path, undefined)
    } finally {
      await removeFile(this.#fileSystem, guard)
    }
  }

  async #refuseOwned(file: string, processes: Processes): Promise<void> {
    for (let attempt = 0; attempt < readAttempts; attempt++) {
      const content = await this.#read()
      const owner = content === undefined ? undefined : ownerIn(content)
      if (owner === undefined) continue
      if (isAlive(owner, processes)) throw inUse(file, this.#path, owner)
      return
    }
  }

  async #read(): Promise<string | undefined> {
    try {
      const fd = await this.#fileSystem.open(this.#path, 'r')
      try {
        const bytes = Buffer.alloc(4096)
        return bytes.toString('utf8', 0, await this.#fileSystem.read(fd, bytes, 0))
      } finally {
        await this.#fileSystem.close(fd)
      }
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return undefined
      throw error
    }
  }
}

/** The processes of this machine. */
export const localProcesses: Processes = {
  host: hostname(),
  pid: process.pid,
  startOf(pid) {
    try {
      process.kill(pid, 0)
    } catch (error) {
      if (hasCode(error, 'ESRCH')) return undefined
    }
    return linuxStart(pid)
  },
}

/** Instant of the start in ticks since the boot, with the id of that boot; '' where the system is not Linux. Source: proc(5). */
function linuxStart(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    /* A process that has ended stays in the list until its parent has taken note. */
    if (state === 'Z' || state === 'X') return undefined
    return `${fields[18]}@${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}`
  } catch {
    return ''
  }
}

/** A process of another machine cannot be seen, so it counts as alive. */
function isAlive(owner: Owner, processes: Processes): boolean {
  if (owner.host !== processes.host) return true
  const start = processes.startOf(owner.pid)
  return start !== undefined && (start === owner.start || start === '' || owner.start === '')
}

function ownerIn(content: string): Owner | undefined {
  try {
    const { pid, host, start, since } = object(JSON.parse(content))
    return { pid: count(pid), host: text(host), start: text(start), since: text(since) }
  } catch {
    return undefined
  }
}

function inUse(file: string, lock: string, owner: Owner | undefined): StoreUnreadable {
  const who = owner ? `process ${owner.pid} on ${owner.host}, since ${owner.since}` : 'another process'
  return unreadable(
    file,
    undefined,
    `it is in use by ${who}`,
    `Stop that process, or name another file with --data. If it is gone, remove ${lock}.`,
  )
}

async function writeNew(fileSystem: FileSystem, path: string, content: string): Promise<void> {
  const fd = await fileSystem.open(path, 'wx')
  try {
    await writeAll(fileSystem, fd, Buffer.from(content))
  } finally {
    await fileSystem.close(fd)
  }
}
