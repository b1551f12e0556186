#!/usr/bin/env node
import {
  CommandFailure,
  exitCodes,
  rowNamed,
  runRow,
  type Subcommand,
  type SubcommandRow,
  tableText,
} from './commands/subcommand.ts'
import { coloured, colouredHelp } from './text/colours.ts'
import { version } from './version.ts'

/** Everything the command does. The first is what happens without a word. */
// biome-ignore format: a table reads by rows
const subcommands: readonly SubcommandRow[] = [
  { name: 'start', meaning: 'answer both clouds; the default', load: async () => (await import('./commands/start.ts')).start },
  { name: 'snapshot', meaning: 'save, load, compare or check the state as a document', load: async () => (await import('./commands/snapshot.ts')).snapshot },
  { name: 'import', meaning: 'make a document of what another emulator holds', load: async () => (await import('./commands/import.ts')).importQueues },
  { name: 'config', meaning: 'show every option with its value and where that comes from', load: async () => (await import('./commands/config.ts')).config },
  { name: 'env', meaning: 'print the variables that point clients here', load: async () => (await import('./commands/env.ts')).env },
  { name: 'health', meaning: 'say whether a twinmq is ready', load: async () => (await import('./commands/health.ts')).health },
  { name: 'queues', meaning: 'list queues with their counts', load: async () => (await import('./commands/queues.ts')).queues },
  { name: 'peek', meaning: 'show the messages of a queue, untouched', load: async () => (await import('./commands/peek.ts')).peek },
  { name: 'send', meaning: 'send a message', load: async () => (await import('./commands/send.ts')).send },
  { name: 'receive', meaning: 'receive messages, or say why there are none', load: async () => (await import('./commands/receive.ts')).receive },
  { name: 'create', meaning: 'make a queue', load: async () => (await import('./commands/create.ts')).create },
  { name: 'delete', meaning: 'remove a queue', load: async () => (await import('./commands/delete.ts')).deleteQueue },
  { name: 'purge', meaning: 'remove all messages of a queue', load: async () => (await import('./commands/purge.ts')).purge },
  { name: 'redrive', meaning: 'move messages out of a dead-letter queue', load: async () => (await import('./commands/redrive.ts')).redrive },
  { name: 'reset', meaning: 'empty the state', load: async () => (await import('./commands/reset.ts')).reset },
  { name: 'clock', meaning: 'show or move the clock', load: async () => (await import('./commands/clock.ts')).clock },
  { name: 'mns-hosts', meaning: 'print lines for a hosts file, and how each client of MNS is pointed here', load: async () => (await import('./commands/mns-hosts.ts')).mnsHosts },
  { name: 'help', meaning: 'say what there is, or what a command does', load: async () => help },
  { name: 'version', meaning: 'print the version', load: async () => versionShown },
]

const help: Subcommand = {
  usage: `Usage: twinmq help [COMMAND]

Says what there is, or what a command does, as twinmq COMMAND --help does. A command of two words goes too: twinmq help snapshot save
`,
  async run([name, ...words]) {
    if (name === undefined) return print(colouredHelp(await helpText()))
    return runRow(await rowNamed(subcommands, name, 'twinmq'), [...words, '--help'], `twinmq ${name}`)
  },
}

const versionShown: Subcommand = {
  usage: `Usage: twinmq version

Prints the version, as twinmq --version does.
`,
  async run([surplus]) {
    if (surplus === undefined) return print(`${version}\n`)
    throw new CommandFailure(exitCodes.badOption, `unexpected word '${surplus}'; --help says more`)
  },
}

async function main(words: readonly string[]): Promise<number | undefined> {
  const [first = ''] = words
  const named = first !== '' && !first.startsWith('-')
  const row = named ? await rowNamed(subcommands, first, 'twinmq') : subcommands[0]!
  const flags = named ? words.slice(1) : words
  if (!named && (flags.includes('--help') || flags.includes('-h'))) return print(colouredHelp(await helpText()))
  if (row === subcommands[0] && (flags.includes('--version') || flags.includes('-v'))) return print(`${version}\n`)
  return runRow(row, flags, `twinmq ${row.name}`)
}

async function helpText(): Promise<string> {
  const { usage } = await subcommands[0]!.load()
  return `twinmq answers as Amazon SQS and as Alibaba Cloud MNS on one port, over one set of queues.

Usage: twinmq [COMMAND] [options]

Commands; twinmq COMMAND --help says more:
${tableText(subcommands)}
${usage}`
}

function print(text: string): number {
  process.stdout.write(text)
  return exitCodes.done
}

function fail(code: number, message: string): void {
  process.stderr.write(`${coloured('stderr', 'wrong', 'twinmq:')} ${message}\n`)
  process.exit(code)
}

/** What the system refuses says enough; anything else is a fault of ours, whose trace helps to find it. */
function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('syscall' in error || process.env.TWINMQ_LOG_LEVEL !== 'debug') return error.message
  return error.stack ?? error.message
}

/* Who reads may have had enough, as `head` has. */
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
