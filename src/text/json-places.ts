import { type JSONPath, type JSONVisitor, type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser'
import { lineOfPosition } from './line-of.ts'

/** Where a text stops being JSON, and why. */
type Fault = { readonly position: number; readonly reason: string }

/** A name that stands twice in one object of a JSON text. */
type RepeatedName = {
  readonly name: string
  /** Where it stands for the second time. */
  readonly position: number
  /** Names and positions that lead to it, outermost first. */
  readonly path: readonly (string | number)[]
}

/** Where a text is not JSON, and what is wrong there. `line`: from 1. */
export function syntaxProblem(json: string): { readonly line: number; readonly problem: string } {
  const fault = faultOf(json)
  if (!fault) return { line: 1, problem: 'not valid JSON: it is nested too deeply' }
  const line = lineOfPosition(json, fault.position)
  if (json.includes('\u0000'))
    return { line, problem: 'not valid JSON: it holds a NUL, as binary files and UTF-16 text do' }
  const column = fault.position - json.lastIndexOf('\n', fault.position - 1)
  return { line, problem: `not valid JSON at column ${column}${hintAt(json, fault)}` }
}

/**
 * Number of the line, from 1, on which a value of a JSON text begins. `path`: names and positions that lead to it; if a
 * step is missing, the value that lacks it. The text must be valid JSON.
 */
export function lineOfValue(json: string, path: readonly (string | number)[]): number {
  let position = 0
  /** A later value at the same path wins, as it does in JSON.parse. */
  const note = (offset: number, _length: number, _line: number, _column: number, pathTo: () => JSONPath): boolean => {
    const leadsThere = pathTo().every((step, depth) => step === path[depth])
    if (leadsThere) position = offset
    return leadsThere
  }
  walk(json, {
    onObjectBegin: note,
    onObjectEnd: nothing,
    onArrayBegin: note,
    onArrayEnd: nothing,
    onLiteralValue: (_, ...place) => void note(...place),
  })
  return lineOfPosition(json, position)
}

/** The parser counts ends, and so skips what a beginning answered with false, only if a visitor asks for them. */
function nothing(): void {}

/** The first name that stands twice in one object; JSON.parse keeps the last without a word. The text must be valid JSON. */
export function repeatedName(json: string): RepeatedName | undefined {
  const objects: Set<string>[] = []
  let found: RepeatedName | undefined
  walk(json, {
    onObjectBegin: () => void objects.push(new Set()),
    onObjectEnd: () => void objects.pop(),
    onObjectProperty(name, position, _length, _line, _column, pathTo) {
      const names = objects.at(-1)!
      if (names.has(name)) found ??= { name, position, path: [...pathTo(), name] }
      names.add(name)
    },
  })
  return found
}

/** Walks a text as deep as the stack allows: JSON.parse goes deeper, but no value of ours does. */
function walk(json: string, visitor: JSONVisitor): void {
  try {
    visit(json, visitor, { disallowComments: true, allowTrailingComma: false })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
}

/** Undefined: the text is nested so deeply that the parser gave up. */
function faultOf(json: string): Fault | undefined {
  let fault: Fault | undefined
  walk(json, {
    onError(code, offset) {
      fault ??= faultAt(json, offset, code)
    },
  })
  return fault
}

function faultAt(json: string, offset: number, code: ParseErrorCode): Fault {
  const position = json[offset] === '"' ? faultInText(json, offset) : offset
  return { position, reason: printParseErrorCode(code) }
}

/** Escapes, whole or broken, ends of texts, and characters that stand in no text. */
const marks = /\\(?:(["\\/bfnrt]|u[0-9a-fA-F]{4}))?|"|[^ -\uffff]/g

/** The parser names the start of a text; the fault is the first escape or character in it that is wrong. */
function faultInText(json: string, start: number): number {
  marks.lastIndex = start + 1
  for (let mark = marks.exec(json); mark; mark = marks.exec(json)) {
    if (mark[0] === '"') return start
    if (mark[1] === undefined) return mark.index
  }
  return json.length
}

/** The usual slips of people who have another notation in mind. */
function hintAt(json: string, { position, reason }: Fault): string {
  const rest = json.slice(position, position + 40)
  if (rest.trim() === '') return ': it ends too early'
  if (reason === 'InvalidCommentToken' || rest.startsWith('#')) return ': JSON has no comments'
  if (/^['‘’“”`]/.test(rest)) return ': texts must be double-quoted'
  if (
    /^[}\]]/.test(rest) &&
    json
      .slice(Math.max(0, position - 200), position)
      .trimEnd()
      .endsWith(',')
  )
    return ': remove the comma before the closing bracket'
  if (/^[\w$]+\s*:/.test(rest)) return ': keys must be double-quoted'
  if (reason === 'CommaExpected' && /^["{[\w-]/.test(rest)) return ': a comma may be missing before it'
  return ''
}
