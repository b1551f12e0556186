const asked = Number(process.env.TWINMQ_RUNS ?? 0)

/**
 * How often a property is tried: `few` times, or as often as the variable `TWINMQ_RUNS` says. Then the seed is printed,
 * and `TWINMQ_SEED` repeats it; what fails always prints its own.
 */
export function howOften(few: number): { readonly numRuns: number; readonly seed: number } {
  const seed = Number(process.env.TWINMQ_SEED ?? (Date.now() ^ (Math.random() * 0x1_0000_0000)) | 0)
  if (asked > 0) console.info(`${asked} runs with TWINMQ_SEED=${seed}`)
  return { numRuns: asked || few, seed }
}

/** Time that a property may take, milliseconds. */
export const patienceMs = asked > 0 ? 3_600_000 : 120_000
