import { optionMeant } from '../config/option-meant.ts'
import { nearest } from '../text/did-you-mean.ts'
import { printHelp, usageOf } from './help.ts'
import { CommandFailure, exitCodes, type SubcommandGroup, type SubcommandRow } from './subcommand.ts'

/** Runs a row with the words after its name. `path`: all words up to that name. */
export async function runRow(row: SubcommandRow, words: readonly string[], path: string): Promise<number | undefined> {
  const loaded = await row.load()
  if ('rows' in loaded) return runGroup(loaded, words, path)
  return asksForHelp(words) ? printHelp(await usageOf(path, loaded)) : loaded.run(words)
}

/** The row of that name. Throws `CommandFailure` that says which one is meant. */
export function rowNamed(rows: readonly SubcommandRow[], name: string, path: string): SubcommandRow {
  const names = rows.map((row) => row.name)
  const row = rows[names.indexOf(name)]
  if (row) return row
  const near = nearest(name, names)
  const option = near === undefined && path === 'twinmq' ? optionMeant(name) : undefined
  const meant = near ?? option?.flag
  const advice = meant === undefined ? `${path} --help lists them` : `did you mean ${path} ${meant}?`
  throw new CommandFailure(exitCodes.badOption, `there is no command '${name}'; ${advice}`)
}

async function runGroup(group: SubcommandGroup, words: readonly string[], path: string): Promise<number | undefined> {
  const [first = '', ...others] = words
  if (first === '--help' || first === '-h') return printHelp(await usageOf(path, group))
  if (first === '' || first.startsWith('-')) {
    const names = group.rows.map(({ name }) => name).join(', ')
    throw new CommandFailure(exitCodes.badOption, `${path} takes one of ${names}; ${path} --help says more`)
  }
  const row = rowNamed(group.rows, first, path)
  return runRow(row, others, `${path} ${row.name}`)
}

/** Words after `--` are not flags. */
function asksForHelp(words: readonly string[]): boolean {
  const end = words.indexOf('--')
  const flags = end < 0 ? words : words.slice(0, end)
  return flags.includes('--help') || flags.includes('-h')
}
