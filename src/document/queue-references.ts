import type { QueueAddress } from '../core/model.ts'
import { eitherOf, objectOf, textOf } from './fragments.ts'
import { accountId, regionName } from './hand-written.ts'
import { type Draft, needed } from './members.ts'
import { into, type ReadInto, type Reading, readMembers, text, ValidationError } from './values.ts'

/*
 * One queue names another: by its name alone where account and region are its own, else by all three, as in
 * `{ "account": "000000000000", "region": "us-east-1", "name": "orders-dlq" }`. People may give its ARN instead.
 */

/** JSON text by which the queue at `owner` names another. */
export function referenceText(address: QueueAddress, owner: QueueAddress): string {
  const near = address.account === owner.account && address.region === owner.region
  return near ? JSON.stringify(address.name) : addressText(address)
}

/** JSON text of an address in full. */
export function addressText({ account, region, name }: QueueAddress): string {
  const values = `"region": ${JSON.stringify(region)}, "name": ${JSON.stringify(name)}`
  return `{ "account": ${JSON.stringify(account)}, ${values} }`
}

/** Forms of both clouds. Sources: AWS General Reference, Amazon Resource Names; MNS API, Subscribe, Endpoint. */
const arnForms = [
  /^arn:[a-z0-9-]+:sqs:(?<region>[^:/]+):(?<account>[^:/]+):(?<name>[^:/]+)$/,
  /^acs:mns:(?<region>[^:/]+):(?<account>[^:/]+):\/?queues\/(?<name>[^:/]+)$/,
]

function addressIn(arn: string): QueueAddress | undefined {
  for (const form of arnForms) {
    const { account, region, name } = form.exec(arn)?.groups ?? {}
    if (account !== undefined && region !== undefined && name !== undefined) return { account, region, name }
  }
  return undefined
}

/** What the queue at `owner` names; account and region left out are its own. Throws `ValidationError`. */
export function readReference(value: unknown, owner: QueueAddress, reading: Reading): QueueAddress {
  if (typeof value === 'string') {
    return addressIn(value) ?? { account: owner.account, region: owner.region, name: value }
  }
  if (typeof value !== 'object') throw new ValidationError('the name of a queue, its ARN, or an object is expected')
  const { account = owner.account, region = owner.region, name } = readDraft(value, reading)
  return { account, region, name: needed(name, 'name') }
}

/** What an ARN of either cloud names. Throws `ValidationError`. */
export function readArn(value: unknown): QueueAddress {
  const address = addressIn(text(value))
  if (!address) throw new ValidationError('an ARN such as "arn:aws:sqs:us-east-1:000000000000:orders-dlq" is expected')
  return address
}

/** An address in full. Throws `ValidationError`. */
export function readAddress(value: unknown, reading: Reading): QueueAddress {
  const { account, region, name } = readDraft(value, reading)
  return { account: needed(account, 'account'), region: needed(region, 'region'), name: needed(name, 'name') }
}

const addressReaders = new Map<string, ReadInto<Draft<QueueAddress>>>([
  ['account', into('account', accountId)],
  ['region', into('region', regionName)],
  ['name', into('name', text)],
])
const addressFragments = {
  account: textOf('Account id, 12 to 16 digits.'),
  region: textOf('Region, such as "us-east-1".'),
  name: textOf('Name of the queue.'),
}

/** What an address in full may be. */
export const addressSchema = objectOf(addressFragments, ['account', 'region', 'name'])

/** What the name of another queue may be. */
export const referenceSchema = eitherOf(
  'A queue: its name, its ARN, or its account, region and name.',
  { type: 'string' },
  objectOf(addressFragments, ['name']),
)

function readDraft(value: unknown, reading: Reading): Draft<QueueAddress> {
  const draft: Draft<QueueAddress> = {}
  readMembers(addressReaders, draft, value, reading)
  return draft
}
