import type { QueueAddress } from '../core/model.ts'
import type { Draft } from './members.ts'
import { into, type ReadInto, readMembers, text } from './values.ts'

/*
 * One queue names another: by its name alone where account and region are its own, else by all three, as in
 * `{ "account": "000000000000", "region": "us-east-1", "name": "orders-dlq" }`.
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

/** What the queue at `owner` names; account and region left out are its own. Throws `Misfit`. */
export function readReference(value: unknown, owner: QueueAddress): QueueAddress {
  if (typeof value === 'string') return { account: owner.account, region: owner.region, name: value }
  const { account = owner.account, region = owner.region, name } = readDraft(value)
  return { account, region, name: text(name) }
}

/** An address in full. Throws `Misfit`. */
export function readAddress(value: unknown): QueueAddress {
  const { account, region, name } = readDraft(value)
  return { account: text(account), region: text(region), name: text(name) }
}

const addressRows = new Map<string, ReadInto<Draft<QueueAddress>>>([
  ['account', into('account', text)],
  ['region', into('region', text)],
  ['name', into('name', text)],
])

function readDraft(value: unknown): Draft<QueueAddress> {
  const draft: Draft<QueueAddress> = {}
  readMembers(addressRows, draft, value)
  return draft
}
