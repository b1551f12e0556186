import {
  type ConfigFile,
  ConfigUnreadable,
  configFileVariable,
  configFlag,
  readConfigFile,
} from '../config/config-file.ts'
import { type Config, completeConfig } from '../config/options.ts'
import { type ReadOptions, readOptions } from '../config/read-options.ts'
import { CommandFailure, exitCodes } from './subcommand.ts'

/** Every option, where each comes from, and what a config file lists beside them. */
export type Settings = Omit<ReadOptions, 'given'> & {
  readonly config: Config
  readonly configFile: ConfigFile | undefined
}

/** Lines of the help about the config file. */
export const configFileUsage = `  --config FILE                   config file; otherwise twinmq.config.json, .yaml or .yml of the working folder, if there is
                                  one [${configFileVariable}]
`

/** Reads flags, variables and the config file. Rejects with `CommandFailure`. */
export async function settingsGiven(words: readonly string[]): Promise<Settings> {
  const { file, rest } = await understood(async () => configFlag(words))
  const configFile = await configFileHere(file)
  const read = readOptions(rest, process.env, configFile?.given)
  if ('problem' in read) throw wrong(read.problem)
  const complete = completeConfig(read.given)
  if ('problem' in complete) throw wrong(complete.problem)
  const { given: _, ...others } = read
  return { ...others, config: complete.config, configFile }
}

/** The config file of that name, else that of the variable or the working folder. Rejects with `CommandFailure`. */
export function configFileHere(named?: string): Promise<ConfigFile | undefined> {
  return understood(() => readConfigFile(named ?? process.env[configFileVariable], process.cwd()))
}

async function understood<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw error instanceof ConfigUnreadable ? new CommandFailure(exitCodes.badOption, error.message) : error
  }
}

function wrong(problem: string): CommandFailure {
  return new CommandFailure(exitCodes.badOption, `${problem}\nRun twinmq --help for the options.`)
}
