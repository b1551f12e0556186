import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Fields, Value } from './sqs-protocols.ts'

/** One rule of an API, told as calls and answers. */
export type Fixture = {
  readonly rule: string
  readonly source: string
  /** With AWS's waiting times of 60 seconds. */
  readonly strict?: boolean
  /** The only protocol in which the rule can be told. */
  readonly protocol?: 'json' | 'query'
  readonly steps: readonly FixtureStep[]
}

/** A call and its answer; or, for one that `poll` left open, that it waits still, or its answer; or what a queue holds. */
export type FixtureStep = {
  /** Since the start. Absent: as the step before. */
  readonly at?: string
  readonly call?: string
  readonly input?: Fields
  /** One call for each, with the members of `input` beside its own, all answered alike. */
  readonly inputs?: readonly Fields[]
  readonly headers?: Readonly<Record<string, string>>
  /** Name of a call that is not answered at once. */
  readonly poll?: string
  readonly waiting?: string
  readonly reply?: string
  /** What the answer must hold; `null`: a member that must be absent; `{}`: nothing at all. */
  readonly output?: Fields
  /** The name alone where the text is always the same. */
  readonly error?: FixtureError | string
  /** Queue whose messages are counted. */
  readonly counts?: string
  readonly are?: { readonly visible: number; readonly inFlight: number; readonly delayed: number }
}

/** An error, under its name in JSON. `queryMessage`: its text in Query, where that differs. */
type FixtureError = { readonly type: string; readonly message: string; readonly queryMessage?: string }

const folder = join(import.meta.dirname, '../../fixtures')

/** Every fixture of an API with its path in the folder of that API. */
export function fixturesOf(api: string): { readonly path: string; readonly fixture: Fixture }[] {
  const paths = readdirSync(join(folder, api), { recursive: true, encoding: 'utf8' })
  return paths
    .filter((path) => path.endsWith('.json'))
    .sort()
    .map((path) => ({ path, fixture: JSON.parse(readFileSync(join(folder, api, path), 'utf8')) }))
}

const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** Milliseconds in a duration such as `9.999s`. */
export function durationMs(duration: string): number {
  const [, count, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(duration) ?? []
  if (count === undefined) throw new Error(`not a duration: ${duration}`)
  return Math.round(Number(count) * units[unit as keyof typeof units])
}

/** Names in braces that stand for what only a run knows, such as ids. */
export class Placeholders {
  readonly #values = new Map<string, string>()
  readonly #startMs: number

  constructor(startMs: number) {
    this.#startMs = startMs
  }

  has(name: string): boolean {
    return this.#values.has(name)
  }

  set(name: string, value: string): void {
    this.#values.set(name, value)
  }

  /** The value with what placeholders stand for; `{3 x ab}` stands for ababab. */
  filled(value: Value): Value {
    if (typeof value === 'string') return this.#filledText(value)
    if (Array.isArray(value)) return value.map((item) => this.filled(item))
    if (typeof value !== 'object' || value === null) return value
    const members = Object.entries(value)
    return Object.fromEntries(members.map(([name, member]) => [this.#filledText(name), this.filled(member)]))
  }

  #filledText(text: string): string {
    return text
      .replaceAll(/\{(\d+) x ([^{}]+)\}/g, (_, count: string, part: string) => part.repeat(Number(count)))
      .replaceAll(/\{([a-z]\w*)\}/gi, (_, name: string) => {
        const value = this.#values.get(name)
        if (value === undefined) throw new Error(`{${name}} stands for nothing yet`)
        return value
      })
  }

  /** Whether an answer holds what is expected of it. A placeholder seen for the first time takes what it meets. */
  match(actual: Value | undefined, expected: Value, at = 'output'): void {
    if (expected === null) expect(actual, at).toBeUndefined()
    else if (typeof expected === 'string') this.#matchText(actual, expected, at)
    else if (Array.isArray(expected)) this.#matchList(actual, expected, at)
    else if (typeof expected === 'object') this.#matchFields(actual, { ...expected } as Fields, at)
    else expect(actual, at).toBe(expected)
  }

  #matchText(actual: Value | undefined, expected: string, at: string): void {
    const [, name] = /^\{([a-z]\w*)\}$/i.exec(expected) ?? []
    if (name !== undefined && !this.has(name)) {
      expect(actual, at).toBeTypeOf('string')
      this.set(name, String(actual))
    } else if (expected.startsWith('@')) expect(actual, at).toBe(this.#instant(expected.slice(1), at))
    else expect(actual, at).toBe(this.#filledText(expected))
  }

  /** Times of queues are printed in seconds, those of messages in milliseconds; those of move tasks are numbers. */
  #instant(offset: string, at: string): Value {
    const ms = this.#startMs + durationMs(offset)
    if (at.endsWith('.StartedTimestamp')) return ms
    return String(/(?:Created|LastModified)Timestamp$/.test(at) ? Math.floor(ms / 1000) : ms)
  }

  #matchList(actual: Value | undefined, expected: readonly Value[], at: string): void {
    expect(actual, at).toHaveLength(expected.length)
    for (const [index, item] of expected.entries())
      this.match((actual as readonly Value[])[index], item, `${at}[${index}]`)
  }

  #matchFields(actual: Value | undefined, expected: Fields, at: string): void {
    const names = Object.keys(expected)
    if (names.length === 0) expect(actual, at).toEqual({})
    expect(actual, at).toBeTypeOf('object')
    for (const name of names) this.match((actual as Fields)[name], expected[name]!, `${at}.${name}`)
  }
}
