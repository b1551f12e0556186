import type { Endpoint } from '../client/call.ts'
import { withDeadLetterQueues } from './dead-letter-queues.ts'
import {
  type AttributeValue,
  type DocumentMessage,
  type DocumentQueue,
  ImportFailure,
  type Notify,
  type Place,
  type QueueReference,
} from './imported.ts'
import { documentMessages, receivedMessages } from './live-messages.ts'
import { listedMessages } from './message-listing.ts'
import { placeFinder } from './places.ts'
import { partsOfArn, readRedriveAllowPolicy, readRedrivePolicy } from './redrive-texts.ts'
import { attributesOf } from './sqs-attributes.ts'
import { CallFailure, type LiveMessage, type SqsEndpoint, sqsEndpoint } from './sqs-endpoint.ts'

/** The settings of an import from a running endpoint. */
type LiveOptions = {
  readonly endpoint: URL
  /** Account and region that are asked for, and in which the document puts the queues. */
  readonly place: Place
  readonly messages: boolean
  readonly notify: Notify
}

/** A queue of the endpoint. */
type Found = {
  readonly url: string
  readonly arn: string
  readonly texts: ReadonlyMap<string, string>
  readonly queue: DocumentQueue
}

type Source = Omit<LiveOptions, 'endpoint'> & {
  readonly endpoint: Endpoint
  readonly sqs: SqsEndpoint
  readonly urls: readonly string[]
}

/** Queues of a running endpoint that answers as SQS does. Throws `ImportFailure`. */
export async function queuesOfEndpoint(options: LiveOptions): Promise<readonly DocumentQueue[]> {
  const { endpoint: url, place, messages, notify } = options
  let nowMs = Date.now()
  /* Emulators take the account from a key id of 12 digits. */
  const keys = { id: place.account ?? 'test', secret: 'test' }
  const region = place.region ?? 'us-east-1'
  const onAnswer = ({ date = '' }: { readonly date?: string | undefined }): void => {
    nowMs = Date.parse(date) || nowMs
  }
  const endpoint = { url, region, keys, onAnswer }
  try {
    const source = { ...options, endpoint, ...(await reached(endpoint)) }
    /* Emulators such as LocalStack keep accounts and regions apart. */
    if (source.urls.length === 0)
      notify(
        `the endpoint has no queues for the access key ${keys.id} in ${region}; --account and --region select others`,
      )
    const found = await foundQueues(source)
    const queues = messages ? await withMessages(found, source, nowMs) : found.map(({ queue }) => queue)
    return withDeadLetterQueues(queues, notify)
  } catch (error) {
    if (error instanceof CallFailure) throw new ImportFailure(`${url.origin}: ${error.message}`)
    throw error
  }
}

/** In JSON, or in the older protocol if the endpoint does not know JSON. */
async function reached(endpoint: Endpoint): Promise<Pick<Source, 'sqs' | 'urls'>> {
  const [json, query] = [sqsEndpoint(endpoint, 'json'), sqsEndpoint(endpoint, 'query')]
  try {
    return { sqs: json, urls: await json.queueUrls() }
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error
    const urls = await query.queueUrls().catch((second: unknown) => {
      throw second instanceof CallFailure ? error : second
    })
    return { sqs: query, urls }
  }
}

async function foundQueues(source: Source): Promise<readonly Found[]> {
  const { sqs, urls, notify } = source
  const placed = placeFinder(source.place, notify)
  const found: Found[] = []
  let untold = false
  for (const url of urls) {
    const texts = await sqs.attributes(url)
    const arn = texts.get('QueueArn') ?? ''
    const name = url.slice(url.lastIndexOf('/') + 1)
    const tags = await sqs.tags(url).catch((error: unknown) => {
      if (!(error instanceof CallFailure)) throw error
      untold = true
      return new Map<string, string>()
    })
    const attributes = { ...attributesOf(texts, name, notify), ...redrives(texts, name, arn, placed, notify) }
    const queue = {
      name,
      ...placed(partsOfArn(arn)),
      ...(Object.keys(attributes).length === 0 ? {} : { attributes }),
      ...(tags.size === 0 ? {} : { tags: Object.fromEntries(tags) }),
    }
    found.push({ url, arn, texts, queue })
  }
  if (untold) notify('tags are left out: ListQueueTags is not answered')
  return found
}

/** Attributes that name other queues. */
function redrives(
  texts: ReadonlyMap<string, string>,
  queue: string,
  arn: string,
  placed: (stated: Place) => Place,
  notify: Notify,
): Record<string, AttributeValue> {
  const attributes: Record<string, AttributeValue> = {}
  const [policyText, allowText] = [texts.get('RedrivePolicy') ?? '', texts.get('RedriveAllowPolicy') ?? '']
  const policy = readRedrivePolicy(policyText)
  if (policy === undefined) notify(`queue "${queue}": RedrivePolicy is left out: ${policyText}`)
  else if (policy !== 'none') {
    const { target, maxReceiveCount } = policy
    attributes.RedrivePolicy = { deadLetterQueue: reference(target, arn, placed), maxReceiveCount }
  }
  const allow = readRedriveAllowPolicy(allowText)
  if (allow !== undefined) {
    const sourceQueues = allow.sources.map((source) => reference(source, arn, placed))
    attributes.RedriveAllowPolicy = {
      redrivePermission: allow.permission,
      ...(sourceQueues.length === 0 ? {} : { sourceQueues }),
    }
  } else if (allowText !== '') notify(`queue "${queue}": RedriveAllowPolicy is left out: ${allowText}`)
  return attributes
}

/** The reference of the queue `owner` to another one, which is given as an ARN or a bare name. */
function reference(arn: string, owner: string, placed: (stated: Place) => Place): QueueReference {
  const { name, ...stated } = partsOfArn(arn)
  const [there, here] = [placed(stated), placed(partsOfArn(owner))]
  const near = stated.region === undefined || (there.account === here.account && there.region === here.region)
  return near ? name : { ...there, name }
}

/** Receives may move messages to a dead-letter queue, so dead-letter queues are read last. */
async function withMessages(found: readonly Found[], source: Source, nowMs: number): Promise<readonly DocumentQueue[]> {
  const policies = found.map(({ texts }) => readRedrivePolicy(texts.get('RedrivePolicy') ?? ''))
  const targets = new Set(policies.map((policy) => (policy === 'none' ? undefined : policy?.target)))
  const isTarget = ({ arn, queue }: Found): boolean => targets.has(arn) || targets.has(queue.name)
  const inOrder = [...found].sort((a, b) => Number(isTarget(a)) - Number(isTarget(b)))
  const read = new Map<Found, readonly DocumentMessage[]>()
  const reader = new MessageReader(source, found, nowMs)
  for (const each of inOrder) read.set(each, await reader.messages(each))
  return found.map((each) => {
    const messages = read.get(each) ?? []
    return messages.length === 0 ? each.queue : { ...each.queue, messages }
  })
}

class MessageReader {
  readonly #source: Source
  readonly #nowMs: number
  readonly #byArn: ReadonlyMap<string, DocumentQueue>
  /** Whether the endpoint lists messages. Known after the first queue. */
  #listing: boolean | undefined

  constructor(source: Source, found: readonly Found[], nowMs: number) {
    this.#source = source
    this.#nowMs = nowMs
    this.#byArn = new Map(found.map(({ arn, queue }) => [arn, queue]))
  }

  async messages(found: Found): Promise<readonly DocumentMessage[]> {
    const { endpoint, sqs } = this.#source
    const seen = this.#listing === false ? undefined : await listedMessages(endpoint, found.url)
    if (this.#listing === undefined && seen === undefined) this.#warn()
    this.#listing ??= seen !== undefined
    const messages = seen ?? (await receivedMessages(sqs, found.url))
    this.#sayWhatIsMissing(found, messages, seen !== undefined)
    const queueWithArn = (arn: string): QueueReference | undefined => this.#byArn.get(arn)?.name
    const account = partsOfArn(found.arn).account ?? ''
    return documentMessages(messages, {
      nowMs: this.#nowMs,
      ownReceives: seen === undefined ? 1 : 0,
      account,
      queueWithArn,
    })
  }

  #warn(): void {
    this.#source.notify(
      'messages are read by receiving them: this raises their receive counts there, hides them until they are read, and moves those that were received too often to their dead-letter queue',
    )
  }

  #sayWhatIsMissing({ texts, queue }: Found, messages: readonly LiveMessage[], listing: boolean): void {
    const { notify } = this.#source
    const hidden = messages.filter(
      ({ system }) => system.get('IsVisible') === 'false' || system.get('IsDelayed') === 'true',
    )
    if (hidden.length > 0) {
      notify(
        `queue "${queue.name}": ${hidden.length} of its messages are in flight or delayed there, and are ready here`,
      )
    }
    const counts = ['', 'NotVisible', 'Delayed'].map((part) =>
      Number(texts.get(`ApproximateNumberOfMessages${part}`) ?? 0),
    )
    const all = counts.reduce((sum, count) => sum + count)
    if (!listing && messages.length < all) {
      notify(
        `queue "${queue.name}": ${messages.length} of its ${all} messages could be received; the others are in flight, delayed or behind others of their group`,
      )
    }
  }
}
