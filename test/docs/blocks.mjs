import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Every page that has blocks: the README, CONTRIBUTING, then the pages of docs/ by name. */
export function pages() {
  const names = readdirSync(join(root, 'docs'), { recursive: true })
    .filter((name) => name.endsWith('.md'))
    .toSorted()
  return ['README.md', 'CONTRIBUTING.md', ...names.map((name) => `docs/${name}`)]
}

/**
 * The fenced blocks of a page. The info string is a language and the words that say more of it; `line` is that of the fence.
 *
 * @param {string} page
 * @returns {{ page: string, line: number, language: string, words: string[], text: string }[]}
 */
export function blocksOf(page) {
  return blocksIn(page, readFileSync(join(root, page), 'utf8'))
}

/** The same of a page's text. */
export function blocksIn(page, text) {
  const blocks = []
  let open
  for (const [index, content] of text.split('\n').entries()) {
    const fence = /^(\s*)(`{3,}|~{3,})\s*(.*?)\s*$/.exec(content)
    if (open && fence?.[2].startsWith(open.mark) && fence[3] === '') {
      blocks.push(closed(page, open))
      open = undefined
    } else if (open) open.lines.push(content.startsWith(open.indent) ? content.slice(open.indent.length) : content)
    else if (fence) open = { line: index + 1, indent: fence[1], mark: fence[2], info: fence[3], lines: [] }
  }
  if (open) throw new Error(`${page}, line ${open.line}: the block has no end`)
  return blocks
}

function closed(page, { line, info, lines }) {
  const [language = '', ...words] = info.split(/\s+/)
  return { page, line, language, words, text: `${lines.join('\n')}\n` }
}
