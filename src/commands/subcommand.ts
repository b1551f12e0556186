import { colouredHelp } from '../text/colours.ts'

/** Exit codes of the command. */
export const exitCodes = {
  done: 0,
  failed: 1,
  badOption: 2,
  portInUse: 3,
  dataUnusable: 4,
  nothingCame: 5,
  notWritten: 6,
} as const

/** One thing that the command does. */
export type Subcommand = {
  /** What `--help` prints, with a line feed at its end. */
  readonly usage: string
  /** Does it, and gives the exit code; undefined: it goes on until a signal comes. Rejects with `CommandFailure`. */
  readonly run: (words: readonly string[]) => Promise<number | undefined>
}

/** Several of one kind, of which the next word names one. */
export type SubcommandGroup = { readonly usage: string; readonly rows: readonly SubcommandRow[] }

/** One by its name; it is loaded only when it is meant. */
export type SubcommandRow = {
  readonly name: string
  /** One line of the help. */
  readonly meaning: string
  readonly load: () => Promise<Subcommand | SubcommandGroup>
}

/** Why a command failed: its message is one line for people. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** Names and meanings, one a line. */
export function tableText(rows: readonly SubcommandRow[]): string {
  const width = Math.max(...rows.map(({ name }) => name.length)) + 2
  return rows.map(({ name, meaning }) => `  ${name.padEnd(width)}${meaning}\n`).join('')
}

/** Does what the words say after the name of that row. `path`: all words up to that name. */
export async function runRow(row: SubcommandRow, words: readonly string[], path: string): Promise<number | undefined> {
  const loaded = await row.load()
  if ('rows' in loaded) return runGroup(loaded, words, path)
  return asksForHelp(words) ? printUsage(loaded) : loaded.run(words)
}

/** The row of that name. Throws `CommandFailure` that says which one may be meant. */
export async function rowNamed(rows: readonly SubcommandRow[], name: string, path: string): Promise<SubcommandRow> {
  const names = rows.map((row) => row.name)
  const row = rows[names.indexOf(name)]
  if (row) return row
  const { nearest } = await import('../text/did-you-mean.ts')
  const near = nearest(name, names)
  const advice = near === undefined ? `${path} --help lists them` : `did you mean ${path} ${near}?`
  throw new CommandFailure(exitCodes.badOption, `there is no command '${name}'; ${advice}`)
}

async function runGroup(group: SubcommandGroup, words: readonly string[], path: string): Promise<number | undefined> {
  const [first = '', ...others] = words
  if (first === '--help' || first === '-h') return printUsage(group)
  if (first === '' || first.startsWith('-')) {
    const names = group.rows.map(({ name }) => name).join(', ')
    throw new CommandFailure(exitCodes.badOption, `${path} takes one of ${names}; ${path} --help says more`)
  }
  const row = await rowNamed(group.rows, first, path)
  return runRow(row, others, `${path} ${row.name}`)
}

/** What comes after `--` is no flag. */
function asksForHelp(words: readonly string[]): boolean {
  const end = words.indexOf('--')
  const flags = end < 0 ? words : words.slice(0, end)
  return flags.includes('--help') || flags.includes('-h')
}

function printUsage({ usage }: { readonly usage: string }): number {
  process.stdout.write(colouredHelp(usage))
  return exitCodes.done
}
