import { ValidationError } from './values.ts'

/** Why a store could not be opened: what is wrong, where, and what to do. Nothing was touched. */
export class StoreUnreadable extends Error {
  override readonly name = 'StoreUnreadable'
}

/** A line of a file that cannot be read, and why. */
export class BadLine extends Error {
  override readonly name = 'BadLine'
  /** From 1. */
  readonly line: number
  /** Names and positions that lead to what does not fit; empty: not known. */
  readonly path: string
  /** Whether what does not fit is a name that is taken. */
  readonly taken: boolean

  constructor(line: number, problem: string, invalid?: ValidationError) {
    super(problem)
    this.line = line
    this.path = invalid ? pathText(invalid.path) : ''
    this.taken = invalid instanceof TakenName
  }
}

/** A name that what is there already has. */
export class TakenName extends ValidationError {}

/** What is wrong with a document, and where. */
type Problem = {
  /** How the document is called. */
  readonly name: string
  readonly problem: string
  /** What to do about it; absent: what the problem says. */
  readonly advice?: string | undefined
  /** From 1. */
  readonly line?: number | undefined
  /** Such as `queues[0].messages[1].sent`; absent: the document as a whole. */
  readonly path?: string | undefined
}

/** Why a document could not be read. Nothing was changed. */
export class DocumentUnreadable extends StoreUnreadable {
  /** Line of the document, from 1. */
  readonly line: number | undefined
  /** Such as `queues[0].messages[1].sent`; empty: the document as a whole. */
  readonly path: string
  /** What is wrong at that path. */
  readonly problem: string
  readonly #name: string
  readonly #advice: string | undefined

  constructor({ name, problem, advice, line, path = '' }: Problem) {
    super(unreadableText(name, line, path === '' ? problem : `${path}: ${problem}`, advice))
    this.line = line
    this.path = path
    this.#name = name
    this.#advice = advice
    this.problem = problem
  }

  /** The same with more advice. */
  advised(more: string): DocumentUnreadable {
    const advice = this.#advice === undefined ? more : `${this.#advice} ${more}`
    const { line, path } = this
    return new DocumentUnreadable({ name: this.#name, advice, line, path, problem: this.problem })
  }
}

/** What is wrong with a file, as people are told it: where, what, and what to do. `line`: from 1. */
export function unreadable(file: string, line: number | undefined, problem: string, advice: string): StoreUnreadable {
  return new StoreUnreadable(unreadableText(file, line, problem, advice))
}

function unreadableText(file: string, line: number | undefined, problem: string, advice = ''): string {
  const place = line === undefined ? file : `${file}, line ${line}`
  const end = problem.endsWith('?') ? '' : '.'
  return `${place}: ${problem}${end} Nothing was changed. ${advice}`.trimEnd()
}

/** What does not fit, with the names and positions that lead there: `queues[0].id: a whole number is expected`. */
export function validationErrorText(invalid: ValidationError): string {
  const path = pathText(invalid.path)
  return path === '' ? invalid.message : `${path}: ${invalid.message}`
}

/** Names and positions as one text: `queues[0].id`. */
export function pathText(path: ValidationError['path']): string {
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
  return steps.join('').replace(/^\./, '')
}

/** An error thrown while a line was read, with that line; undefined: it was another's fault. */
export function badLine(line: number, error: unknown): BadLine | undefined {
  if (error instanceof ValidationError) return new BadLine(line, validationErrorText(error), error)
  if (error instanceof SyntaxError) return new BadLine(line, 'not valid JSON')
  return undefined
}
