import { subcommand } from '../command-line.ts'
import { openDocument } from '../documents.ts'
import { configGiven, dataFileKeys, placeFlags, targetFlags, targetGiven } from '../flags.ts'
import { sayHoldings, sayNotices } from '../holdings.ts'
import { beforeText, loadAtRest, loadRunning, refused } from '../load-document.ts'
import { say } from '../output.ts'
import { configFileHere } from '../settings.ts'
import { badOption, exitCodes } from '../subcommand.ts'
import { queueExits } from '../target.ts'

/** Replaces the state with a document, or adds it. */
export const load = subcommand({
  summary: 'replace the state with a document, or add the document to it',
  words: ['FILE'],
  flags: {
    merge: { help: 'add to what is there; names that exist are refused' },
    json: { help: 'print what is there now as JSON' },
  },
  shared: { ...targetFlags, ...placeFlags },
  about: `Replaces the whole state of a running twinmq, or of a data file that is not in use, with a document. FILE - is standard input. FILE is read as YAML if its name ends in .yaml or .yml, else as JSON.

If a data file keeps the state, the old state goes to the name of that file with .bak. A document that is refused changes nothing; the error says the place in it. --account, --region and --namespace need --data, because a running twinmq has its own.`,
  exits: queueExits,
  examples: ['twinmq snapshot load queues.json', 'twinmq snapshot load demo.yaml --data queues.json --merge'],
  async run({ values, words: [file = ''] }) {
    const target = await targetGiven(values)
    const merge = values.merge ?? false
    const unused = (['account', 'region', 'namespace'] as const).find((name) => values[name] !== undefined)
    if ('url' in target && unused !== undefined) throw badOption(`--${unused} needs --data`)
    const configFile = 'file' in target ? await configFileHere(values.config) : undefined
    const config = configGiven(values, dataFileKeys, configFile?.given)
    const document = await openDocument(file, config).catch(refused)
    sayNotices(document.notices)
    const { held, backup } =
      'url' in target
        ? await loadRunning(target.url, document, merge)
        : await loadAtRest(target.file, document, merge, config)
    sayHoldings('loaded', file, { ...held, ...(backup !== undefined && { backup }) }, values.json)
    if (backup !== undefined && !values.json) say(beforeText(backup))
    return exitCodes.done
  },
})
