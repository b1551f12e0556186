import { unescape as percentDecoded } from 'node:querystring'
import { queueArn, queueAt, readArn } from '../../protocols/sqs/names.ts'
import { options } from '../config.ts'
import type { QueueAddress } from '../core/model.ts'
import { badOption } from './flags.ts'
import { ApiRefusal, askRunning } from './running-twinmq.ts'
import { CommandFailure, exitCodes } from './subcommand.ts'

/** A queue that is there, and why nothing can be received from it. */
export type NamedQueue = QueueAddress & {
  readonly counts: { readonly ready: number; readonly delayed: number; readonly inFlight: number }
  /** A line for people; undefined: a message is ready. */
  readonly whyEmpty: string | undefined
}

/** Account and region that a flag or variable names; what neither does is left to the twinmq that is asked. */
type Place = { readonly account?: string; readonly region?: string }

/** Reads `--account` and `--region`, or their variables. Throws `CommandFailure`. */
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
  throw badOption(`${name}: '${text}' is not ${option.value}; ${option.meaning}`)
}

const mnsUrlForm = /^https?:\/\/(?:(\d+)\.mns\.([a-z0-9-]+?)(?:-internal)?(?:-vpc)?\.)?[^/]*\/queues\/([^/?#]+)/
const mnsArnForm = /^acs:mns:([a-z0-9-]+):(\d+):\/?queues\/([^/]+)/

/** The queue that a name, URL or ARN means, as far as it and the flags say. */
function queueMeant(text: string, place: Place): Place & { readonly name: string } {
  const [, region, account, name] = mnsArnForm.exec(text) ?? []
  if (name !== undefined) return { name, ...partsGiven(account, region) }
  const [, host, hostRegion, mnsName] = mnsUrlForm.exec(text) ?? []
  if (mnsName !== undefined) return { ...place, name: percentDecoded(mnsName), ...partsGiven(host, hostRegion) }
  const arn = readArn(text)
  if (arn) return { name: arn.resource, account: arn.account, region: arn.region }
  if (!text.includes('/')) return { ...place, name: text }
  const open = { account: place.account ?? '', region: place.region ?? '' }
  const read = queueAt(text, open, 'isolated')
  return { name: read.name, ...partsGiven(read.account, read.region) }
}

function partsGiven(account: string | undefined, region: string | undefined): Place {
  return { ...(account && { account }), ...(region && { region }) }
}

/** The queue that a word means, once it is there. Rejects with `CommandFailure` that says where it may be. */
export async function namedQueue(url: string, text: string, place: Place): Promise<NamedQueue> {
  const meant = queueMeant(text, place)
  if (meant.name === '') throw badOption(`'${text}' names no queue`)
  const query = new URLSearchParams({ queue: meant.name, ...partsGiven(meant.account, meant.region) })
  try {
    const shown = Object(await askRunning({ url, method: 'GET', path: `/why-empty?${query}` }))
    const { queue: name, account, region, counts, message: whyEmpty } = shown
    return { name, account, region, counts, whyEmpty }
  } catch (error) {
    if (!(error instanceof ApiRefusal) || error.path !== 'queue') throw error
    throw new CommandFailure(exitCodes.failed, `${error.message}; twinmq queues lists what there is`)
  }
}

/** `orders`, with account and region where they are not those of who names none. */
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
