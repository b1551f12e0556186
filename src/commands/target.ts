import { rm } from 'node:fs/promises'
import { completeConfig } from '../config/options.ts'
import { StoreUnreadable } from '../document/unreadable.ts'
import { silentLog } from '../log.ts'
import { assureDataFile, hasDataFile } from './data-file.ts'
import { configGiven, type DataFileConfig, dataFileKeys, placeFlags, targetFlags, targetGiven } from './flags.ts'
import { sayNotices } from './holdings.ts'
import { configFileHere } from './settings.ts'
import { badOption, CommandFailure, exitCodes } from './subcommand.ts'

/** Flags of commands that work on the queues of a running twinmq, or of a data file that is not in use. */
export const queueFlags = {
  ...targetFlags,
  account: { ...placeFlags.account, help: 'account of a queue that is named without one (that of the twinmq)' },
  region: { ...placeFlags.region, help: 'region of a queue that is named without one (that of the twinmq)' },
  namespace: {
    ...placeFlags.namespace,
    help: 'with --data: whether account and region are part of the name of a queue (isolated)',
  },
} as const

/** Exit codes of these commands. */
export const queueExits = {
  [exitCodes.done]: 'done',
  [exitCodes.failed]: 'refused, not found or not reachable',
  [exitCodes.badOption]: 'wrong usage',
  [exitCodes.dataUnusable]: 'the data file is in use or cannot be read',
}

type QueueFlags = {
  readonly url?: string | undefined
  readonly config?: string | undefined
  readonly data?: string | undefined
  readonly 'verify-data'?: boolean | undefined
  readonly account?: string | undefined
  readonly region?: string | undefined
  readonly namespace?: string | undefined
}

/**
 * Does work at the address of a running twinmq. For a data file that is not in use, a twinmq runs meanwhile that answers
 * only this machine, pushes nothing and saves at the end. `newFile`: a missing file is created, unless the work fails.
 * Rejects with `CommandFailure`.
 */
export async function atTarget<T>(
  values: QueueFlags,
  work: (url: string) => Promise<T>,
  newFile?: 'newFile' | undefined,
): Promise<T> {
  const target = await targetGiven(values)
  if ('url' in target) {
    if (values.namespace !== undefined) throw badOption('--namespace needs --data')
    return work(target.url)
  }
  const { file } = target
  const isNew = newFile !== undefined && !(await hasDataFile(file))
  if (!isNew) await assureDataFile(file)
  const configFile = await configFileHere(values.config)
  const config = configGiven(values, dataFileKeys, configFile?.given)
  try {
    return await atRest(file, config, work)
  } catch (error) {
    if (isNew) await rm(file, { force: true })
    throw error
  }
}

async function atRest<T>(
  data: string,
  { account, region, namespace, verifyData }: DataFileConfig,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const complete = completeConfig({ data, account, region, namespace, verifyData, host: ['127.0.0.1'], port: 0 })
  if ('problem' in complete) throw badOption(complete.problem)
  const { startEmulator } = await import('../emulator/emulator.ts')
  const options = { config: complete.config, log: silentLog, holdPushes: true }
  const emulator = await startEmulator(options).catch((error: unknown) => {
    throw error instanceof StoreUnreadable ? new CommandFailure(exitCodes.dataUnusable, error.message) : error
  })
  sayNotices(emulator.notices)
  try {
    return await work(`http://127.0.0.1:${emulator.port}`)
  } finally {
    await emulator.stop()
  }
}
