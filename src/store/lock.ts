import { type StoreUnreadable, unreadable } from '../document/unreadable.ts'
import { count, object, text } from '../document/values.ts'
import { type FileSystem, hasCode, ownersOnly, removeFile, writeAll } from './file-system.ts'
import type { Processes } from './processes.ts'
import type { RealTime } from './real-time.ts'
import { StoreFailure } from './store.ts'

/** What a lock file says of the process that owns it. */
type Owner = {
  readonly pid: number
  readonly host: string
  /** Absent in the lock of a twinmq that did not touch its lock. */
  readonly space?: string
  readonly start: string
  readonly since: string
}

/** A lock file as it was at one instant. */
type Look = { readonly content: string; readonly changedAtMs: number }

/** Times that a lock which cannot be read is read again: its owner may be about to write it. */
const readAttempts = 100

/** How often an owner touches its lock, which shows that it lives. */
const beatMs = 1_000

/** An owner that cannot be seen, and does not touch its lock for so long, is gone. */
const silenceMs = 4 * beatMs

/** How often a process that waits for that looks. */
const lookMs = beatMs / 4

/** Keeps a file for one process. Stands beside it as `<file>.lock`. */
export class Lock {
  readonly #fileSystem: FileSystem
  readonly #path: string
  readonly #content: string
  readonly #time: RealTime
  /** The lock file, open for as long as it is held: it has no name any more once another took its place. */
  #fd: number | undefined
  #endBeats: () => void = () => {}
  /** The touch under way. Never rejects. */
  #beat: Promise<void> | undefined
  /** When it was touched last, on the clock of `elapsedMs`. */
  #beatAtMs = 0
  #loss: StoreFailure | undefined

  private constructor(fileSystem: FileSystem, path: string, content: string, time: RealTime) {
    this.#fileSystem = fileSystem
    this.#path = path
    this.#content = content
    this.#time = time
  }

  /**
   * Throws `StoreUnreadable` that names the owner. The lock of a process that is gone is taken over: at once if it was
   * one of this machine, after a few seconds of silence if it cannot be seen from here. `nowMs`: epoch milliseconds.
   */
  static async take(
    fileSystem: FileSystem,
    file: string,
    processes: Processes,
    nowMs: number,
    time: RealTime,
  ): Promise<Lock> {
    const { pid, host, space } = processes
    const owner: Owner = { pid, host, space, start: processes.startOf(pid) ?? '', since: new Date(nowMs).toISOString() }
    const lock = new Lock(fileSystem, `${file}.lock`, `${JSON.stringify(owner)}\n`, time)
    if (!(await lock.#create())) await lock.#takeOver(file, processes)
    lock.#endBeats = time.every(beatMs, () => lock.#touch())
    return lock
  }

  /** Throws `StoreFailure` if the lock was taken from this process; one that was deleted is made again. */
  async assure(): Promise<void> {
    const held = (await this.#look())?.content ?? ((await this.#create()) ? this.#content : undefined)
    if (held !== this.#content && (await this.#look())?.content !== this.#content) throw this.#lost()
    this.#loss = undefined
  }

  /**
   * As `assure`, in this turn of the loop and at next to no cost; to be called before anything is written. A process
   * that stood still for a while, as one in a container that is paused, may have been taken for gone.
   */
  confirm(): void {
    if (this.#loss) throw this.#loss
    if (this.#time.elapsedMs() - this.#beatAtMs < silenceMs / 2) return
    if (this.#fd === undefined || !this.#fileSystem.hasName(this.#fd)) throw this.#lost()
  }

  async release(): Promise<void> {
    this.#endBeats()
    await this.#beat
    await this.#letGo()
    if ((await this.#look())?.content === this.#content) await removeFile(this.#fileSystem, this.#path)
  }

  /** A disk that refuses the touch is no reason to end: somebody who finds the lock silent takes it, and `confirm` notices. */
  #touch(): void {
    this.#beat ??= this.#touchNow()
      .catch((error: unknown) => {
        if (error instanceof StoreFailure) this.#loss = error
      })
      .finally(() => {
        this.#beat = undefined
      })
  }

  async #touchNow(): Promise<void> {
    if (this.#fd === undefined || !this.#fileSystem.hasName(this.#fd)) await this.assure()
    if (this.#fd !== undefined) await this.#fileSystem.touch(this.#fd)
    this.#beatAtMs = this.#time.elapsedMs()
  }

  #lost(): StoreFailure {
    return new StoreFailure(`${this.#path}: another process has taken this lock`)
  }

  /** False: there is one. */
  async #create(): Promise<boolean> {
    try {
      const fd = await writeNew(this.#fileSystem, this.#path, this.#content)
      await this.#letGo()
      this.#fd = fd
      this.#beatAtMs = this.#time.elapsedMs()
      return true
    } catch (error) {
      if (hasCode(error, 'EEXIST')) return false
      throw error
    }
  }

  async #letGo(): Promise<void> {
    const fd = this.#fd
    this.#fd = undefined
    if (fd !== undefined) await this.#fileSystem.close(fd)
  }

  /** Of several processes that find a lock without owner, the one that makes the guard goes on. */
  async #takeOver(file: string, processes: Processes): Promise<void> {
    const silent = await this.#refuseOwned(file, processes)
    const guard = `${this.#path}.taking`
    if (!(await this.#takeGuard(guard)))
      throw unreadable(file, undefined, 'another process is about to lock it', `If none is, remove ${guard}.`)
    try {
      if (!isSame(await this.#look(), silent)) await this.#refuseOwned(file, processes)
      await removeFile(this.#fileSystem, this.#path)
      if (!(await this.#create())) throw inUse(file, this.#path, undefined)
    } finally {
      await removeFile(this.#fileSystem, guard)
    }
  }

  /** A guard stands for an instant only: one that stands longer was left by a process that died. False: somebody else has it. */
  async #takeGuard(guard: string): Promise<boolean> {
    const endMs = this.#time.elapsedMs() + silenceMs
    for (;;) {
      if (await this.#makeGuard(guard)) return true
      if (this.#time.elapsedMs() >= endMs) break
      await this.#time.wait(lookMs)
    }
    await removeFile(this.#fileSystem, guard)
    return this.#makeGuard(guard)
  }

  async #makeGuard(guard: string): Promise<boolean> {
    try {
      await this.#fileSystem.close(await writeNew(this.#fileSystem, guard, this.#content))
      return true
    } catch (error) {
      if (hasCode(error, 'EEXIST')) return false
      throw error
    }
  }

  /** Returns what stands there and has no owner. */
  async #refuseOwned(file: string, processes: Processes): Promise<Look | undefined> {
    for (let attempt = 0; attempt < readAttempts; attempt++) {
      const look = await this.#look()
      const owner = look && ownerIn(look.content)
      if (look === undefined || owner === undefined) continue
      const alive = isAlive(owner, processes)
      const heard = alive === undefined ? await this.#listen(look) : alive ? 'owner' : 'nobody'
      if (heard === 'owner') throw inUse(file, this.#path, owner)
      if (heard === 'nobody') return look
    }
    return undefined
  }

  /** Waits for a sign of life, by comparing what is seen with what was seen: clocks of two machines may differ. */
  async #listen(look: Look): Promise<'owner' | 'nobody' | 'another'> {
    const endMs = this.#time.elapsedMs() + silenceMs
    while (this.#time.elapsedMs() < endMs) {
      await this.#time.wait(lookMs)
      const now = await this.#look()
      if (now?.content !== look.content) return 'another'
      if (!isSame(now, look)) return 'owner'
    }
    return 'nobody'
  }

  /** Opened each time, since a network disk answers from memory until a file is opened again. */
  async #look(): Promise<Look | undefined> {
    try {
      const { kind } = (await this.#fileSystem.stat(this.#path)) ?? {}
      /* Reading a pipe or a device could wait for ever. */
      if (kind !== undefined && kind !== 'file')
        throw unreadable(this.#path, undefined, 'this is not a regular file', 'Move it away.')
      const fd = await this.#fileSystem.open(this.#path, 'r')
      try {
        const bytes = Buffer.alloc(4096)
        const content = bytes.toString('utf8', 0, await this.#fileSystem.read(fd, bytes, 0))
        return { content, changedAtMs: (await this.#fileSystem.stat(this.#path))?.changedAtMs ?? 0 }
      } finally {
        await this.#fileSystem.close(fd)
      }
    } catch (error) {
      if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined
      if (!hasCode(error, 'EACCES')) throw error
      const problem = 'this lock cannot be read, so another user of this machine may be using the data file'
      throw unreadable(
        this.#path,
        undefined,
        problem,
        'Name another file with --data. If nobody uses it, remove the lock.',
      )
    }
  }
}

function isSame(look: Look | undefined, other: Look | undefined): boolean {
  return look?.content === other?.content && look?.changedAtMs === other?.changedAtMs
}

/** Undefined: it cannot be seen from here, or not be told from another of its number. */
function isAlive({ pid, host, space, start }: Owner, processes: Processes): boolean | undefined {
  /* An owner that does not touch its lock has to be taken at its word. */
  const unknown = space === undefined ? true : undefined
  if (host !== processes.host || (space ?? processes.space) !== processes.space) return unknown
  const found = processes.startOf(pid)
  if (found === undefined) return false
  return found === '' || start === '' ? unknown : found === start
}

function ownerIn(content: string): Owner | undefined {
  try {
    const { pid, host, space, start, since } = object(JSON.parse(content))
    const known = space === undefined ? {} : { space: text(space) }
    return { pid: count(pid), host: text(host), ...known, start: text(start), since: text(since) }
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

/** Leaves the file open; one that could not be written whole is not left behind. */
async function writeNew(fileSystem: FileSystem, path: string, content: string): Promise<number> {
  const fd = await fileSystem.open(path, 'wx', ownersOnly)
  try {
    await writeAll(fileSystem, fd, Buffer.from(content))
    return fd
  } catch (error) {
    await fileSystem.close(fd)
    await removeFile(fileSystem, path)
    throw error
  }
}
