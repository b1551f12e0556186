import { expect, test } from 'vitest'
import { repositoryFiles, textOf } from './support/sources.ts'
import { turns } from './support/turns.ts'

const pages = repositoryFiles.filter((path) => /^(?:README|CONTRIBUTING|docs\/(?:decisions\/)?[\w-]+)\.md$/.test(path))
const sources = repositoryFiles.filter((path) => /^(?:src|protocols)\/.*\.ts$/.test(path))

/** Prose of a page: no fenced blocks, no code, one line a paragraph, heading, row or item. */
function proseOf(page: string): readonly string[] {
  const text = page.replaceAll(/^```.*?^```/gms, '').replaceAll(/`[^`\n]*`/g, 'code')
  return text.split(/\n(?:\s*\n|(?=[|*#-]))|\|/).map((part) => part.replaceAll(/\s+/g, ' ').trim())
}

/** Sentences in a file of code: its comments, a comment over several lines as one, and its strings. */
function wordsOf(code: string): readonly string[] {
  const comment = /\/\*.*?\*\/|(?:^[ \t]*\/\/.*\n)+|(?<=\s)\/\/ .*/gms
  const comments = (code.match(comment) ?? []).map((text) => text.replaceAll(/^\s*(?:\/\*\*?|\*\/?|\/\/)|\*\/$/gm, ' '))
  const strings = code.replaceAll(comment, '').match(/'[^'\n]* [^'\n]*'|`[^`]* [^`]*`|"[^"\n]* [^"\n]*"/g) ?? []
  return [...comments, ...strings.map((text) => text.slice(1, -1))].map((text) => text.replaceAll(/\s+/g, ' ').trim())
}

/** Turns in these texts, each with the words around it. */
function turnsIn(texts: readonly string[], unwanted = turns): readonly string[] {
  return texts.flatMap((text) =>
    unwanted.flatMap(({ turn, instead }) => {
      const found = turn.exec(text)
      return found ? [`${text.slice(Math.max(0, found.index - 30), found.index + 60)} → ${instead}`] : []
    }),
  )
}

test.each(pages)('%s is written in plain sentences', (page) => {
  const text = textOf(page)
  const prose = proseOf(text).filter((line) => !line.startsWith('#'))
  expect(turnsIn(prose)).toEqual([])
})

test.each(pages)('%s has no line of prose over 160 characters', (page) => {
  const lines = textOf(page)
    .replaceAll(/^```.*?^```/gms, '')
    .split('\n')
  expect(lines.filter((line) => line.length > 160 && !line.startsWith('|'))).toEqual([])
})

test('the index of docs names every page', () => {
  const index = textOf('docs/README.md')
  const names = pages.filter((path) => /^docs\/[\w-]+\.md$/.test(path)).map((path) => path.slice('docs/'.length))
  expect(names.filter((name) => name !== 'README.md' && !index.includes(name))).toEqual([])
})

test('comments and messages are written in plain sentences', () => {
  const unwanted = turns.filter(({ pagesOnly }) => !pagesOnly)
  const found = sources.map((path) => [path, turnsIn(wordsOf(textOf(path)), unwanted)] as const)
  const unplain = found.filter(([, some]) => some.length > 0)
  expect(Object.fromEntries(unplain)).toEqual({})
})

test.each([
  'Who names none gets account `000000000000`, region `us-east-1`.',
  'where one is missing its clients are skipped, and said so',
  'of two that speak of one option the one that stands further left counts',
  'What no journal goes with, such as a saved copy, does not say `journalFrom`',
  'this is not JSON, from column 1 on: names stand in double quotes',
  'Names that are not in the table are of no matter.',
  '400 with path and line when it is no good',
])('%j does not come back', (sentence) => {
  expect(turnsIn([sentence])).not.toEqual([])
})

test.each([
  'Requests that name neither use account `000000000000` in `us-east-1`.',
  'Client tests for a missing toolchain are skipped and reported.',
  'If an option is set twice, the leftmost wins.',
  'Documents without a journal, such as saved copies, omit `journalFrom`.',
  'not valid JSON at column 1: keys must be double-quoted',
])('%j may stand', (sentence) => {
  expect(turnsIn([sentence])).toEqual([])
})
