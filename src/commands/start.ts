import { dirname, relative } from 'node:path'
import { type Config, completeConfig, defaultConfig, options, readOptions } from '../config.ts'
import { type Emulator, startEmulator } from '../emulator.ts'
import { KeysUnreadable } from '../keys-file.ts'
import { lineLog } from '../log.ts'
import { ListenFailure } from '../server/listen.ts'
import { StoreUnreadable } from '../store/store.ts'
import { version } from '../version.ts'
import { counted } from './counted.ts'
import { CommandFailure, exitCodes, type Subcommand } from './subcommand.ts'

const signalCodes = { SIGINT: 130, SIGTERM: 143 } as const

/** Answers both clouds until a signal comes. */
export const start: Subcommand = {
  usage: `Usage: twinmq [start] [options]

Answers as Amazon SQS and as Alibaba Cloud MNS on one port, over one set of queues, until it is stopped.

Options of start, with their defaults and [variables]:
${optionsText()}
  --version                       print the version
  --help                          print this
`,
  async run(words) {
    const given = readOptions(words, process.env)
    const complete = 'problem' in given ? given : completeConfig(given.given)
    if ('problem' in complete)
      throw new CommandFailure(exitCodes.badOption, `${complete.problem}\nRun twinmq --help for the options.`)
    await serve(complete.config)
    return undefined
  },
}

async function serve(config: Config): Promise<void> {
  const log = lineLog(config.logLevel, config.logFormat, (text) => process.stderr.write(text))
  process.once('exit', log.flush)
  let emulator: Emulator
  try {
    emulator = await startEmulator({ config, log, replaceGlobals: true })
  } catch (error) {
    if (error instanceof ListenFailure) throw new CommandFailure(exitCodes.portInUse, error.message)
    if (error instanceof KeysUnreadable) throw new CommandFailure(exitCodes.badOption, error.message)
    if (error instanceof StoreUnreadable) throw new CommandFailure(exitCodes.dataUnusable, error.message)
    throw error
  }
  for (const notice of emulator.notices) log.warn(notice)
  stopOnSignals(emulator)
  process.stdout.write(`${banner(config, emulator)}\nReady.\n`)
  await emulator.warmUp()
}

function stopOnSignals(emulator: Emulator): void {
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(signalCodes[signal])
      stopping = true
      emulator.stop().then(
        () => process.exit(exitCodes.done),
        (error: unknown) => {
          process.stderr.write(`twinmq: twinmq could not stop cleanly: ${String(error)}\n`)
          process.exit(exitCodes.failed)
        },
      )
    })
  }
}

function banner(config: Config, emulator: Emulator): string {
  const urls = emulator.hosts.map((host) => `http://${host.includes(':') ? `[${host}]` : host}:${emulator.port}`)
  return [
    `twinmq ${version}`,
    `  Amazon SQS   ${urls.join('  ')}`,
    `  Alibaba MNS  ${urls.join('  ')}`,
    `  ${stateLine(emulator)}`,
    ...(config.clock === 'manual'
      ? [`  Clock        stands at ${new Date(emulator.broker.clock.nowMs()).toISOString()}; move it at /_twinmq/clock`]
      : []),
  ].join('\n')
}

function stateLine({ broker, dataFile }: Emulator): string {
  if (dataFile === undefined) return 'State        in memory; it is gone when twinmq stops'
  const { queues, messages } = broker.totals
  const shown = relative('', dataFile)
  const place = shown.startsWith('..') ? dataFile : shown
  const found = queues > 0 ? `: ${counted(queues, 'queue')}, ${counted(messages, 'message')}` : ''
  return `State        ${place}${found}; to start empty, use --memory or delete ${startEmpty(place)}`
}

/** A twinmq that was killed leaves its journal too, so all that has the name goes; the default folder holds nothing else. */
function startEmpty(place: string): string {
  return place === defaultConfig.data ? dirname(place) : `${place}*`
}

function optionsText(): string {
  const rows = options.map(({ flag, value, variable, meaning }) => ({
    left: `  ${flag}${value === undefined ? '' : ` ${value}`}`,
    right: `${meaning} [${variable}]`,
  }))
  const width = 34
  return rows
    .map(({ left, right }) => `${left.padEnd(width)}${left.length >= width ? `\n${' '.repeat(width)}` : ''}${right}`)
    .join('\n')
}
