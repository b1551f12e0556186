import type { QueueAddress } from '../../src/core/model.ts'
import type { QueueUrlOptions, WireRequest } from '../adapter.ts'
import { everyRegionIn, hostInRegion, regionLabel } from '../aws/region-hosts.ts'

/** What a URL is made of, beside the queue. */
type Asked = Pick<WireRequest, 'base' | 'host' | 'publicUrl'>

/** Strategies whose URLs have the same form for every region, so that two regions share one. */
const regionless: ReadonlySet<QueueUrlOptions['strategy']> = new Set(['caller', 'off'])

/**
 * URL of a queue. That of the user's public URL wins; else the strategy decides, and without one it is the account and the
 * name under the host that the caller used. Sources: SQS Developer Guide, queue and message identifiers; LocalStack
 * documentation, SQS, queue URLs.
 */
export function queueUrl(queue: QueueAddress, asked: Asked, options?: QueueUrlOptions): string {
  const strategy = options?.strategy ?? 'caller'
  const { base, publicUrl } = asked
  if (publicUrl !== undefined)
    return inPath.has(strategy) ? `${publicUrl}/${regionPath(queue)}${pathOf(queue)}` : callerUrl(queue, publicUrl)
  if (strategy === 'caller' || options === undefined) return callerUrl(queue, base)
  const host = options.host()
  switch (strategy) {
    case 'dynamic':
      return dynamicUrl(queue, asked)
    case 'standard':
      return `${schemeOf(base)}://sqs.${queue.region}.${host}/${pathOf(queue)}`
    case 'domain':
      return `${options.scheme}://${domainHost(queue.region, host)}/${pathOf(queue)}`
    case 'path':
      return `${options.scheme}://${host}/${regionPath(queue)}${pathOf(queue)}`
    case 'off':
      return `${options.scheme}://${host}/${pathOf(queue)}`
  }
}

/** Strategies that put the region into the path of a public URL, whose host is fixed. */
const inPath: ReadonlySet<QueueUrlOptions['strategy']> = new Set(['path', 'dynamic'])

/** Whether the URLs given out may leave open which region their queue is in. */
export function urlsLeaveRegionOpen({ publicUrl }: Asked, options?: QueueUrlOptions): boolean {
  const strategy = options?.strategy ?? 'caller'
  return publicUrl === undefined ? regionless.has(strategy) : !inPath.has(strategy)
}

/** Account and name under the host that was used; its region, if it tells one, is made the queue's, or the URL would be read as that of another queue. */
function callerUrl(queue: QueueAddress, base: string): string {
  const start = base.indexOf('://') + 3
  const slash = base.indexOf('/', start)
  const end = slash === -1 ? base.length : slash
  return `${base.slice(0, start)}${hostInRegion(base.slice(start, end), queue.region)}${base.slice(end)}/${pathOf(queue)}`
}

function pathOf({ account, name }: QueueAddress): string {
  return `${account}/${encodeURIComponent(name)}`
}

function regionPath({ region }: QueueAddress): string {
  return `queue/${region}/`
}

function schemeOf(base: string): string {
  return base.slice(0, base.indexOf('://'))
}

/** The region into the host where the host that was asked stood for one, else into the path. */
function dynamicUrl(queue: QueueAddress, { base, host }: Asked): string {
  const regional = regionalHost(host, queue.region)
  if (regional === undefined) return `${base}/${regionPath(queue)}${pathOf(queue)}`
  return `${schemeOf(base)}://${regional}/${pathOf(queue)}`
}

function regionalHost(host: string, region: string): string | undefined {
  if (!host.includes('.')) return undefined
  const [first = '', second = '', ...rest] = host.split('.')
  if (first === 'sqs' && rest.length > 0 && regionLabel.test(second)) return `sqs.${region}.${rest.join('.')}`
  if (second === 'queue' && rest.length > 0 && regionLabel.test(first)) return domainHost(region, rest.join('.'))
  const domain = [second, ...rest].join('.')
  return first === 'queue' && (region === 'us-east-1' || everyRegionIn(domain)) ? domainHost(region, domain) : undefined
}

function domainHost(region: string, domain: string): string {
  return region === 'us-east-1' ? `queue.${domain}` : `${region}.queue.${domain}`
}
