/** When something came about, finely enough to tell which of two things was first. */
export type Moment = {
  /** Epoch milliseconds. */
  readonly atMs: number
  /** Number of the command that did it, counted from the last reset; 0: time alone did, before any command of that millisecond. */
  readonly number: number
}

/** Below 0 if `a` came first, above if `b` did, 0 if neither. */
export function compareMoments(a: Moment, b: Moment): number {
  return a.atMs - b.atMs || a.number - b.number
}

/** The later of two moments; undefined stands before all. */
export function laterMoment(a: Moment | undefined, b: Moment): Moment {
  return a !== undefined && compareMoments(a, b) >= 0 ? a : b
}
