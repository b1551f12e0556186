import { ImportFailure } from '../imported.ts'

/** The right side of a key: adjacent parts, which form one value once substitutions are known. */
export type Expression = {
  readonly parts: readonly Part[]
  /** From 1. */
  readonly line: number
  /** Written with `+=`. */
  readonly append: boolean
}

/** Keys with all assignments to each, in order. */
export type Fields = Map<string, Expression[]>

type Part =
  | { readonly kind: 'text'; readonly text: string; readonly quoted: boolean }
  | { readonly kind: 'object'; readonly fields: Fields }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | {
      readonly kind: 'substitution'
      readonly path: readonly string[]
      readonly optional: boolean
      readonly line: number
    }

/** The content of a HOCON file before substitutions. */
type HoconFile = {
  readonly fields: Fields
  /** The names in its `include` statements, as written. */
  readonly includes: readonly string[]
}

/** Reads HOCON without the files that it includes. `name`: its name in errors. Source: HOCON specification, lightbend/config. */
export function parseHocon(text: string, name: string): HoconFile {
  return new HoconParser(text.replace(/^\uFEFF/, ''), name).file()
}

const blank = /[^\S\n]+/y
const unquoted = /(?:(?!\/\/)[^\s$"{}[\]:=,+#`^?!@*&\\])+/y
const keyText = /(?:(?!\/\/)[^\s.$"{}[\]:=,+#`^?!@*&\\])+/y
const comment = /(?:#|\/\/)[^\n]*/y
const include = /include[^\S\n]+((?:required\()?(?:classpath|file|url)?\(?"[^"\n]*"\)*)/y
const quotedText = /"(?:[^"\\\n]|\\.)*"/y
const tripleText = /"""[\s\S]*?"""+/y
const endsValue = new Set(['', '\n', ',', '}', ']', '#'])
const deepest = 64

class HoconParser {
  readonly #text: string
  readonly #name: string
  readonly #includes: string[] = []
  #at = 0
  #line = 1
  #depth = 0

  constructor(text: string, name: string) {
    this.#text = text
    this.#name = name
  }

  file(): HoconFile {
    this.#skip()
    const fields = this.#take('{') ? this.#fields('}') : this.#fields('')
    this.#skip()
    if (this.#here !== '') this.#fail(`nothing is expected here, but ${JSON.stringify(this.#here)} stands here`)
    return { fields, includes: this.#includes }
  }

  get #here(): string {
    return this.#text[this.#at] ?? ''
  }

  /** Fields up to and including the character that ends them; '': the end of the file. */
  #fields(end: '}' | ''): Fields {
    const fields: Fields = new Map()
    if (++this.#depth > deepest) this.#fail(`more than ${deepest} objects and lists in each other`)
    for (;;) {
      this.#skip(',')
      if (this.#here === end) break
      if (this.#here === '') this.#fail('the file ends where "}" is expected')
      const included = this.#match(include)?.[1]
      if (included === undefined) this.#field(fields)
      else this.#includes.push(included)
    }
    this.#take(end)
    this.#depth -= 1
    return fields
  }

  #field(fields: Fields): void {
    const line = this.#line
    const path = this.#path()
    this.#match(blank)
    const append = this.#takeText('+=')
    if (!append && this.#here !== '{' && !this.#take('=') && !this.#take(':')) {
      this.#fail(`"=", ":" or "{" is expected after ${path.join('.')}`)
    }
    this.#skip()
    assign(fields, path, { parts: this.#parts(), line, append })
  }

  /** A key such as `a.b."c.d"`. */
  #path(): string[] {
    const path: string[] = []
    do {
      let key: string | undefined
      for (;;) {
        const part = this.#here === '"' ? this.#quoted() : this.#match(keyText)?.[0]
        if (part === undefined) break
        key = (key ?? '') + part
      }
      path.push(key ?? this.#fail(`a key is expected, but ${this.#shown()} stands here`))
    } while (this.#take('.'))
    return path
  }

  #parts(): Part[] {
    const parts: Part[] = []
    while (!endsValue.has(this.#here) && !this.#text.startsWith('//', this.#at)) parts.push(this.#part())
    const last = parts.at(-1)
    if (last?.kind === 'text' && !last.quoted && last.text.trim() === '') parts.pop()
    if (parts.length === 0) this.#fail(`a value is expected, but ${this.#shown()} stands here`)
    return parts
  }

  #part(): Part {
    if (this.#take('{')) return { kind: 'object', fields: this.#fields('}') }
    if (this.#take('[')) return { kind: 'list', items: this.#items() }
    if (this.#takeText('${')) return this.#substitution()
    if (this.#here === '"') return { kind: 'text', text: this.#quoted(), quoted: true }
    const text = this.#match(blank)?.[0] ?? this.#match(unquoted)?.[0]
    if (text === undefined) this.#fail(`${this.#shown()} must stand in quotes`)
    return { kind: 'text', text, quoted: false }
  }

  #items(): Expression[] {
    const items: Expression[] = []
    if (++this.#depth > deepest) this.#fail(`more than ${deepest} objects and lists in each other`)
    for (;;) {
      this.#skip(',')
      if (this.#take(']')) break
      if (this.#here === '') this.#fail('the file ends where "]" is expected')
      items.push({ line: this.#line, parts: this.#parts(), append: false })
    }
    this.#depth -= 1
    return items
  }

  #substitution(): Part {
    const line = this.#line
    const optional = this.#take('?')
    const path = this.#path()
    if (!this.#take('}')) this.#fail(`"}" is expected after \${${path.join('.')}`)
    return { kind: 'substitution', path, optional, line }
  }

  #quoted(): string {
    const triple = this.#match(tripleText)?.[0]
    if (triple !== undefined) return triple.slice(3, -3)
    const line = this.#line
    const text = this.#match(quotedText)?.[0]
    if (text === undefined) this.#fail('the text in quotes does not end on its line')
    try {
      return String(JSON.parse(text.replaceAll('\t', '\\t')))
    } catch {
      return this.#fail(`${text} is not a text as JSON has it`, line)
    }
  }

  /** Skips blanks, line ends and comments; `also`: a further separator. */
  #skip(also = '\n'): void {
    while (this.#match(blank) || this.#match(comment) || this.#take('\n') || this.#take(also));
  }

  #take(character: string): boolean {
    if (character === '' || this.#here !== character) return false
    this.#passed(character)
    return true
  }

  #takeText(text: string): boolean {
    const found = this.#text.startsWith(text, this.#at)
    if (found) this.#passed(text)
    return found
  }

  #match(form: RegExp): RegExpExecArray | undefined {
    form.lastIndex = this.#at
    const match = form.exec(this.#text)
    if (match === null) return undefined
    this.#passed(match[0])
    return match
  }

  #passed(text: string): void {
    this.#at += text.length
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.#line += 1
  }

  #shown(): string {
    if (this.#here === '') return 'the end of the file'
    return this.#here === '\n' ? 'the end of the line' : JSON.stringify(this.#here)
  }

  #fail(problem: string, line = this.#line): never {
    throw new ImportFailure(`${this.#name}, line ${line}: ${problem}`)
  }
}

/** `a.b = c` is `a { b = c }`. */
function assign(fields: Fields, [key, ...rest]: readonly string[], expression: Expression): void {
  let assigned = expression
  if (rest.length > 0) {
    const inner: Fields = new Map()
    assign(inner, rest, expression)
    assigned = { parts: [{ kind: 'object', fields: inner }], line: expression.line, append: false }
  }
  const all = fields.get(key!)
  if (all === undefined) fields.set(key!, [assigned])
  else all.push(assigned)
}
