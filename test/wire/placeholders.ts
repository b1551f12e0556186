import { expect } from 'vitest'
import { durationMs } from './fixture.ts'
import type { Fields, Value } from './sqs-protocols.ts'

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

  /** The value with what placeholders stand for; `{3 x ab}` stands for ababab, `{U+D800}` for that half of a character. */
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
      .replaceAll(/\{U\+(D[89A-F][0-9A-F]{2})\}/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
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
