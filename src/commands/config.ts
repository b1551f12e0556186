import { type Config, options } from '../config/options.ts'
import { counted } from '../text/counted.ts'
import { cellText, columnsText } from './columns.ts'
import { say, sayJson } from './output.ts'
import { type Settings, settingFlags, settingsGiven, standInFlags } from './settings.ts'
import { badOption, exitCodes, type Subcommand } from './subcommand.ts'

/** Shows every option with its value and its source. */
export const config: Subcommand = {
  summary: 'show every option, its value and its source',
  words: ['[schema]'],
  flags: { json: { help: 'print JSON' }, ...settingFlags },
  shared: standInFlags,
  sharedTitle: 'To replace LocalStack, whose own variables also work',
  about: `Shows the options that twinmq start would use: the value of each, and whether it comes from a flag, a variable, the config file or the default. A flag wins over its variable, which wins over LocalStack's variable, which wins over the config file.

config schema prints the JSON Schema of the config file. Save it next to a config file and name it there under "$schema".`,
  exits: { [exitCodes.done]: 'done', [exitCodes.badOption]: 'wrong usage, or an option that cannot be used' },
  examples: ['twinmq config --json', 'twinmq config schema'],
  async run(words) {
    const json = words.includes('--json')
    const others = words.filter((word) => word !== '--json')
    if (others[0] === 'schema') return schema(others.slice(1))
    if (others[0] !== undefined && !others[0].startsWith('-'))
      throw badOption(`twinmq config takes schema, or options, not '${others[0]}'`)
    const settings = await settingsGiven(others)
    if (json) sayJson(documentOf(settings))
    else sayTable(settings)
    return exitCodes.done
  },
}

async function schema(words: readonly string[]): Promise<number> {
  if (words[0] !== undefined) throw badOption(`unexpected word '${words[0]}'`)
  const { configFileSchema } = await import('../config/config-file-schema.ts')
  sayJson(configFileSchema())
  return exitCodes.done
}

function documentOf(settings: Settings): object {
  const rows = options.map(({ key }) => [key, { value: settings.config[key] ?? null, from: originOf(settings, key) }])
  return { file: settings.configFile?.file ?? null, options: Object.fromEntries(rows) }
}

function sayTable(settings: Settings): void {
  const rows = options.map(({ key }) => [key, valueText(settings.config[key]), originOf(settings, key)])
  process.stdout.write(columnsText(['OPTION', 'VALUE', 'FROM'], rows))
  const { configFile } = settings
  if (!configFile) return
  const { queues = [], topics = [] } = configFile.declared ?? {}
  const listed = `${counted(queues.length, 'queue')} and ${counted(topics.length, 'topic')}`
  say(`${configFile.file} lists ${listed}; a start creates those that are missing`)
}

/** `now` also sets the clock. */
function originOf({ sources, configFile }: Settings, key: keyof Config): string {
  const source = sources[key] ?? (key === 'clock' ? sources.now : undefined) ?? 'default'
  return source === 'config file' && configFile ? configFile.file : source
}

function valueText(value: Config[keyof Config]): string {
  if (value === undefined) return '-'
  return Array.isArray(value) ? value.join(',') || '-' : cellText(String(value), 80)
}
