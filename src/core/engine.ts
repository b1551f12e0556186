import { type Command, commands, type ReplyTo } from './commands/commands.ts'
import type { Event } from './events/event.ts'
import type { Random } from './random.ts'
import type { Result } from './refusal.ts'
import type { State } from './state.ts'
import { type Rules, Turn } from './turn.ts'

/** What one command did. `events` is empty when nothing changed. */
type Outcome<C extends Command> = { readonly result: Result<ReplyTo<C>>; readonly events: readonly Event[] }

/**
 * Carries out one command at `nowMs` (epoch milliseconds, never less than in the call before). Pure but for `state`,
 * which it brings up to date: same state, command, time and randomness give the same outcome.
 */
export function execute<C extends Command>(
  state: State,
  rules: Rules,
  command: C,
  nowMs: number,
  random: Random,
): Outcome<C> {
  const turn = new Turn(state, rules, nowMs, random)
  const result = commands[command.kind].handler(turn, command as never) as Result<ReplyTo<C>>
  // Someone is told what was drawn, so it must not be drawn again, even if nothing else comes of it.
  if (result.ok && random.drawn && turn.events.length === 0) turn.emit({ kind: 'numberTaken' })
  if (turn.events.length > 0) {
    state.sequence = turn.sequence
    state.changedAtMs = nowMs
  }
  return { result, events: turn.events }
}
