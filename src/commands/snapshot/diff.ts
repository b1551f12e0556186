import type { Config } from '../../config/options.ts'
import { changeText } from '../../document/compare/change-text.ts'
import { type Compared, compareStates } from '../../document/compare/compare-states.ts'
import { readDocument } from '../../document/read-document.ts'
import { StoreUnreadable } from '../../document/unreadable.ts'
import { hasColours } from '../../text/colours.ts'
import { contextFor, type OpenDocument, openDocument } from '../documents.ts'
import { badOption, configGiven, placeFlags, placeUsage, readWords } from '../flags.ts'
import { sayNotices } from '../holdings.ts'
import { withSavedAt } from '../saved-at.ts'
import { CommandFailure, type Subcommand } from '../subcommand.ts'

/** As those of diff(1). */
const diffCodes = { alike: 0, different: 1, trouble: 2 } as const

/** Most changes that are shown in one place without --all. */
const shortList = 20

/** Says what changed from one document to another. */
export const diff: Subcommand = {
  usage: `Usage: twinmq snapshot diff A B [--all] [--json]

Says what leads from A to B: queues and topics that were added (+), are gone (-) or differ, and in those what was told to
them and their messages. Each is a file of any form, snapshot, fixture or data file; the URL of a running twinmq
(http://...); or - for standard input. Exit code 0: alike, 1: different, 2: trouble.

Messages are the same when their ids are; where a document gives none, when body, attributes and group are, in their
order. Numbers, ids and receipts of twinmq's own are nothing to compare.

What time alone does is no difference. Saves are put on one line of time by when they were saved, and states are told for
the later of both. Times that are relative move with each load, so where most lie equally far apart, that far apart is
alike: a system equals the fixture or the save that it was loaded from. Two documents that do not say when they were
saved, as fixtures that people write, are read as if both were loaded now.

  --all                  show every change; without, ${shortList} in one place, and how many more there are
${placeUsage}  --json                 say it as JSON
  --help                 print this
`,
  async run(words) {
    try {
      return await compare(words)
    } catch (error) {
      if (error instanceof CommandFailure) throw new CommandFailure(diffCodes.trouble, error.message)
      if (error instanceof StoreUnreadable) throw new CommandFailure(diffCodes.trouble, error.message)
      throw error
    }
  },
}

async function compare(words: readonly string[]): Promise<number> {
  const flags = { ...placeFlags, all: { type: 'boolean' }, json: { type: 'boolean' } } as const
  const { values, positionals } = readWords(words, flags, ['A', 'B'])
  const [a = '', b = ''] = positionals
  if (a === '-' && b === '-') throw badOption('only one of both can be standard input')
  const config = configGiven(values, ['account', 'region', 'namespace'])
  const { changes, nowMs } = compareStates(...(await readBoth(a, b, config)))
  const limit = values.all ? Number.POSITIVE_INFINITY : shortList
  const text = values.json
    ? `${JSON.stringify({ alike: changes.length === 0, changes }, null, 2)}\n`
    : changeText(changes, { nowMs, defaults: config, limit, colours: hasColours('stdout') })
  process.stdout.write(text)
  return changes.length === 0 ? diffCodes.alike : diffCodes.different
}

async function readBoth(a: string, b: string, config: Pick<Config, 'account' | 'region' | 'namespace'>) {
  const documents = [await openedAt(a, config), await openedAt(b, config)] as const
  const savedAtMs = documents.map((document) => document.savedAtMs).filter((instantMs) => instantMs !== undefined)
  const nowMs = savedAtMs.length > 0 ? Math.max(...savedAtMs) : Date.now()
  return [await read(documents[0], nowMs, config), await read(documents[1], nowMs, config), nowMs] as const
}

type Opened = OpenDocument & { readonly savedAtMs: number | undefined; readonly all: AsyncIterable<Uint8Array> }

async function openedAt(place: string, config: Pick<Config, 'account' | 'region' | 'namespace'>): Promise<Opened> {
  const document = await openDocument(place, config)
  sayNotices(document.notices)
  return { ...document, ...(await withSavedAt(document.bytes)) }
}

/** Times are relative to when a document was saved; one that does not say it is read at `nowMs`. */
async function read(
  { name, format, all, savedAtMs }: Opened,
  nowMs: number,
  config: Pick<Config, 'account' | 'region' | 'namespace'>,
): Promise<Compared> {
  const context = { ...contextFor(config, savedAtMs ?? nowMs, 0), format }
  const { snapshot, madeIds, completed } = await readDocument(all, name, context)
  return { state: snapshot.state, madeIds, savedAtMs, timesMoved: completed }
}
