import { type Config, options } from '../config/options.ts'
import { counted } from '../text/counted.ts'
import { cellText, columnsText } from './columns.ts'
import { badOption, readWords } from './flags.ts'
import { say, sayJson } from './output.ts'
import { configFileUsage, type Settings, settingsGiven } from './settings.ts'
import { exitCodes, type Subcommand } from './subcommand.ts'

/** Shows every option with its value and where that comes from. */
export const config: Subcommand = {
  usage: `Usage: twinmq config [--json] [options of start]
       twinmq config schema

Shows what twinmq start would go by: every option, its value, and whether that comes from a flag, a variable, the config
file, or is the default. A flag wins over its variable, that over LocalStack's variable, that over the config file.
schema prints the JSON Schema of the config file: save it beside one and name it there under "$schema".

${configFileUsage}  --json                          as JSON
  --help                          print this
`,
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
  readWords(words, {}, [])
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
  say(`${configFile.file} lists ${listed} to be made where they are missing`)
}

/** A manual clock can come of the instant at which it starts. */
function originOf({ sources, configFile }: Settings, key: keyof Config): string {
  const source = sources[key] ?? (key === 'clock' ? sources.now : undefined) ?? 'default'
  return source === 'config file' && configFile ? configFile.file : source
}

function valueText(value: Config[keyof Config]): string {
  if (value === undefined) return '-'
  return Array.isArray(value) ? value.join(',') || '-' : cellText(String(value), 80)
}
