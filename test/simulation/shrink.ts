import type { Setup } from './running.ts'
import { run } from './simulation.ts'
import type { Step } from './step.ts'

/** Runs that the search for the shortest sequence may take. */
const mostRuns = 600

/** The shortest sequence that still breaks the same rule, as far as it can be found. */
export async function shortest(setup: Setup, steps: readonly Step[], rule: string): Promise<readonly Step[]> {
  let runs = 0
  const breaks = async (part: readonly Step[]): Promise<number | undefined> => {
    runs += 1
    const { violation, steps: happened } = await run(setup, part)
    return violation?.rule === rule ? happened : undefined
  }
  let shortened = await shortestEnd(steps, breaks)
  for (let chunk = shortened.length >> 1; chunk >= 1 && runs < mostRuns; chunk = chunk === 1 ? 0 : chunk >> 1) {
    let removed = true
    while (removed && runs < mostRuns) {
      removed = false
      for (let at = shortened.length - chunk; at >= 0 && runs < mostRuns; at -= chunk) {
        const part = [...shortened.slice(0, at), ...shortened.slice(at + chunk)]
        const happened = await breaks(part)
        if (happened === undefined) continue
        shortened = part.slice(0, happened)
        at = Math.min(at, shortened.length)
        removed = chunk === 1
      }
    }
  }
  return shortened
}

/** Most that goes wrong comes of the last few steps, whatever there was before. */
async function shortestEnd(
  steps: readonly Step[],
  breaks: (part: readonly Step[]) => Promise<number | undefined>,
): Promise<readonly Step[]> {
  for (let length = 64; length < steps.length; length *= 2) {
    const part = steps.slice(-length)
    const happened = await breaks(part)
    if (happened !== undefined) return part.slice(0, happened)
  }
  return steps
}
