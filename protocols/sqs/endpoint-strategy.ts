import type { QueueAddress } from '../../src/core/model.ts'
import type { QueueUrlOptions, WireRequest } from '../adapter.ts'
import { regionLabel } from './names.ts'

/** What a URL is made of, beside the queue. */
type Asked = Pick<WireRequest, 'base' | 'host' | 'publicUrl'>

/**
 * URL of a queue. That of the user's public URL wins; else the strategy decides, and without one it is the form that the
 * asker can reach, after the host it came to. Source: LocalStack documentation, SQS, queue URLs.
 */
export function queueUrl(queue: QueueAddress, asked: Asked, options?: QueueUrlOptions): string {
  const strategy = options?.strategy ?? 'dynamic'
  const { base, publicUrl } = asked
  if (publicUrl !== undefined) return `${publicUrl}/${strategy === 'off' ? '' : regionPath(queue)}${pathOf(queue)}`
  if (strategy === 'dynamic' || options === undefined) return dynamicUrl(queue, asked)
  const host = options.host()
  switch (strategy) {
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
  return first === 'queue' && (region === 'us-east-1' || hasEveryName.test(domain))
    ? domainHost(region, domain)
    : undefined
}

/** Domains in which a host for every region resolves. A name such as `queue.internal` is one machine's. */
const hasEveryName = /(?:^|\.)(?:localhost|localstack\.cloud|amazonaws\.com(?:\.cn)?)(?::\d+)?$/i

function domainHost(region: string, domain: string): string {
  return region === 'us-east-1' ? `queue.${domain}` : `${region}.queue.${domain}`
}
