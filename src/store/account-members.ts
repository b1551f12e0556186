import type { AccountSettings } from '../core/topic.ts'
import { type Draft, given, type Members, membersOf, needed, objectText, readersOf } from './members.ts'
import { count, readMembers, text } from './values.ts'

/** What an account was told. */
export type NamedAccount = AccountSettings & { readonly account: string }

const ofAccount = membersOf<NamedAccount, Draft<NamedAccount>>()

/** Members of an account, under the names of MNS where it has them. */
const accountMembers: Members<NamedAccount, Draft<NamedAccount>> = {
  account: ofAccount('account', text, ({ account }) => JSON.stringify(account)),
  LoggingBucket: ofAccount('loggingBucket', text, ({ loggingBucket }) => given(loggingBucket, JSON.stringify)),
  TraceEnabled: ofAccount('traceEnabled', count, ({ traceEnabled }) => given(traceEnabled, String)),
}

const accountRows = Object.entries(accountMembers)
const accountReaders = readersOf(accountMembers)

/** JSON text of an account, on one line. */
export function accountText(account: NamedAccount): string {
  return objectText(accountRows, account)
}

/** Throws `Misfit`. */
export function readAccount(value: unknown): NamedAccount {
  const draft: Draft<NamedAccount> = {}
  readMembers(accountReaders, draft, value)
  return { ...draft, account: needed(draft.account, 'account') }
}
