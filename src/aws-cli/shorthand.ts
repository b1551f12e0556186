import type { Value, Values } from '../client/values.ts'

/** The text does not follow the syntax. */
export class ShorthandFault extends Error {}

/** Makes a value of the text after `@=`. */
type Resolve = (text: string) => string

const blanks = ' \t\n\r\v\f'
const keyLetters = /[A-Za-z0-9\-_.#/:]/

/** The first character of a value and those that may follow. The first value of a list may contain an equals sign. */
const wordStart = String.raw`(?:\\,|[!#-&(-+\--<>-Z\\-z|-\uffff])`
const firstValue = new RegExp(String.raw`^${wordStart}(?:\\,|[\s!#-&(-+\--\\^-|~-\uffff])*`)
const nextValue = new RegExp(String.raw`^${wordStart}(?:\\,|[\s!#-&(-+\--<>-\uffff])*`)
const quotedBy = { "'": /^'(?:\\'|[^'])*'/, '"': /^"(?:\\"|[^"])*"/ } as const

/**
 * Reads the short form of a structure: `Key=value,Other=1,2,Nested={A=b},List=[a,b]`. `resolve` makes a value of the
 * text after `@=`. Source: AWS CLI User Guide, shorthand syntax.
 */
export function readShorthand(text: string, resolve: Resolve): Values {
  const reader = new ShorthandReader(text, resolve)
  return reader.read()
}

class ShorthandReader {
  readonly #text: string
  readonly #resolve: Resolve
  #at = 0
  #resolving = false

  constructor(text: string, resolve: Resolve) {
    this.#text = text
    this.#resolve = resolve
  }

  read(): Values {
    const found = new Map<string, Value>()
    let end = 0
    do {
      if (found.size > 0) this.#expect(',')
      const key = this.#key()
      const value = this.#values()
      if (found.has(key)) throw new ShorthandFault(this.#twice(key, end + 1))
      found.set(key, value)
      end = this.#at
    } while (this.#at < this.#text.length)
    return Object.fromEntries(found)
  }

  #key(): string {
    const start = this.#at
    while (keyLetters.test(this.#next)) this.#at += 1
    const key = this.#text.slice(start, this.#at)
    this.#skipBlanks()
    this.#resolving = this.#next === '@'
    if (this.#resolving) this.#at += 1
    this.#expect('=')
    return key
  }

  #values(): Value {
    if (this.#next === '') return ''
    return this.#next === '[' || this.#next === '{' ? this.#explicit() : this.#separated()
  }

  /** One value, or several separated by commas. An equals sign shows that the next key has begun. */
  #separated(): Value {
    const values = [this.#single()]
    this.#skipBlanks()
    while (this.#next === ',') {
      const comma = this.#at
      this.#expect(',')
      const value = this.#following()
      this.#skipBlanks()
      if (value === undefined && this.#atEnd) this.#fault('<second>', '<none>')
      if (value === undefined || (!this.#atEnd && !this.#text.startsWith(',', this.#at))) {
        this.#at = comma
        break
      }
      values.push(value)
    }
    return values.length === 1 ? values[0]! : values
  }

  #explicit(): Value {
    if (this.#next === '[') return this.#list()
    if (this.#next === '{') return this.#structure()
    return this.#single()
  }

  #list(): Value {
    const values: Value[] = []
    this.#expect('[')
    while (this.#next !== ']') {
      values.push(this.#explicit())
      this.#separatorBefore(']')
    }
    this.#at += 1
    return values
  }

  #structure(): Value {
    const found = new Map<string, Value>()
    this.#expect('{')
    while (this.#next !== '}') {
      const key = this.#key()
      found.set(key, this.#explicit())
      this.#separatorBefore('}')
    }
    this.#at += 1
    return Object.fromEntries(found)
  }

  #separatorBefore(end: string): void {
    this.#skipBlanks()
    if (this.#next !== end) this.#expect(',')
  }

  #single(): string {
    const quote = this.#next
    if (quote === "'" || quote === '"') return this.#quoted(quote)
    return this.#plain(firstValue) ?? ''
  }

  #following(): string | undefined {
    const quote = this.#next
    if (quote === "'" || quote === '"') return this.#quoted(quote)
    return this.#plain(nextValue)
  }

  #plain(form: RegExp): string | undefined {
    const found = form.exec(this.#text.slice(this.#at))?.[0]
    if (found === undefined) return undefined
    this.#at += found.length
    return this.#resolved(found.replaceAll('\\,', ',').trimEnd())
  }

  #quoted(quote: "'" | '"'): string {
    const found = quotedBy[quote].exec(this.#text.slice(this.#at))?.[0]
    if (found === undefined) return this.#fault(quote === "'" ? '<singled quoted>' : '<double quoted>', '<none>')
    this.#at += found.length
    return this.#resolved(found.slice(1, -1).replaceAll(`\\${quote}`, quote).replaceAll('\\\\', '\\'))
  }

  #resolved(value: string): string {
    return this.#resolving ? this.#resolve(value) : value
  }

  get #atEnd(): boolean {
    return this.#at >= this.#text.length
  }

  get #next(): string {
    return this.#text[this.#at] ?? ''
  }

  #expect(letter: string): void {
    this.#skipBlanks()
    if (this.#next !== letter) this.#fault(letter, this.#next === '' ? 'EOF' : this.#next)
    this.#at += 1
    this.#skipBlanks()
  }

  #skipBlanks(): void {
    while (this.#next !== '' && blanks.includes(this.#next)) this.#at += 1
  }

  #fault(expected: string, received: string): never {
    throw new ShorthandFault(`Expected: '${expected}', received: '${received}' for input:\n${this.#shown(this.#at)}`)
  }

  #twice(key: string, at: number): string {
    return (
      `Second instance of key "${key}" encountered for input:\n${this.#shown(at)}\n` +
      'This is often because there is a preceding "," instead of a space.'
    )
  }

  /** The text with a mark under one place. */
  #shown(at: number): string {
    const lineEnd = this.#text.indexOf('\n', at)
    const end = lineEnd === -1 ? this.#text.length : lineEnd
    const column = at - (this.#text.lastIndexOf('\n', at - 1) + 1)
    return `${this.#text.slice(0, end)}\n${' '.repeat(column)}^${this.#text.slice(end)}`
  }
}
