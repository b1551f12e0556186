import { choicesOf, type FlagRows, type SubcommandRow } from '../subcommand.ts'

/** What can follow at one place of the command line. */
export type Place = {
  /** The names of the command and of the one in it; empty: nothing but flags was written. */
  readonly path: readonly string[]
  /** Commands that can come next, with their summaries. */
  readonly commands: readonly (readonly [name: string, summary: string])[]
  readonly flags: FlagRows
  /** The words that it takes besides flags. */
  readonly words: readonly string[]
}

/** Every place where something can be completed. */
export async function placesOf(rows: readonly SubcommandRow[]): Promise<readonly Place[]> {
  const below = await groupOf(rows, [])
  const start = below.find(({ path: [name] }) => name === 'start')
  return [{ path: [], commands: await namesOf(rows), flags: { ...start?.flags }, words: [] }, ...below]
}

async function groupOf(rows: readonly SubcommandRow[], before: readonly string[]): Promise<readonly Place[]> {
  const places = await Promise.all(rows.map((row) => placesAt(row, rows, [...before, row.name])))
  return places.flat()
}

async function placesAt(
  { load }: SubcommandRow,
  all: readonly SubcommandRow[],
  path: readonly string[],
): Promise<readonly Place[]> {
  const row = await load()
  if ('rows' in row)
    return [{ path, commands: await namesOf(row.rows), flags: {}, words: [] }, ...(await groupOf(row.rows, path))]
  const commands = row.words.includes('[COMMAND]') ? await namesOf(all) : []
  const flags = { ...row.flags, ...row.shared, help: { help: 'print this help' } }
  return [{ path, commands, flags, words: row.words.filter((word) => word !== '[COMMAND]') }]
}

async function namesOf(rows: readonly SubcommandRow[]) {
  return Promise.all(rows.map(async ({ name, load }) => [name, (await load()).summary] as const))
}

/** Whether a flag or a word takes the name of a file or folder. */
export function isFile(value: string): boolean {
  return /^\[?(?:FILE|FOLDER|A|B)(?:\.\.\.)?\]?$/.test(value)
}

/** All choices of the words of a place. */
export function choicesAt({ commands, words }: Place): readonly string[] {
  return [...commands.map(([name]) => name), ...words.flatMap(choicesOf)]
}

/** A text in single quotes, as sh and its relatives read it. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
