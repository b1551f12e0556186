import {
  type ConfigFile,
  ConfigUnreadable,
  configFileNames,
  configFileVariable,
  configFlag,
  readConfigFile,
} from '../config/config-file.ts'
import { type Config, completeConfig, defaultText, type NamedOption, options } from '../config/options.ts'
import { type ReadOptions, readOptions } from '../config/read-options.ts'
import { CommandFailure, exitCodes, type FlagRow, type FlagRows } from './subcommand.ts'

/** Every option, where each comes from, and the config file. */
export type Settings = Omit<ReadOptions, 'given'> & {
  readonly config: Config
  readonly configFile: ConfigFile | undefined
}

/** Flags of commands that take every option. */
export const settingFlags: FlagRows = {
  ...Object.fromEntries(options.filter(({ standIn }) => !standIn).map(flagOf)),
  config: {
    value: 'FILE',
    variable: configFileVariable,
    help: `config file; by default ${configFileNames[0]}, .yaml or .yml in the working folder`,
  },
}

/** Flags that only replacements of LocalStack need. */
export const standInFlags: FlagRows = Object.fromEntries(options.filter(({ standIn }) => standIn).map(flagOf))

function flagOf(option: NamedOption): readonly [string, FlagRow] {
  const { flag, value, variable, help, common, many } = option
  const usual = defaultText(option)
  const text = usual === undefined ? help : `${help} (${usual})`
  const row = { help: text, variable, ...(value !== undefined && { value }), ...(many && { many }) }
  return [flag.slice(2), { ...row, ...(common && { common }) }]
}

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

/** The config file of that name, else of the variable, else of the working folder. Rejects with `CommandFailure`. */
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
  return new CommandFailure(exitCodes.badOption, `${problem}\nRun twinmq --help-all for all options.`)
}
