import { readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { FileStore, type FileStoreOptions } from '../../src/store/file-store.ts'
import type { Processes } from '../../src/store/processes.ts'
import { type RealTime, realTime } from '../../src/store/real-time.ts'
import { quickFileSystem, temporaryFolder } from './test-disk.ts'

/** Nobody touches the lock of a process that a test has forgotten. */
const still: RealTime = { ...realTime, every: () => () => {} }

/** A place for a document, removed when the test ends, and the processes that use it one after the other. */
export class FilePlace {
  readonly file: string
  readonly #options: Partial<FileStoreOptions>
  #pid = 100

  constructor(options: Partial<FileStoreOptions> = {}, name = 'state.json') {
    const folder = temporaryFolder()
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    this.file = join(folder, name)
    this.#options = options
  }

  /** A store of a new process; those before it count as dead. */
  open(options: Partial<FileStoreOptions> = {}): FileStore {
    this.#pid += 1
    const pid = this.#pid
    const processes: Processes = {
      host: 'box',
      space: 'boot',
      pid,
      startOf: (other) => (other === pid ? 'now' : undefined),
    }
    return new FileStore({
      file: this.file,
      durability: 'process',
      namespace: 'isolated',
      nowMs: () => Date.UTC(2026, 0, 1),
      processes,
      time: still,
      fileSystem: quickFileSystem,
      ...this.#options,
      ...options,
    })
  }

  /** Names of what is in the folder. */
  get files(): string[] {
    return readdirSync(dirname(this.file)).sort()
  }
}
