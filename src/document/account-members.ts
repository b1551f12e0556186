import type { AccountSettings } from '../core/topic.ts'
import { textOf } from './fragments.ts'
import { accountId } from './hand-written.ts'
import {
  type Draft,
  given,
  type Members,
  membersOf,
  needed,
  objectText,
  readersOf,
  rowsOf,
  schemaOf,
  type Times,
} from './members.ts'
import { type Reading, readMembers, text, ValidationError } from './values.ts'

/** What an account was told. */
export type NamedAccount = AccountSettings & { readonly account: string }

const ofAccount = membersOf<NamedAccount, Draft<NamedAccount>>()

/** Members of an account, under the names of MNS where it has them. */
const accountMembers: Members<NamedAccount, Draft<NamedAccount>> = {
  account: ofAccount('account', accountId, ({ account }) => JSON.stringify(account), textOf('Account id.')),
  LoggingBucket: ofAccount(
    'loggingBucket',
    text,
    ({ loggingBucket }) => given(loggingBucket, JSON.stringify),
    textOf('MNS: kept, and no more.'),
  ),
  TraceEnabled: ofAccount('traceEnabled', integer, ({ traceEnabled }) => given(traceEnabled, String), {
    type: 'integer',
    minimum: Number.MIN_SAFE_INTEGER,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'MNS: kept, and no more.',
  }),
}

const accountRows = rowsOf(accountMembers)
const accountReaders = readersOf(accountMembers)

/** What the settings of an account may be. */
export const accountSchema = schemaOf(accountMembers, 'account')

/** MNS takes any. */
function integer(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw new ValidationError('a whole number is expected')
  return value
}

/** JSON text of an account, on one line. */
export function accountText(account: NamedAccount, times: Times): string {
  return objectText(accountRows, account, times)
}

/** Throws `ValidationError`. */
export function readAccount(value: unknown, reading: Reading): NamedAccount {
  const draft: Draft<NamedAccount> = {}
  readMembers(accountReaders, draft, value, reading)
  return { ...draft, account: needed(draft.account, 'account') }
}
