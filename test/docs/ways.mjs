import { parse } from 'yaml'
import { runInImage } from './image.mjs'
import { runShell } from './shell.mjs'
import { snippetLanguages } from './snippets.mjs'

/**
 * What becomes of a block: `run`, in the world of its page; `docker`, in a container of the image; `parsed`, read but not
 * run; `shown`, left to the reader. A block with `output` says what the one before it printed.
 *
 * @typedef {{ kind: 'run' | 'docker' | 'parsed' | 'shown' | 'output', needs?: string,
 *   work?: (block: object, world: object) => Promise<string> }} Way
 */

const data = {
  json: (text) => JSON.parse(text),
  yaml: (text) => parse(text, { strict: true }),
}

/** Languages in which pages show what twinmq does not read. */
const onlyShown = new Set(['text', 'hcl', 'toml', 'properties', 'dockerfile', 'hosts', 'ini', 'rust', 'csharp', 'php'])

/**
 * The way of a block by its info string; throws when that says what is not known, so that a slip does not keep a block from running.
 *
 * @returns {Way}
 */
export function wayOf({ language, words }) {
  const said = [language, ...words].join(' ')
  if (said === 'sh') return { kind: 'run', work: runShell }
  if (said === 'sh docker') return { kind: 'docker', work: runInImage }
  if (said === 'sh online') return { kind: 'parsed', work: checkSyntax }
  if (said === 'text output') return { kind: 'output' }
  if (words.length === 0 && data[language])
    return { kind: 'parsed', work: async ({ text }) => String(data[language](text)) }
  const snippet = snippetLanguages[language]
  if (words.length === 0 && snippet) return { kind: 'run', ...snippet }
  const isPart = words.length === 1 && words[0] === 'part'
  if (isPart && (snippet || data[language])) return { kind: 'shown' }
  if (words.length === 0 && onlyShown.has(language)) return { kind: 'shown' }
  throw new Error(`'${said}' says nothing that is known of a block; see test/docs/ways.mjs`)
}

function checkSyntax(block, world) {
  return world.run(['bash', '-n', '-c', block.text])
}
