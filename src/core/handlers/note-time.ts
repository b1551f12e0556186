import type { Done } from '../commands/command.ts'
import { accept, type Result } from '../refusal.ts'
import type { Turn } from '../turn.ts'

/** Carries out `NoteTime`. */
export function noteTime(turn: Turn): Result<Done> {
  if (turn.nowMs > turn.state.changedAtMs) turn.emit({ kind: 'timeNoted', atMs: turn.nowMs })
  return accept({})
}
