import { StoreUnreadable } from './store.ts'
import { Misfit } from './values.ts'

/** A line of a file that cannot be read, and why. */
export class BadLine extends Error {
  override readonly name = 'BadLine'
  /** From 1. */
  readonly line: number

  constructor(line: number, problem: string) {
    super(problem)
    this.line = line
  }
}

/** What is wrong with a file, as people are told it: where, what, and what to do. `line`: from 1. */
export function unreadable(file: string, line: number | undefined, problem: string, advice: string): StoreUnreadable {
  const place = line === undefined ? file : `${file}, line ${line}`
  return new StoreUnreadable(`${place}: ${problem}. Nothing was changed. ${advice}`)
}

/** What does not fit, with the names and positions that lead there: `queues[0].id: a whole number is expected`. */
export function misfitText(misfit: Misfit): string {
  if (misfit.path.length === 0) return misfit.message
  const steps = misfit.path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
  return `${steps.join('').replace(/^\./, '')}: ${misfit.message}`
}

/** The problem of an error thrown while a line was read; undefined: it was another's fault. */
export function lineProblem(error: unknown): string | undefined {
  if (error instanceof Misfit) return misfitText(error)
  if (error instanceof SyntaxError) return 'this is not JSON'
  return undefined
}
