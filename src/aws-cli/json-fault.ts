/** The place where a text stops being JSON, in the words of the AWS CLI: `Expecting ':' delimiter: line 1 column 5 (char 4)`. */
export function jsonFault(text: string): string {
  const finder = new FaultFinder(text)
  const { expecting, at } = finder.find()
  const before = text.slice(0, at)
  const line = before.split('\n').length
  return `${expecting}: line ${line} column ${at - before.lastIndexOf('\n')} (char ${at})`
}

type Fault = { readonly expecting: string; readonly at: number }

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/
const letters = /^"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/u

/** Walks through the text up to its first fault. */
class FaultFinder {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  find(): Fault {
    this.#skip()
    const fault = this.#value()
    if (fault) return fault
    this.#skip()
    return { expecting: 'Extra data', at: this.#at }
  }

  #value(): Fault | undefined {
    const rest = this.#text.slice(this.#at)
    if (rest.startsWith('{')) return this.#object()
    if (rest.startsWith('[')) return this.#list()
    if (rest.startsWith('"')) return this.#string()
    const plain = /^(?:true|false|null|NaN|-?Infinity)/.exec(rest)?.[0] ?? number.exec(rest)?.[0]
    if (plain === undefined) return { expecting: 'Expecting value', at: this.#at }
    this.#at += plain.length
    return undefined
  }

  #string(): Fault | undefined {
    const start = this.#at
    this.#at += letters.exec(this.#text.slice(start))![0].length
    if (this.#take('"')) return undefined
    if (this.#next === '') return { expecting: 'Unterminated string starting at', at: start }
    return { expecting: this.#next === '\\' ? 'Invalid \\escape' : 'Invalid control character at', at: this.#at }
  }

  #object(): Fault | undefined {
    this.#at += 1
    this.#skip()
    if (this.#take('}')) return undefined
    for (;;) {
      if (this.#next !== '"') return { expecting: 'Expecting property name enclosed in double quotes', at: this.#at }
      const fault = this.#string()
      if (fault) return fault
      this.#skip()
      if (!this.#take(':')) return { expecting: "Expecting ':' delimiter", at: this.#at }
      this.#skip()
      const inner = this.#value()
      if (inner) return inner
      this.#skip()
      if (this.#take('}')) return undefined
      if (!this.#take(',')) return { expecting: "Expecting ',' delimiter", at: this.#at }
      this.#skip()
    }
  }

  #list(): Fault | undefined {
    this.#at += 1
    this.#skip()
    if (this.#take(']')) return undefined
    for (;;) {
      const fault = this.#value()
      if (fault) return fault
      this.#skip()
      if (this.#take(']')) return undefined
      if (!this.#take(',')) return { expecting: "Expecting ',' delimiter", at: this.#at }
      this.#skip()
    }
  }

  get #next(): string {
    return this.#text[this.#at] ?? ''
  }

  #take(letter: string): boolean {
    if (this.#next !== letter) return false
    this.#at += 1
    return true
  }

  #skip(): void {
    while (' \t\n\r'.includes(this.#next) && this.#next !== '') this.#at += 1
  }
}
