#!/usr/bin/env node
import { fullHelp, printHelp, shortHelp } from './commands/help.ts'
import { say } from './commands/output.ts'
import { rowNamed, runRow } from './commands/run-row.ts'
import { CommandFailure, exitCodes } from './commands/subcommand.ts'
import { subcommands } from './commands/table.ts'
import { coloured } from './text/colours.ts'
import { version } from './version.ts'

async function main(words: readonly string[]): Promise<number | undefined> {
  const [first = ''] = words
  const start = subcommands[0]!
  const named = first !== '' && !first.startsWith('-')
  const row = named ? rowNamed(subcommands, first, 'twinmq') : start
  const flags = named ? words.slice(1) : words
  if (row === start && flags.includes('--help-all')) return printHelp(await fullHelp(subcommands))
  if (!named && (flags.includes('--help') || flags.includes('-h'))) return printHelp(await shortHelp(subcommands))
  if (row === start && (flags.includes('--version') || flags.includes('-v'))) {
    say(version)
    return exitCodes.done
  }
  return runRow(row, flags, `twinmq ${row.name}`)
}

function fail(code: number, message: string): void {
  process.stderr.write(`${coloured('stderr', 'wrong', 'twinmq:')} ${message}\n`)
  process.exit(code)
}

/** An error of the system explains itself. Any other is a bug in twinmq, so with debug the stack trace is printed. */
function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('syscall' in error || process.env.TWINMQ_LOG_LEVEL !== 'debug') return error.message
  return error.stack ?? error.message
}

/* The reader may close the pipe early, as `head` does. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') fail(exitCodes.failed, `standard output cannot be written: ${error.message}`)
  process.exit()
})

main(process.argv.slice(2)).then(
  (code) => {
    if (code !== undefined) process.exitCode = code
  },
  (error: unknown) => {
    if (error instanceof CommandFailure) return fail(error.code, error.message)
    fail(exitCodes.failed, problemOf(error))
  },
)
