import type { ConfigFile } from '../../config/config-file.ts'
import type { Config } from '../../config/options.ts'
import { documentChunks } from '../../document/writer.ts'
import { assureDataFile, withDataFile } from '../data-file.ts'
import {
  badOption,
  configGiven,
  placeFlags,
  placeUsage,
  readWords,
  targetFlags,
  targetGiven,
  targetUsage,
} from '../flags.ts'
import { holdingsOf, holdingsOfRunning, sayHoldings, sayNotices } from '../holdings.ts'
import { bytesOf, callRunning } from '../running-twinmq.ts'
import { configFileHere } from '../settings.ts'
import { exitCodes, type Subcommand } from '../subcommand.ts'
import { writeWhole } from '../whole-file.ts'

type Times = 'relative' | 'absolute'

/** Writes the state to a file. */
export const save: Subcommand = {
  usage: `Usage: twinmq snapshot save FILE [--times relative|absolute] [--url URL | --data FILE] [--json]

Writes the state of a running twinmq, or of a data file at rest, as one document. FILE is replaced in one step, once
all is written; - is standard output. The data file is left as it is.

  --times relative       times as they lie from now, as good in a year as today (the default)
  --times absolute       times as they are
${targetUsage}${placeUsage}  --json                 say what was saved as JSON
  --help                 print this
`,
  async run(words) {
    const flags = { ...targetFlags, ...placeFlags, times: { type: 'string' }, json: { type: 'boolean' } } as const
    const { values, positionals } = readWords(words, flags, ['FILE'])
    const [file = ''] = positionals
    const times = timesGiven(values.times)
    const target = await targetGiven(values)
    const held =
      'url' in target
        ? await saveRunning(target.url, file, times)
        : await saveAtRest(target.file, file, times, configOf(values, await configFileHere(values.config)))
    if (file !== '-') sayHoldings('saved', file, held, values.json)
    return exitCodes.done
  },
}

function configOf(values: Readonly<Record<string, string | boolean | undefined>>, file: ConfigFile | undefined) {
  return configGiven(values, ['account', 'region', 'namespace'], file?.given)
}

function timesGiven(times: string | undefined): Times {
  if (times === undefined || times === 'relative' || times === 'absolute') return times ?? 'relative'
  throw badOption(`--times: '${times}' is not relative|absolute`)
}

async function saveRunning(url: string, file: string, times: Times) {
  const answer = await callRunning({ url, method: 'GET', path: `/snapshot?times=${times}` })
  await writeWhole(file, bytesOf(answer))
  return holdingsOfRunning(url)
}

async function saveAtRest(
  dataFile: string,
  file: string,
  times: Times,
  config: Pick<Config, 'account' | 'region' | 'namespace'>,
) {
  await assureDataFile(dataFile)
  return withDataFile(dataFile, config, async ({ state, notices }) => {
    sayNotices(notices)
    /* The instant at which a start would go on. */
    const savedAtMs = Math.max(Date.now(), state.changedAtMs)
    const snapshot = { state, journalFrom: state.sequence + 1 }
    await writeWhole(file, documentChunks({ snapshot, savedAtMs, times, copy: true }))
    return holdingsOf(state)
  })
}
