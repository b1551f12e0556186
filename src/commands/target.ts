import { rm } from 'node:fs/promises'
import type { Config } from '../config/options.ts'
import { completeConfig } from '../config/options.ts'
import { StoreUnreadable } from '../document/unreadable.ts'
import { silentLog } from '../log.ts'
import { assureDataFile, hasDataFile } from './data-file.ts'
import { badOption, configGiven, placeFlags, placeUsage, targetFlags, targetGiven, targetUsage } from './flags.ts'
import { sayNotices } from './holdings.ts'
import { configFileHere } from './settings.ts'
import { CommandFailure, exitCodes } from './subcommand.ts'

/** Flags of a command that works on the queues of a running twinmq, or of a data file at rest. */
export const queueFlags = { ...targetFlags, ...placeFlags, json: { type: 'boolean' } } as const

/** Lines of the help about `queueFlags`. */
export const queueUsage = `${targetUsage}  --account ID           account of a queue that is named without one (that of the twinmq) [TWINMQ_ACCOUNT]
  --region NAME          region of a queue that is named without one (that of the twinmq) [TWINMQ_REGION]
${namespaceUsage()}  --help                 print this
`

type QueueFlags = {
  readonly url?: string | undefined
  readonly config?: string | undefined
  readonly data?: string | undefined
  readonly account?: string | undefined
  readonly region?: string | undefined
  readonly namespace?: string | undefined
}

/**
 * Carries out work at the address of a running twinmq; for a data file at rest, of one that holds it for so long, answers
 * this machine alone, pushes nothing and saves at the end. `newFile`: a file that is not there is made, if the work is done.
 * Rejects with `CommandFailure`.
 */
export async function atTarget<T>(
  values: QueueFlags,
  work: (url: string) => Promise<T>,
  newFile?: 'newFile' | undefined,
): Promise<T> {
  const target = await targetGiven(values)
  if ('url' in target) {
    if (values.namespace !== undefined) throw badOption('--namespace goes with --data')
    return work(target.url)
  }
  const { file } = target
  const isNew = newFile !== undefined && !(await hasDataFile(file))
  if (!isNew) await assureDataFile(file)
  const configFile = await configFileHere(values.config)
  const config = configGiven(values, ['account', 'region', 'namespace'], configFile?.given)
  try {
    return await atRest(file, config, work)
  } catch (error) {
    if (isNew) await rm(file, { force: true })
    throw error
  }
}

async function atRest<T>(
  data: string,
  { account, region, namespace }: Pick<Config, 'account' | 'region' | 'namespace'>,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const complete = completeConfig({ data, account, region, namespace, host: ['127.0.0.1'], port: 0 })
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

function namespaceUsage(): string {
  return `  --namespace isolated|shared
${placeUsage.slice(placeUsage.indexOf('  --namespace')).split('\n')[1]!.replace('whether', 'with --data: whether')}
`
}
