import { unescape as percentDecoded } from 'node:querystring'
import type { Namespace, QueueAddress } from '../../src/core/model.ts'
import { type Arn, partitionOf } from '../aws/arn.ts'
import type { CredentialScope } from '../aws/credential.ts'
import { invalidParameter, type WireError } from '../aws/errors.ts'
import { regionOfHost } from '../aws/region-hosts.ts'
import { memoize } from '../memoize.ts'
import { limits } from './limits.ts'

/** A queue as a reference names it; what the reference leaves open is the caller's. */
type Reference = { readonly name: string; readonly account?: string; readonly region?: string }

/**
 * The queue that a `QueueUrl` means: any URL form that SQS and its emulators have printed, whatever its scheme, port and
 * host, or a bare name. Account and region of a URL win over the caller's; in the shared namespace the name alone counts.
 * Source: SQS Developer Guide, queue and message identifiers.
 */
export function queueAt(reference: string, scope: CredentialScope, namespace: Namespace): QueueAddress {
  const { name, account = scope.account, region = scope.region } = referenceIn(reference)
  return namespace === 'shared' ? { ...scope, name } : { account, region, name }
}

const digits = /^\d+$/

const referenceIn = memoize(readReference)

function readReference(reference: string): Reference {
  const { host, path } = partsOf(reference)
  const place = path && placeIn(path)
  if (!place) return { name: percentDecoded(reference) }
  const region = place.account === undefined ? undefined : (place.region ?? regionOfHost(host))
  return region === undefined ? place : { ...place, region }
}

/** Host and segments of the path of a reference; the host is empty when there is none, and a bare name has no path. */
function partsOf(reference: string): { readonly host: string; readonly path?: readonly string[] } {
  const scheme = reference.indexOf('://')
  const segments = reference.slice(scheme === -1 ? 0 : scheme + 3, endOfPath(reference)).split('/')
  if (segments.length === 1) return { host: '' }
  const hostless = scheme === -1 && (segments[0] === 'queue' || digits.test(segments[0]!))
  const [host, ...path] = hostless ? ['', ...segments] : segments
  return { host: host!, path }
}

function endOfPath(reference: string): number {
  const end = reference.search(/[?#]/)
  return end === -1 ? reference.length : end
}

/** The queue that a path names, by its last segments: `queue/<region>/<account>/<name>`, `queue/<name>` or `<account>/<name>`. */
function placeIn(path: readonly string[]): Reference | undefined {
  const segments = path.filter((segment) => segment !== '')
  const [name, owner, region, mark] = segments.reverse()
  if (name === undefined || owner === undefined) return undefined
  if (owner === 'queue') return { name: percentDecoded(name) }
  if (!digits.test(owner)) return undefined
  const place = { name: percentDecoded(name), account: owner }
  return mark === 'queue' ? { ...place, region: percentDecoded(region!) } : place
}

/** Whether a path names a queue in one of the forms that a URL has, whatever stands before it. */
export function isQueuePath(path: string): boolean {
  return path.length > 2 && placeIn(path.split('/')) !== undefined
}

/** A path of one segment that may be the bare name of a queue. */
const barePath = /^\/([^/]+)\/?$/

/** The reference that a path makes with the host it was asked at; undefined: the path can name no queue. */
export function referenceInPath(path: string, host: string): string | undefined {
  return isQueuePath(path) ? `http://${host}${path}` : barePath.exec(path)?.[1]
}

/** ARN of a queue. Source: AWS General Reference, Amazon Resource Names. */
export function queueArn(queue: QueueAddress): string {
  return `arn:${partitionOf(queue.region)}:sqs:${queue.region}:${queue.account}:${queue.name}`
}

/** The queue that an ARN of SQS means; in the shared namespace its name alone counts. */
export function queueOfArn(
  { account, region, resource: name }: Arn,
  scope: CredentialScope,
  namespace: Namespace,
): QueueAddress {
  return namespace === 'shared' ? { ...scope, name } : { account, region, name }
}

/** The address under which an answer shows a queue: in the shared namespace as one of the asker's own. */
export function shownAddress(queue: QueueAddress, scope: CredentialScope, namespace: Namespace): QueueAddress {
  return namespace === 'shared' ? { account: scope.account, region: scope.region, name: queue.name } : queue
}

/** Whether a name is that of a FIFO queue. Source: SQS API Reference, CreateQueue, QueueName. */
export function isFifoName(name: string): boolean {
  return name.endsWith('.fifo')
}

const standardName = /^[A-Za-z0-9_-]+$/
const fifoName = /^[A-Za-z0-9_-]+\.fifo$/
const standardNameText = 'Can only include alphanumeric characters, hyphens, or underscores. 1 to 80 in length'
const fifoNameText =
  'The name of a FIFO queue can only include alphanumeric characters, hyphens, or underscores, must end with .fifo suffix and be 1 to 80 in length'

/** What is wrong with the name of a queue to be created, if anything. Source: SQS API Reference, CreateQueue. */
export function queueNameError(name: string, fifo: boolean): WireError | undefined {
  const form = fifo ? fifoName : standardName
  if (form.test(name) && name.length <= limits.queueName) return undefined
  return invalidParameter(fifo ? fifoNameText : standardNameText)
}

/** The first one, as AWS's look: no run of zeros in it can be taken for an account id. */
const firstSequenceNumber = 18_849_496_460_467_696_128n

/**
 * The sequence number of a message of a FIFO queue: 20 digits, rising. `sequence`: from 1 to the largest safe integer.
 * Source: SQS API Reference, SendMessage, SequenceNumber.
 */
export function sequenceNumber(sequence: number): string {
  return String(firstSequenceNumber + BigInt(sequence - 1))
}

/** A list that comes in pages: the queues of an account in a region, or those whose dead-letter queue is at that address. */
export type ListName = 'queues' | `sources of ${string}`

/** Opaque mark of the place where a list goes on. Source: SQS API Reference, ListQueues and ListDeadLetterSourceQueues. */
export function listToken(list: ListName, next: string): string {
  return Buffer.from(`${list}:${next}`).toString('base64')
}

/** The place in a list that a token stands for; undefined for one that this list has not given. */
export function placeOfToken(list: ListName, token: string): string | undefined {
  const place = Buffer.from(token, 'base64').toString('utf8')
  if (!place.startsWith(`${list}:`)) return undefined
  const next = place.slice(list.length + 1)
  return listToken(list, next) === token ? next : undefined
}
