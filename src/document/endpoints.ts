import type { Endpoint, TopicAddress } from '../core/topic.ts'
import { readReference, referenceText } from './queue-references.ts'
import { object, type Reading, text, ValidationError, within } from './values.ts'

/*
 * Where a subscription delivers stands as the text that was given, from which the place follows, and `queue:inbox` is
 * short for a queue where the topic lives. Where the place does not follow from the text, since hosts name accounts in
 * more ways than one, `deliversTo` says it.
 */

type Given = { readonly endpointText: string; readonly endpoint: Endpoint }

const nearQueue = 'queue:'
const queueForm = /^acs:mns:([^:]*):([^:]*):queues\/(.*)$/su
const httpForm = /^https?:\/\//i
/** A host follows the slashes at once, as MNS wants it. */
const withHost = /^https?:\/\/[^\s\\/?#][^\s\\]*$/i

/** JSON text of the endpoint of a subscription to the topic at `owner`. */
export function endpointText({ endpointText, endpoint }: Given, owner: TopicAddress): string {
  if (endpoint.kind !== 'queue') return JSON.stringify(endpointText)
  const { account, region, name } = endpoint.queue
  const near = account === owner.account && region === owner.region && endpointText === longText(endpoint.queue)
  return JSON.stringify(near ? nearQueue + name : endpointText)
}

/** JSON text of where that endpoint leads; undefined: where its text says. */
export function placeText(given: Given, owner: TopicAddress): string | undefined {
  const { endpoint } = given
  const said = readEndpoint(JSON.parse(endpointText(given, owner)), owner).endpoint
  if (sameEndpoint(said, endpoint)) return undefined
  if (endpoint.kind === 'queue') return `{ "queue": ${referenceText(endpoint.queue, owner)} }`
  return endpoint.kind === 'http' ? `{ "url": ${JSON.stringify(endpoint.url)} }` : '{}'
}

/** Whether a text looks like an endpoint of any kind: one that delivers nothing, such as mail, names its kind too. */
export function hasForm(endpoint: string): boolean {
  if (endpoint.startsWith('acs:mns:')) return queueForm.test(endpoint)
  if (httpForm.test(endpoint)) return withHost.test(endpoint) && URL.canParse(endpoint)
  return /^[a-z][a-z0-9+.-]*:./i.test(endpoint)
}

/** What the text of an endpoint says. Throws `ValidationError`. */
export function readEndpoint(value: unknown, owner: TopicAddress): Given {
  const given = text(value)
  if (given.startsWith(nearQueue)) {
    const queue = { account: owner.account, region: owner.region, name: given.slice(nearQueue.length) }
    return { endpointText: longText(queue), endpoint: { kind: 'queue', queue } }
  }
  const [, region, account, name] = queueForm.exec(given) ?? []
  if (region !== undefined && account !== undefined && name !== undefined)
    return { endpointText: given, endpoint: { kind: 'queue', queue: { account, region, name } } }
  const endpoint: Endpoint = httpForm.test(given) ? { kind: 'http', url: given } : { kind: 'unsupported' }
  return { endpointText: given, endpoint }
}

/** Where an endpoint leads when its text does not say it. Throws `ValidationError`. */
export function readPlace(value: unknown, owner: TopicAddress, reading: Reading): Endpoint {
  const { queue, url, ...others } = object(value)
  if (Object.keys(others).length > 0 || (queue !== undefined && url !== undefined))
    throw new ValidationError('a member "queue" or "url", or none, is expected')
  if (queue !== undefined) return { kind: 'queue', queue: within('queue', () => readReference(queue, owner, reading)) }
  return url === undefined ? { kind: 'unsupported' } : { kind: 'http', url: within('url', () => text(url)) }
}

function sameEndpoint(a: Endpoint, b: Endpoint): boolean {
  if (a.kind === 'http') return b.kind === 'http' && a.url === b.url
  if (a.kind !== 'queue') return a.kind === b.kind
  return b.kind === 'queue' && longText(a.queue) === longText(b.queue)
}

function longText({ account, region, name }: TopicAddress): string {
  return `acs:mns:${region}:${account}:queues/${name}`
}
