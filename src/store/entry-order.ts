import type { Entry } from '../core/events/event.ts'
import { StoreFailure } from './store.ts'

/** Throws `StoreFailure` unless entries follow each other from `next` on. */
export function refuseGap(entries: readonly Entry[], next: number): void {
  for (let index = 0; index < entries.length; index++) {
    const { sequence } = entries[index]!
    if (sequence !== next + index) throw new StoreFailure(`entry ${sequence} came where ${next + index} was expected`)
  }
}
