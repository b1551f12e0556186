import { subcommand } from './command-line.ts'
import { printHelp, shortHelp } from './help.ts'
import { rowNamed, runRow } from './run-row.ts'
import { exitCodes, type Subcommand, type SubcommandRow } from './subcommand.ts'

/** The command that prints the help of all commands or of one. */
export function helpOf(rows: readonly SubcommandRow[]): Subcommand {
  return subcommand({
    summary: 'explain a command',
    words: ['[COMMAND]', '[COMMAND]'],
    flags: {},
    about: 'Explains a command, as twinmq COMMAND --help does. Without a command it prints the short help.',
    exits: { [exitCodes.done]: 'done', [exitCodes.badOption]: 'there is no such command' },
    examples: ['twinmq help send', 'twinmq help snapshot save'],
    async run({ words: [name, ...others] }) {
      if (name === undefined) return printHelp(await shortHelp(rows))
      return runRow(rowNamed(rows, name, 'twinmq'), [...others, '--help'], `twinmq ${name}`)
    },
  })
}
