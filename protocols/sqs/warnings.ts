import type { WireRequest } from '../adapter.ts'

/** Pairs of hosts remembered, so that each is told once. Past that many, no more are told. */
const maximumPairs = 1000

/**
 * A check that tells, once for each pair of hosts, of a QueueUrl that names another host than the one asked. Some SDKs send
 * to the host of the QueueUrl and some to their endpoint, so such a program may reach another server on another day.
 */
export function hostWarnings(warn: (line: string) => void): (queueUrl: unknown, request: WireRequest) => void {
  const told = new Set<string>()
  return (queueUrl, { base, host }) => {
    if (typeof queueUrl !== 'string' || queueUrl.startsWith(base)) return
    const named = hostIn(queueUrl)
    if (!named || named === host || told.size >= maximumPairs) return
    const pair = `${named} ${host}`
    if (told.has(pair)) return
    told.add(pair)
    warn(`a request to ${host} has a QueueUrl of the host ${named}: some SDKs would send it there instead`)
  }
}

function hostIn(url: string): string | undefined {
  const scheme = url.indexOf('://')
  return scheme === -1 ? undefined : url.slice(scheme + 3).split('/', 1)[0]
}
