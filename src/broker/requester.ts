import type { Command, ReplyTo } from '../core/commands/commands.ts'
import type { Result } from '../core/refusal.ts'
import type { Pending } from './commits.ts'

/** The party that asked for a command. It gets the result first, and then leave to send the answer. */
export interface Requester extends Pending {
  /** The result. Its values are live, so the answer is worded at once. */
  decided(result: Result<ReplyTo<Command>>): void
  /** True once the answer can reach nobody. Such a requester gets no message. */
  readonly gone: boolean
}
