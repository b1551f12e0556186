import type { Done } from '../commands/command.ts'
import { accept, type Result } from '../refusal.ts'
import type { Turn } from '../turn.ts'

/** Carries out `Reset`. */
export function reset(turn: Turn): Result<Done> {
  turn.emit({ kind: 'stateReset', sequence: turn.sequence })
  return accept({})
}
