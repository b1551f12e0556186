import { openDocument } from '../documents.ts'
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
import { sayHoldings, sayNotices } from '../holdings.ts'
import { beforeText, loadAtRest, loadRunning, refused } from '../load-document.ts'
import { say } from '../output.ts'
import { configFileHere } from '../settings.ts'
import { exitCodes, type Subcommand } from '../subcommand.ts'

/** Puts a document in the place of the state, or adds it. */
export const load: Subcommand = {
  usage: `Usage: twinmq snapshot load FILE [--merge] [--url URL | --data FILE] [--json]

Puts a document in the place of the whole state of a running twinmq, or of a data file at rest. - is standard input.
FILE holds JSON, or YAML where its name ends in .yaml or .yml. Where a data file keeps the state, the state before goes to
that file's name with .bak, in the place of an older one. A document that is refused changes nothing: exit code 1, with the
place in it.

  --merge                add to what is there; a name that is there is refused
${targetUsage}
With --data, since a running twinmq has its own:
${placeUsage}
  --json                 say what there is now as JSON
  --help                 print this
`,
  async run(words) {
    const flags = { ...targetFlags, ...placeFlags, merge: { type: 'boolean' }, json: { type: 'boolean' } } as const
    const { values, positionals } = readWords(words, flags, ['FILE'])
    const [file = ''] = positionals
    const target = await targetGiven(values)
    const merge = values.merge ?? false
    const unused = (['account', 'region', 'namespace'] as const).find((name) => values[name] !== undefined)
    if ('url' in target && unused !== undefined) throw badOption(`--${unused} goes with --data`)
    const configFile = 'file' in target ? await configFileHere(values.config) : undefined
    const config = configGiven(values, ['account', 'region', 'namespace'], configFile?.given)
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
}
