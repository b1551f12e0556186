import type { State } from '../core/state.ts'
import { StoreUnreadable } from '../document/unreadable.ts'
import { FileStore } from '../store/file-store.ts'
import { localFileSystem } from '../store/file-system.ts'
import { realPath } from '../store/real-path.ts'
import { segmentsBeside } from '../store/segments.ts'
import { StoreFailure } from '../store/store.ts'
import type { DataFileConfig } from './flags.ts'
import { CommandFailure, exitCodes } from './subcommand.ts'

/** A data file that this process holds. */
type DataFile = {
  readonly state: State
  readonly notices: readonly string[]
  /** Writes the state as it was before to a file beside it, and gives its path; undefined: there was none. */
  readonly backUp: () => Promise<string | undefined>
  /** Writes the state, which took the place of what was there. */
  readonly replace: () => Promise<void>
}

/** Holds a data file while work goes on. Rejects with `CommandFailure`, or with what the work rejects with. */
export async function withDataFile<T>(
  file: string,
  config: DataFileConfig,
  work: (dataFile: DataFile) => Promise<T>,
): Promise<T> {
  const { account, region, namespace, verifyData: verify } = config
  const existed = await hasDataFile(file)
  const store = new FileStore({ file, durability: 'disk', namespace, verify, defaults: { account, region } })
  const { state, notices } = await store.load().catch(unusable)
  try {
    const backUp = async () => (existed ? await store.backUp(state).catch(unusable) : undefined)
    const replace = () => store.saveSnapshot(state, { anew: true }).catch(unusable)
    return await work({ state, notices, backUp, replace })
  } finally {
    await store.close()
  }
}

function unusable(error: unknown): never {
  const known = error instanceof StoreUnreadable || error instanceof StoreFailure
  throw known ? new CommandFailure(exitCodes.dataUnusable, error.message) : error
}

/** Whether anything was ever kept in that file. A twinmq that was killed early leaves its journal alone. */
export async function hasDataFile(file: string): Promise<boolean> {
  const path = await realPath(localFileSystem, file).catch(() => file)
  const found = await localFileSystem.stat(path).catch(() => undefined)
  const segments = found ? [] : await segmentsBeside(localFileSystem, path).catch(() => [])
  return found !== undefined || segments.length > 0
}

/** Rejects with `CommandFailure` if nothing was ever kept in that file. */
export async function assureDataFile(file: string): Promise<void> {
  if (await hasDataFile(file)) return
  throw new CommandFailure(exitCodes.dataUnusable, `${file}: there is no such data file`)
}
