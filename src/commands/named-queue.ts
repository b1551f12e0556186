import { type Place, partsGiven, queueMeant } from '../../protocols/queue-reference.ts'
import { queueArn } from '../../protocols/sqs/names.ts'
import type { MessageCounts } from '../admin/queue-view.ts'
import { options, valueProblem } from '../config/options.ts'
import type { QueueAddress } from '../core/model.ts'
import { ApiRefusal, askRunning } from './running-twinmq.ts'
import { badOption, CommandFailure, exitCodes } from './subcommand.ts'

/** A queue that is there, and why nothing can be received from it. */
export type NamedQueue = QueueAddress & {
  readonly counts: MessageCounts
  /** A line for people; undefined: a message is ready. */
  readonly whyEmpty: string | undefined
}

/** A queue by name, with the parts of its place that were given; the rest comes from the running twinmq. */
export type QueueName = Place & { readonly name: string }

/** Reads `--account` and `--region`, or their variables; what they leave open is up to the twinmq that is asked. Throws `CommandFailure`. */
export function placeGiven(values: {
  readonly account?: string | undefined
  readonly region?: string | undefined
}): Place {
  const account = checked('account', values.account)
  const region = checked('region', values.region)
  return { ...(account !== undefined && { account }), ...(region !== undefined && { region }) }
}

function checked(key: 'account' | 'region', flag: string | undefined): string | undefined {
  const option = options.find((row) => row.key === key)!
  const text = flag ?? (process.env[option.variable] || undefined)
  if (text === undefined || option.parse(text) !== undefined) return text
  const name = flag === undefined ? option.variable : option.flag
  throw badOption(valueProblem(name, text, option))
}

/** The queue that a word means, once it is there. Rejects with `CommandFailure` that says where it may be. */
export async function namedQueue(url: string, text: string, place: Place): Promise<NamedQueue> {
  const found = await queueAsked(url, namedBy(text, place))
  if (!(found instanceof ApiRefusal)) return found
  throw new CommandFailure(exitCodes.failed, `${found.message}; twinmq queues lists what there is`)
}

/** The queue of that name, where it is there. Rejects with `CommandFailure`. */
export async function queueThere(url: string, name: QueueName): Promise<NamedQueue | undefined> {
  const found = await queueAsked(url, name)
  return found instanceof ApiRefusal ? undefined : found
}

/** The queue that a word names. Throws `CommandFailure` for a word that is not about a queue. */
export function namedBy(text: string, place: Place): QueueName {
  const meant = queueMeant(text, place)
  if (meant.name === '') throw badOption(`'${text}' names no queue`)
  return { name: meant.name, ...partsGiven(meant.account, meant.region) }
}

async function queueAsked(url: string, { name: wanted, ...place }: QueueName): Promise<NamedQueue | ApiRefusal> {
  const query = new URLSearchParams({ queue: wanted, ...place })
  try {
    const shown = Object(await askRunning({ url, method: 'GET', path: `/why-empty?${query}` }))
    const { queue: name, account, region, counts, message: whyEmpty } = shown
    return { name, account, region, counts, whyEmpty }
  } catch (error) {
    if (error instanceof ApiRefusal && error.path === 'queue') return error
    throw error
  }
}

/** `orders`, with account and region unless they are the defaults. */
export function shownName(queue: QueueAddress): string {
  return `${queue.name} (account ${queue.account}, region ${queue.region})`
}

/** Its URL at a twinmq, in the form that says account and region. */
export function urlOf(url: string, { account, region, name }: QueueAddress): string {
  return `${url}/queue/${region}/${account}/${encodeURIComponent(name)}`
}

/** Its ARN. */
export function arnOf(queue: QueueAddress): string {
  return queueArn(queue)
}
