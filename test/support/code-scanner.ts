/** A regular expression stands where a value can begin: after these, or at the start. */
const beforeValue = /(?:^|[([{,;:=!&|?+\-*%<>~^}]|\b(?:return|typeof|case|in|of|throw|await|yield|else|do))\s*$/

const forms = {
  comment: /\/\*.*?\*\/|\/\/[^\n]*/sy,
  quoted: /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/y,
  word: /[\w$]+|\s+/y,
  regularExpression: /\/(?![*/])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y,
  /** Text of a template, up to its end or its next hole. */
  template: /(?:[^`\\$]|\\.|\$(?!\{))*/sy,
} as const

/**
 * TypeScript with comments blanked out, and what stands in quotes, so that what is left is code. Nothing moves: each
 * character is where it was, or is a blank.
 */
export function codeOf(text: string): string {
  const scanner = new CodeScanner(text)
  while (scanner.code.length < text.length) scanner.step()
  return scanner.code
}

class CodeScanner {
  code = ''
  readonly #text: string
  /** For each template that is open: how many braces are open within its present hole. */
  readonly #holes: number[] = []

  constructor(text: string) {
    this.#text = text
  }

  step(): void {
    const next = this.#text[this.code.length]!
    if (next === '`') this.#template()
    else if (next === '}' && this.#holes.at(-1) === 0) {
      this.#holes.pop()
      this.#template()
    } else if (!this.#take('word', false) && !this.#take('comment') && !this.#quoted() && !this.#expression(next))
      this.#single(next)
  }

  /** Takes what fits the form, if anything does. */
  #take(form: keyof typeof forms, blank = true): boolean {
    forms[form].lastIndex = this.code.length
    const found = forms[form].exec(this.#text)?.[0] ?? ''
    this.code += blank ? blanked(found) : found
    return found !== ''
  }

  /** The quotes stay, so that one can see where a text stood. */
  #quoted(): boolean {
    const start = this.code.length
    if (!this.#take('quoted')) return false
    this.code = `${this.code.slice(0, start)}'${this.code.slice(start + 1, -1)}'`
    return true
  }

  #expression(next: string): boolean {
    return next === '/' && beforeValue.test(this.code.slice(-40)) && this.#take('regularExpression')
  }

  /** From a backtick, or the end of a hole, to the end of the template or its next hole. */
  #template(): void {
    this.code += ' '
    this.#take('template')
    const ends = this.#text[this.code.length] === '`'
    this.code += ends ? ' ' : '  '
    if (!ends) this.#holes.push(0)
  }

  #single(next: string): void {
    const last = this.#holes.length - 1
    if (last >= 0 && next === '{') this.#holes[last]! += 1
    if (last >= 0 && next === '}') this.#holes[last]! -= 1
    this.code += next
  }
}

function blanked(text: string): string {
  return text.replace(/[^\n]/g, ' ')
}
