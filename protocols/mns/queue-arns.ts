import type { Namespace, QueueAddress } from '../../src/core/model.ts'
import { mnsHost } from './names.ts'

/** Address of a queue as endpoints and dead-letter properties hold it. Source: MNS API, Subscribe, Endpoint. */
export function queueArn({ account, region, name }: QueueAddress): string {
  return `acs:mns:${region}:${account}:queues/${name}`
}

/** What decides whose queue an address means, beside the request. */
export type Home = { readonly defaultAccount: string; readonly namespace: Namespace }

/**
 * Region, account and name. SDKs cut the first two out of the URL that they call, so a port or a slash can hang on to
 * either, and the account can be a whole URL or an IPv6 address.
 */
const arnForm =
  /^acs:mns:(?<region>[^:/]*)(?<regionTail>(?::\d{1,5})?\/?):(?<account>(?:https?:\/\/)?(?:\[[0-9a-f:.]+\]|[^:/[\]]+)(?::\d{1,5})?\/?):\/?queues\/(?<name>[^/]+)$/i

/**
 * The queue that an address means to whoever asks; `undefined` for a text that is no such address. `host`: the host of
 * the request. In the shared namespace the name alone counts.
 *
 * The account of a local address, such as `127`, `localhost` or `localhost:4566`, is the asker's own, and so is the
 * region that an SDK cut out of such an address: `0` of `127.0.0.1`, nothing of `localhost`. Any other region counts.
 */
export function readQueueArn(text: string, asker: QueueAddress, host: string, home: Home): QueueAddress | undefined {
  const { region, regionTail, account, name } = arnForm.exec(text)?.groups ?? {}
  if (region === undefined || account === undefined || !name) return undefined
  const own = isOwn(account, asker, host, home)
  if (!own && notPlain.test(account)) return undefined
  if (region === '' && (!own || digits.test(account))) return undefined
  if (home.namespace === 'shared') return { ...asker, name }
  return {
    account: own ? asker.account : account,
    region: regionTail || isCut(region, host) ? asker.region : region,
    name,
  }
}

const digits = /^\d+$/

/** What no account has: it is part of a URL. */
const notPlain = /[:/.]/

function isOwn(account: string, asker: QueueAddress, host: string, { defaultAccount }: Home): boolean {
  const label = firstLabel(account.replace(/^https?:\/\//i, ''))
  return [asker.account, defaultAccount, '127', 'localhost', '[::1]', firstLabel(host)].includes(label)
}

/** What comes before the first dot or port; an IPv6 address is one label. */
function firstLabel(host: string): string {
  return host.startsWith('[') ? host.slice(0, host.indexOf(']') + 1) : host.split(/[.:/]/, 1)[0]!
}

/** Whether a region is what an SDK takes for one in a URL that names none: the third label of its host. */
function isCut(region: string, host: string): boolean {
  if (region === '' || digits.test(region)) return true
  return mnsHost(host)?.region === undefined && host.split(':', 1)[0]!.split('.')[2] === region
}
