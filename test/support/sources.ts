import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { codeOf } from './code-scanner.ts'

/** One import of a file. `from`: a path from the root, or the name of a package. Named without names: all of it. */
type Import = { readonly from: string; readonly names: readonly string[]; readonly typesOnly: boolean }

/** One name that a file exports. */
type Export = { readonly name: string; readonly line: number; readonly documented: boolean }

/** One TypeScript file. `code` is `text` with comments and what stands in quotes blanked out. */
export type Source = {
  readonly path: string
  readonly text: string
  readonly code: string
  readonly lines: number
  readonly imports: readonly Import[]
  readonly exports: readonly Export[]
}

/** Quoted names are blank in code, so their text is read from the file. */
const importForm = /\b(?:import|export)\s+(type\s+)?([^'();]*?)\s*\bfrom\s+'([^']*)'|\bimport\s*\(?\s*'([^']*)'/g
const exportForm =
  /^export\s+(?:default\s+|declare\s+|abstract\s+|async\s+)*(?:function\*?|const|let|class|type|interface)\s+([\w$]+)/gm

const bodyOpening = /=>\s*$|\)\s*(?::[^=]*)?$/
const testGroup = /\bdescribe\b/

/** Every file that is, or is about to be, in the repository. */
export const repositoryFiles: readonly string[] = execFileSync(
  'git',
  ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'],
  { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
)
  .split('\0')
  .filter((path) => path !== '' && existsSync(path))

/** Every TypeScript file. */
export const sources: readonly Source[] = repositoryFiles.filter((path) => path.endsWith('.ts')).map(sourceAt)

/** Those below a folder. */
export function sourcesIn(...folders: readonly string[]): Source[] {
  return sources.filter(({ path }) => folders.some((folder) => path.startsWith(`${folder}/`)))
}

/** Text of a file. */
export function textOf(path: string): string {
  return readFileSync(path, 'utf8')
}

/** Line of a place in a text, from 1. */
export function lineAt(text: string, place: number): number {
  return text.slice(0, place).split('\n').length
}

/** Everything that is reached from these files by imports, they themselves included. */
export function reachedFrom(paths: readonly string[]): ReadonlySet<string> {
  const reached = new Set<string>()
  const open = [...paths]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (reached.has(path)) continue
    reached.add(path)
    open.push(...(sources.find((source) => source.path === path)?.imports ?? []).map(({ from }) => from))
  }
  return reached
}

/**
 * Bodies of functions, and of statements within them: blocks that come after an arrow, or a parenthesis with or without
 * a type. A group of tests, and what makes one, is a list and left out.
 */
export function bodiesOf({ code }: Source): { readonly line: number; readonly lines: number }[] {
  const bodies: { line: number; lines: number }[] = []
  const open: number[] = []
  for (const { index: place, 0: brace } of code.matchAll(/[{}]/g)) {
    if (brace === '{') open.push(place)
    else {
      const start = open.pop() ?? 0
      const body = code.slice(start, place)
      const opening = code.slice(code.lastIndexOf('\n', start) + 1, start)
      if (bodyOpening.test(opening) && !testGroup.test(opening + body))
        bodies.push({ line: lineAt(code, start), lines: lineAt(body, body.length) })
    }
  }
  return bodies
}

function sourceAt(path: string): Source {
  const text = textOf(path)
  const code = codeOf(text)
  const imports = importsOf(path, text, code)
  return { path, text, code, lines: lineAt(text, text.trimEnd().length), imports, exports: exportsOf(text, code) }
}

function importsOf(path: string, text: string, code: string): Import[] {
  return [...code.matchAll(importForm)].map((found) => {
    const [whole, type, what = '', named, bare] = found
    const end = found.index + whole.lastIndexOf("'")
    const from = text.slice(end - (named ?? bare ?? '').length, end)
    const members = bare === undefined ? membersOf(what) : lateMembers(code.slice(found.index + whole.length))
    const typesOnly =
      type !== undefined || (members.length > 0 && members.every((member) => member.startsWith('type ')))
    return { from: from.startsWith('.') ? join(dirname(path), from) : from, names: members.map(nameOf), typesOnly }
  })
}

/** `a` of `(await import('x')).a`, given what follows the name. */
function lateMembers(rest: string): string[] {
  const [, member] = /^\)\)\.(\w+)/.exec(rest) ?? []
  return member === undefined ? [] : [member]
}

/** `a` and `type b` of `{ a, type b }`. */
function membersOf(what: string): string[] {
  const [, list = ''] = /\{([^}]*)\}/.exec(what) ?? []
  return list
    .split(',')
    .map((member) => member.trim())
    .filter((member) => member !== '')
}

/** The name that the other file gives to what is imported as `type a as b`. */
function nameOf(member: string): string {
  return member.replace(/^type\s+/, '').replace(/\s+as\s+.*$/s, '')
}

function exportsOf(text: string, code: string): Export[] {
  return [...code.matchAll(exportForm)].map(({ 1: name = '', index }) => {
    const before = text.slice(0, index).replace(/(?:\/\/ biome-ignore[^\n]*\n)+$/, '')
    return { name, line: lineAt(text, index), documented: /\*\/\s*$/.test(before) && isTsdoc(before) }
  })
}

function isTsdoc(before: string): boolean {
  return before.startsWith('/**', before.lastIndexOf('/*'))
}
