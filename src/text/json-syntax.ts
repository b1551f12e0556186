import { faultOf } from './json-fault.ts'
import { lineOfPosition } from './line-of.ts'

/** Where a text is not JSON, and what is wrong there. `line`: from 1. */
export function syntaxProblem(json: string): { readonly line: number; readonly problem: string } {
  const position = faultOf(json)
  const line = lineOfPosition(json, position)
  if (json.includes('\u0000'))
    return { line, problem: 'this is not JSON: it holds a NUL, as binary files and UTF-16 text do' }
  const column = position - json.lastIndexOf('\n', position - 1)
  return { line, problem: `this is not JSON, from column ${column} on${hintAt(json, position)}` }
}

/** What people write who have another notation in mind. */
function hintAt(json: string, position: number): string {
  const rest = json.slice(position, position + 40)
  const before = json.slice(Math.max(0, position - 200), position).trimEnd()
  if (rest.trim() === '') return ': it ends too early'
  if (/^(?:\/[/*]|#)/.test(rest)) return ': JSON has no comments'
  if (/^['‘’“”`]/.test(rest)) return ': texts stand in double quotes, "like this"'
  if (/^[}\]]/.test(rest) && before.endsWith(',')) return ': no comma stands before a bracket that closes'
  if (/^[\w$]+\s*:/.test(rest)) return ': names stand in double quotes, "like this"'
  if (/^["{[\w-]/.test(rest) && /["\]}\w]$/.test(before)) return ': is a comma missing before it?'
  return ''
}
