import type { QueueAddress } from '../../src/core/model.ts'
import type { TopicAddress } from '../../src/core/topic.ts'
import type { AdapterOptions, WireRequest } from '../adapter.ts'
import type { XmlElement } from '../xml/element.ts'
import { isXmlFault, parseXmlBytes } from '../xml/reader.ts'
import { contentMd5Fits } from './digests.ts'
import { errors, invalidQueryItem, isError, type MnsError } from './errors.ts'
import { accessKeyIdIn, accountInKey, mnsHost } from './names.ts'

/** A request once its line and headers are read: what the rows of the actions work on. */
export type MnsRequest = {
  readonly wire: WireRequest
  /** The queue of the path; its name is empty where the path names none. Account and region are those of the caller. */
  readonly queue: QueueAddress
  /** The topic of a path about topics, likewise. */
  readonly topic: TopicAddress
  /** The subscription of the path; empty where the path names none. */
  readonly subscription: string
  /** By lower-case name: documents and clients disagree in letter case. Values have their percent escapes resolved. */
  readonly query: ReadonlyMap<string, string>
  /** The body; absent when it is empty or the method is GET. */
  readonly document: XmlElement | undefined
}

/** A path as the routes table names it, the queue or topic in it, and the subscription. */
type Path = { readonly shape: string; readonly name: string; readonly subscription: string }

/** Items of the query that the API knows, in lower case. */
const knownItems = new Set([
  'account',
  'accountmeta',
  'metaoverride',
  'numofmessages',
  'peekonly',
  'receipthandle',
  'visibilitytimeout',
  'waitseconds',
])

const noItems: ReadonlyMap<string, string> = new Map()

/** Splits a target at its question mark; the query is empty without one. */
export function splitTarget(target: string): { readonly path: string; readonly query: string } {
  const mark = target.indexOf('?')
  return mark === -1 ? { path: target, query: '' } : { path: target.slice(0, mark), query: target.slice(mark + 1) }
}

/** How the routes table names what a collection holds. */
const memberNames: Readonly<Record<string, string | undefined>> = { queues: '{queue}', topics: '{topic}' }

/** Which path of the API this is: `/queues/{queue}/messages` for `/queues/orders/messages/`. A slash at the end is passed over. */
export function readPath(path: string): Path | undefined {
  const segments = path.split('/')
  if (segments[segments.length - 1] === '') segments.pop()
  const [, collection = '', first, child, second] = segments
  if (segments[0] !== '' || segments.length > 5) return undefined
  const member = memberNames[collection]
  if (first === undefined || member === undefined)
    return { shape: segments.join('/') || '/', name: '', subscription: '' }
  const name = percentDecoded(first)
  if (!name) return undefined
  const shape = `/${collection}/${member}`
  if (child === undefined) return { shape, name, subscription: '' }
  if (second === undefined) return { shape: `${shape}/${child}`, name, subscription: '' }
  const subscription = percentDecoded(second)
  return subscription ? { shape: `${shape}/${child}/{subscription}`, name, subscription } : undefined
}

/** Reads the rest of a request whose path and method are known: query, then digest, then document. `signer`: account of a checked signature. */
export function readRequest(
  wire: WireRequest,
  path: Path,
  query: string,
  options: AdapterOptions,
  signer?: string,
): MnsRequest | MnsError {
  const items = readQuery(query, options.strict)
  if (isError(items)) return items
  const digest = headerText(wire, 'content-md5')
  if (digest !== undefined && !contentMd5Fits(digest, wire.body)) return errors.invalidDigest
  const document = readBody(wire)
  if (isError(document)) return document
  const address = addressOf(wire, path.name, options, signer)
  return { wire, queue: address, topic: address, subscription: path.subscription, query: items, document }
}

/** A header as text; of one that came several times, the first. */
export function headerText(wire: WireRequest, name: string): string | undefined {
  const value = wire.headers[name]
  return typeof value === 'object' ? value[0] : value
}

function readBody(wire: WireRequest): XmlElement | MnsError | undefined {
  if (wire.body.length === 0 || wire.method === 'GET') return undefined
  const document = parseXmlBytes(wire.body)
  return isXmlFault(document) ? errors.malformedXml : document
}

/** The name alone may be enough for the engine: in the shared namespace it passes over account and region. */
function addressOf(wire: WireRequest, name: string, options: AdapterOptions, signer: string | undefined): QueueAddress {
  const named = mnsHost(wire.host)
  const region = named?.region ?? options.defaultRegion
  if (signer !== undefined) return { account: signer, region, name }
  if (named) return { account: named.account, region, name }
  const keyId = accessKeyIdIn(headerText(wire, 'authorization') ?? '') ?? ''
  return { account: accountInKey(keyId) ?? options.defaultAccount, region, name }
}

/** Splits at the first `=` only: some clients send a receipt handle that ends in `==` as it is. */
function readQuery(query: string, strict: boolean): ReadonlyMap<string, string> | MnsError {
  if (query === '') return noItems
  const items = new Map<string, string>()
  for (const item of query.split('&')) {
    if (item === '') continue
    const mark = item.indexOf('=')
    const name = (mark === -1 ? item : item.slice(0, mark)).toLowerCase()
    const value = mark === -1 ? '' : percentDecoded(item.slice(mark + 1))
    if (value === undefined || (strict && !knownItems.has(name))) return invalidQueryItem(item)
    if (!items.has(name)) items.set(name, value)
  }
  return items
}

/** Resolves percent escapes and leaves `+` as it is; `undefined` when an escape is broken. */
function percentDecoded(text: string): string | undefined {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
