import type { Command, ReplyTo } from '../core/commands/commands.ts'
import type { Result } from '../core/refusal.ts'
import type { Pending } from './commits.ts'

/** Whoever asked for a command: told the result first, then that the answer may be sent. */
export interface Requester extends Pending {
  /** The result; what it holds is live, so it is worded at once. */
  decided(result: Result<ReplyTo<Command>>): void
  /** True once nobody would get the answer: a message is not handed to such a requester. */
  readonly gone: boolean
}
