import { errors, type MnsError } from './errors.ts'
import { maximumQueueName } from './limits.ts'

const queueName = /^[A-Za-z0-9][A-Za-z0-9-]*$/

/** What is wrong with the name of a queue to be created, if anything. Source: MNS API, CreateQueue. */
export function queueNameError(name: string): MnsError | undefined {
  if (!queueName.test(name)) return errors.invalidQueueName
  return name.length > maximumQueueName ? errors.queueNameLength : undefined
}

/** URL of a queue, as in Location and QueueURL. `base` is `scheme://host`. */
export function queueUrl(base: string, name: string): string {
  return `${base}/queues/${encodeURIComponent(name)}`
}

/** Opaque mark of the place where a list goes on: base64 of a path, as the cloud's own look. */
export function listMarker(next: string): string {
  return Buffer.from(`/queues/${next}`).toString('base64')
}

/** The place that a marker stands for; `undefined` for one that no list has given. */
export function placeOfMarker(marker: string): string | undefined {
  const path = Buffer.from(marker, 'base64').toString('utf8')
  if (!path.startsWith('/queues/')) return undefined
  const next = path.slice('/queues/'.length)
  return listMarker(next) === marker ? next : undefined
}

/** Account and region that the host names: `{account}.mns.{region}.aliyuncs.com` and its internal forms. */
export function ownerInHost(host: string): { readonly account: string; readonly region: string } | undefined {
  if (!secondLabelIsMns(host)) return undefined
  const match = cloudHost.exec(host)
  return match ? { account: match[1]!, region: match[2]!.toLowerCase() } : undefined
}

const cloudHost = /^(\w+)\.mns\.([a-z0-9-]+?)(?:-internal|-internal-vpc|-vpc|-control)*\./i

/** Whether the second label of a host name is `mns`. */
export function secondLabelIsMns(host: string): boolean {
  const dot = host.indexOf('.')
  if (dot === -1 || host.slice(dot + 1, dot + 4).toLowerCase() !== 'mns') return false
  const after = host[dot + 4]
  return after === '.' || after === ':' || after === undefined
}

const accountKey = /^\d{12,16}(?!\d)/

/** The account whose number an AccessKeyId begins with: 12 to 16 digits. */
export function accountInKey(accessKeyId: string): string | undefined {
  return accountKey.exec(accessKeyId)?.[0]
}

/** Where each form of the Authorization header holds the AccessKeyId: after the first text, up to the second. */
const keyPlaces = [
  ['MNS ', ':'],
  ['MNS4-HMAC-SHA256 Credential=', '/'],
] as const

/** AccessKeyId of an Authorization header; `undefined` when it is of neither form. Source: MNS API, request signatures. */
export function accessKeyIdIn(authorization: string): string | undefined {
  for (const [before, after] of keyPlaces) {
    if (!authorization.startsWith(before)) continue
    const end = authorization.indexOf(after, before.length)
    return authorization.slice(before.length, end === -1 ? undefined : end)
  }
  return undefined
}
