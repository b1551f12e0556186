import type { Config } from '../../config/options.ts'
import { changeText } from '../../document/compare/change-text.ts'
import { type Compared, compareStates } from '../../document/compare/compare-states.ts'
import { readDocument } from '../../document/read-document.ts'
import { StoreUnreadable } from '../../document/unreadable.ts'
import { hasColours } from '../../text/colours.ts'
import { type FlagValues, subcommand } from '../command-line.ts'
import { contextFor, type OpenDocument, openDocument } from '../documents.ts'
import { configGiven, placeFlags } from '../flags.ts'
import { sayNotices } from '../holdings.ts'
import { withSavedAt } from '../saved-at.ts'
import { badOption, CommandFailure } from '../subcommand.ts'

/** The same as those of diff(1). */
const diffCodes = { alike: 0, different: 1, trouble: 2 } as const

/** Most changes that are shown in one place without --all. */
const shortList = 20

/** Compares two documents. */
export const diff = subcommand({
  summary: 'compare two documents',
  words: ['A', 'B'],
  flags: {
    all: { help: `show every change; by default ${shortList} in one place, and the number of others` },
    json: { help: 'print JSON' },
  },
  shared: placeFlags,
  about: `Lists the changes that lead from A to B: queues and topics that were added (+), removed (-) or changed, with their settings and messages. A and B are snapshots, fixtures or data files, the URL of a running twinmq (http://...), or - for standard input.

Two messages are the same if their ids are equal. Where a document has no ids, messages with the same body, attributes and group are compared in order. Numbers, ids and receipts of twinmq itself are ignored.

Changes that only time causes are ignored too. Each document counts from the time at which it was saved, and both are compared at the later of these times. Relative times move with each load, so if most times differ by the same amount, they count as equal: a state equals the fixture or save that it was loaded from. Two documents without a time of saving, such as fixtures that people write, are read as if both were loaded now.`,
  exits: {
    [diffCodes.alike]: 'alike',
    [diffCodes.different]: 'different',
    [diffCodes.trouble]: 'wrong usage, or a document that cannot be read',
  },
  examples: ['twinmq snapshot diff before.json after.json', 'twinmq snapshot diff demo.yaml http://127.0.0.1:4566'],
  async run({ values, words }) {
    try {
      return await compare(words, values)
    } catch (error) {
      if (error instanceof CommandFailure) throw new CommandFailure(diffCodes.trouble, error.message)
      if (error instanceof StoreUnreadable) throw new CommandFailure(diffCodes.trouble, error.message)
      throw error
    }
  },
})

type Flags = FlagValues<typeof placeFlags> & { readonly all?: boolean | undefined; readonly json?: boolean | undefined }

async function compare([a = '', b = '']: readonly string[], values: Flags): Promise<number> {
  if (a === '-' && b === '-') throw badOption('only one of A and B can be standard input')
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

/** Times are relative to the time of saving. A document without one is read at `nowMs`. */
async function read(
  { name, format, all, savedAtMs }: Opened,
  nowMs: number,
  config: Pick<Config, 'account' | 'region' | 'namespace'>,
): Promise<Compared> {
  const context = { ...contextFor(config, savedAtMs ?? nowMs, 0), format }
  const { snapshot, madeIds, completed } = await readDocument(all, name, context)
  return { state: snapshot.state, madeIds, savedAtMs, timesMoved: completed }
}
