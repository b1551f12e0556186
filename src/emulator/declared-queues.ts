import { ConfigUnreadable, type Declared } from '../config/config-file.ts'
import { mergedState, replaceState } from '../core/replace-state.ts'
import { queueKey, type State } from '../core/state.ts'
import { readDocument } from '../document/read-document.ts'
import type { DocumentContext } from '../document/reading.ts'
import { DocumentUnreadable } from '../document/unreadable.ts'

/** What was made, and what people should know, one line each. */
type Made = { readonly lines: readonly string[]; readonly notices: readonly string[]; readonly changed: boolean }

/** A member of a list that is not there yet, and its place in the list. */
type Missing = { readonly item: unknown; readonly index: number }

/**
 * Adds to a state what a config file lists and the state lacks; what is there stays as it is. Rejects with
 * `ConfigUnreadable`, and then nothing has changed.
 */
export async function addDeclared(state: State, declared: Declared, context: DocumentContext): Promise<Made> {
  const known = { queues: queuesIn(state, context), topics: topicsIn(state, context) }
  const missing = {
    queues: missingOf(declared.queues, known.queues),
    topics: missingOf(declared.topics, known.topics),
  }
  const lines = [
    ...linesFor('queue', declared.queues, missing.queues),
    ...linesFor('topic', declared.topics, missing.topics),
  ]
  if (missing.queues.length + missing.topics.length === 0) return { lines, notices: [], changed: false }
  const document = { queues: missing.queues.map(({ item }) => item), topics: missing.topics.map(({ item }) => item) }
  const read = await readDocument(bytesOf(document), 'config file', { ...context, into: state }).catch(
    (error: unknown) => {
      if (!(error instanceof DocumentUnreadable)) throw error
      throw new ConfigUnreadable(declared.problemAt(originalPath(error.path, missing), error.problem))
    },
  )
  replaceState(state, mergedState(state, read.snapshot.state, context.nowMs))
  return { lines, notices: read.notices, changed: true }
}

type Has = (account: string, region: string, name: string) => boolean

function queuesIn(state: State, { namespace, defaults }: DocumentContext): (item: unknown) => boolean {
  const has: Has = (account, region, name) => state.queues.has(queueKey(namespace, { account, region, name }))
  return (item) => isThere(item, defaults, has)
}

function topicsIn({ topics }: State, { namespace, defaults }: DocumentContext): (item: unknown) => boolean {
  const there = new Set([...topics.byId.values()].map(({ address }) => queueKey(namespace, address)))
  const has: Has = (account, region, name) => there.has(queueKey(namespace, { account, region, name }))
  return (item) => isThere(item, defaults, has)
}

/** Anything but an object with a name is left to the reader, which refuses it. */
function isThere(item: unknown, defaults: DocumentContext['defaults'], has: Has): boolean {
  const { account = defaults.account, region = defaults.region, name } = Object(item)
  return has(String(account), String(region), String(name))
}

function missingOf(items: readonly unknown[], isKnown: (item: unknown) => boolean): readonly Missing[] {
  return items.map((item, index) => ({ item, index })).filter(({ item }) => !isKnown(item))
}

function linesFor(kind: string, items: readonly unknown[], missing: readonly Missing[]): string[] {
  const made = new Set(missing.map(({ index }) => index))
  return items.map((item, index) => {
    const { name } = Object(item)
    return made.has(index) ? `made ${kind} ${name} of the config file` : `${kind} ${name} of the config file is there`
  })
}

/** The place in the file of what was read without those before it that are there already. */
function originalPath(path: string, missing: { readonly [list: string]: readonly Missing[] }): string {
  return path.replace(/^(queues|topics)\[(\d+)\]/, (whole, list: string, at: string) => {
    const found = missing[list]?.[Number(at)]
    return found ? `${list}[${found.index}]` : whole
  })
}

async function* bytesOf(document: object): AsyncGenerator<Uint8Array> {
  yield Buffer.from(JSON.stringify(document))
}
