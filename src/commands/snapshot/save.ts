import type { ConfigFile } from '../../config/config-file.ts'
import { documentChunks } from '../../document/writer.ts'
import { subcommand } from '../command-line.ts'
import { assureDataFile, withDataFile } from '../data-file.ts'
import { configGiven, type DataFileConfig, dataFileKeys, placeFlags, targetFlags, targetGiven } from '../flags.ts'
import { holdingsOf, holdingsOfRunning, sayHoldings, sayNotices } from '../holdings.ts'
import { bytesOf, callRunning } from '../running-twinmq.ts'
import { configFileHere } from '../settings.ts'
import { badOption, exitCodes } from '../subcommand.ts'
import { queueExits } from '../target.ts'
import { writeWhole } from '../whole-file.ts'

type Times = 'relative' | 'absolute'

/** Writes the state to a file. */
export const save = subcommand({
  summary: 'write the state to a file',
  words: ['FILE'],
  flags: {
    times: {
      value: 'relative|absolute',
      help: 'relative: times as distances from now, which never go stale; absolute: times as they are (relative)',
    },
    json: { help: 'print what was saved as JSON' },
  },
  shared: { ...targetFlags, ...placeFlags },
  about:
    'Writes the state of a running twinmq, or of a data file that is not in use, as one document. It replaces FILE in one step when everything is written. FILE - is standard output.',
  exits: queueExits,
  examples: ['twinmq snapshot save queues.json', 'twinmq snapshot save - --times absolute'],
  async run({ values, words: [file = ''] }) {
    const times = timesGiven(values.times)
    const target = await targetGiven(values)
    const held =
      'url' in target
        ? await saveRunning(target.url, file, times)
        : await saveAtRest(target.file, file, times, configOf(values, await configFileHere(values.config)))
    if (file !== '-') sayHoldings('saved', file, held, values.json)
    return exitCodes.done
  },
})

function configOf(values: Readonly<Record<string, string | boolean | undefined>>, file: ConfigFile | undefined) {
  return configGiven(values, dataFileKeys, file?.given)
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

async function saveAtRest(dataFile: string, file: string, times: Times, config: DataFileConfig) {
  await assureDataFile(dataFile)
  return withDataFile(dataFile, config, async ({ state, notices }) => {
    sayNotices(notices)
    /* The time at which a start would continue. */
    const savedAtMs = Math.max(Date.now(), state.changedAtMs)
    const snapshot = { state, journalFrom: state.sequence + 1 }
    await writeWhole(file, documentChunks({ snapshot, savedAtMs, times, copy: true }))
    return holdingsOf(state)
  })
}
