import { unescape as percentDecoded } from 'node:querystring'
import { readArn } from './aws/arn.ts'
import { mnsHost } from './mns/names.ts'
import { queueAt } from './sqs/names.ts'

/** Account and region, as far as they are given. */
export type Place = { readonly account?: string; readonly region?: string }

const mnsUrlForm = /^https?:\/\/([^/]*)\/queues\/([^/?#]+)/
const mnsArnForm = /^acs:mns:([a-z0-9-]+):(\d+):\/?queues\/([^/]+)/

/** The queue that a name, or a URL or ARN of either cloud, means; `place` fills in missing parts. The name is empty if the text is not about a queue. */
export function queueMeant(text: string, place: Place): Place & { readonly name: string } {
  const [, region, account, name] = mnsArnForm.exec(text) ?? []
  if (name !== undefined) return { name, ...partsGiven(account, region) }
  const [, host = '', mnsName] = mnsUrlForm.exec(text) ?? []
  if (mnsName !== undefined) {
    const { account, region } = mnsHost(host) ?? {}
    return { ...place, name: percentDecoded(mnsName), ...partsGiven(account, region) }
  }
  const arn = readArn(text)
  if (arn) return { name: arn.resource, account: arn.account, region: arn.region }
  if (!text.includes('/')) return { ...place, name: text }
  const open = { account: place.account ?? '', region: place.region ?? '' }
  const read = queueAt(text, open, 'isolated')
  return { name: read.name, ...partsGiven(read.account, read.region) }
}

/** A place of what is neither absent nor empty. */
export function partsGiven(account: string | undefined, region: string | undefined): Place {
  return { ...(account && { account }), ...(region && { region }) }
}
