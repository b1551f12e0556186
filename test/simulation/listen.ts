import type { Event } from '../../src/core/events/event.ts'
import { Turn } from '../../src/core/turn.ts'

/** Has someone hear of every event of every turn of the engine; returns what ends that. */
export function listen(hear: (turn: Turn, event: Event) => void): () => void {
  const { emit } = Turn.prototype
  Turn.prototype.emit = function (event) {
    hear(this, event)
    emit.call(this, event)
  }
  return () => {
    Turn.prototype.emit = emit
  }
}
