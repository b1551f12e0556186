import type { Done } from '../commands/command.ts'
import { accept, type Result } from '../refusal.ts'
import type { Turn } from '../turn.ts'

/** Carries out `StartRun`. */
export function startRun(turn: Turn): Result<Done> {
  const { starts, origin } = turn.state
  turn.emit({ kind: 'runStarted', starts: starts + 1, origin: origin + 1 })
  return accept({})
}
