import { unescape as percentDecoded } from 'node:querystring'
import type { Namespace, QueueAddress } from '../../src/core/model.ts'
import type { Caller } from './caller.ts'
import { invalidParameter, type WireError } from './errors.ts'
import { limits } from './limits.ts'
import { remembered } from './remembered.ts'

/** A queue as a reference names it; what the reference leaves open is the caller's. */
type Reference = { readonly name: string; readonly account?: string; readonly region?: string }

/**
 * The queue that a `QueueUrl` means: any URL form that SQS and its emulators have printed, whatever its scheme, port and
 * host, or a bare name. Account and region of a URL win over the caller's; in the shared namespace the name alone counts.
 * Source: SQS Developer Guide, queue and message identifiers.
 */
export function queueAt(reference: string, caller: Caller, namespace: Namespace): QueueAddress {
  const { name, account = caller.account, region = caller.region } = referenceIn(reference)
  return namespace === 'shared' ? { ...caller, name } : { account, region, name }
}

const digits = /^\d+$/

const referenceIn = remembered(readReference)

function readReference(reference: string): Reference {
  const segments = segmentsOf(reference)
  if (segments.length < 2) return { name: percentDecoded(reference) }
  const host = segments[0]!
  const [first, region, account, name] = segments.slice(-4)
  if (first === 'queue' && account !== undefined && name !== undefined && digits.test(account))
    return { name: percentDecoded(name), account, region: percentDecoded(region!) }
  const last = percentDecoded(segments[segments.length - 1]!)
  const owner = segments[segments.length - 2]!
  if (owner === 'queue' && segments.length > 2) return { name: last }
  if (!digits.test(owner) || segments.length < 3) return { name: percentDecoded(reference) }
  return { name: last, account: owner, ...regionOfHost(host) }
}

/** Host and path of a reference, empty parts left out; the host is empty when there is none. */
function segmentsOf(reference: string): string[] {
  const scheme = reference.indexOf('://')
  const segments = reference.slice(scheme === -1 ? 0 : scheme + 3, endOfPath(reference)).split('/')
  if (segments.length === 1) return segments
  const hostless = scheme === -1 && (segments[0] === 'queue' || digits.test(segments[0]!))
  const [host, ...path] = hostless ? ['', ...segments] : segments
  return [host!, ...path.filter((segment) => segment !== '')]
}

function endOfPath(reference: string): number {
  const end = reference.search(/[?#]/)
  return end === -1 ? reference.length : end
}

/** Regions of both clouds: `us-east-1`, `us-gov-west-1`, `cn-hangzhou`. Other labels are taken for names of machines. */
export const regionLabel = /^(?:[a-z]{2,4}-[a-z-]+-\d+|cn-[a-z0-9-]+)$/

function regionOfHost(host: string): { readonly region?: string } {
  const [first = '', second, third] = host.toLowerCase().split('.')
  if (first === 'sqs' && second !== undefined && third !== undefined && regionLabel.test(second))
    return { region: second }
  if (first === 'queue' && second !== undefined) return { region: 'us-east-1' }
  return second === 'queue' && third !== undefined && regionLabel.test(first) ? { region: first } : {}
}

/** Whether a path names a queue: `/<account>/<name>`, `/queue/<region>/<account>/<name>` or `/queue/<name>`. */
export function isQueuePath(path: string): boolean {
  const [owner, second, third, ...more] = path.split('/').filter((segment) => segment !== '')
  if (owner === undefined || second === undefined || more.length > 1) return false
  if (digits.test(owner)) return third === undefined
  return owner === 'queue' && (third === undefined || (digits.test(third) && more.length === 1))
}

const partitions = [
  ['cn-', 'aws-cn'],
  ['us-gov-', 'aws-us-gov'],
  ['us-isob-', 'aws-iso-b'],
  ['us-iso-', 'aws-iso'],
] as const

/** ARN of a queue. Source: AWS General Reference, Amazon Resource Names. */
export function queueArn(queue: QueueAddress): string {
  const partition = partitions.find(([prefix]) => queue.region.startsWith(prefix))?.[1] ?? 'aws'
  return `arn:${partition}:sqs:${queue.region}:${queue.account}:${queue.name}`
}

/** The parts of an ARN that tell one resource from another. */
type Arn = { readonly service: string; readonly region: string; readonly account: string; readonly resource: string }

const arnForm = /^arn:[a-z0-9-]+:([a-z0-9-]+):([A-Za-z0-9-]+):(\d+):(.+)$/

/** What an ARN names; undefined for a text that is no full one. */
export function readArn(text: string): Arn | undefined {
  const [, service, region, account, resource] = arnForm.exec(text) ?? []
  if (service === undefined || region === undefined || account === undefined || resource === undefined) return undefined
  return { service, region, account, resource }
}

/** The queue that an ARN of SQS means; in the shared namespace its name alone counts. */
export function queueOfArn(
  { account, region, resource: name }: Arn,
  caller: Caller,
  namespace: Namespace,
): QueueAddress {
  return namespace === 'shared' ? { ...caller, name } : { account, region, name }
}

/** The address under which an answer shows a queue: in the shared namespace as one of the asker's own. */
export function shownAddress(queue: QueueAddress, caller: Caller, namespace: Namespace): QueueAddress {
  return namespace === 'shared' ? { account: caller.account, region: caller.region, name: queue.name } : queue
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

/** An id of 32 hexadecimal digits as a UUID. */
export function uuid(id: string): string {
  return `${id.slice(0, 8)}-${id.slice(8, 12)}-${id.slice(12, 16)}-${id.slice(16, 20)}-${id.slice(20)}`
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

/** A list that comes in pages: that of the caller's queues, or of those whose dead-letter queue has that name. */
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
