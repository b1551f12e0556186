#!/usr/bin/env node
import { dirname, relative } from 'node:path'
import { type Config, completeConfig, defaultConfig, options, readOptions } from './config.ts'
import { type Emulator, startEmulator } from './emulator.ts'
import { KeysUnreadable } from './keys-file.ts'
import { lineLog } from './log.ts'
import { mnsHosts } from './mns-hosts.ts'
import { ListenFailure } from './server/listen.ts'
import { StoreUnreadable } from './store/store.ts'
import { version } from './version.ts'

/** Exit codes of the command. */
const exitCodes = { stopped: 0, fault: 1, badOption: 2, portInUse: 3, dataUnusable: 4 } as const

const signalCodes = { SIGINT: 130, SIGTERM: 143 } as const

async function main(words: readonly string[]): Promise<void> {
  const [first, ...others] = words
  const flags = first === 'start' || first === 'mns-hosts' ? others : words
  if (flags.includes('--help') || flags.includes('-h')) return print(helpText())
  if (flags.includes('--version') || flags.includes('-v')) return print(`${version}\n`)
  const given = readOptions(flags, process.env)
  const complete = 'problem' in given ? given : completeConfig(given.given)
  if ('problem' in complete) return fail(exitCodes.badOption, `${complete.problem}\nRun twinmq --help for the options.`)
  if (first === 'mns-hosts') return print(mnsHosts(complete.config))
  await start(complete.config)
}

async function start(config: Config): Promise<void> {
  const log = lineLog(config.logLevel, config.logFormat, (text) => process.stderr.write(text))
  process.once('exit', log.flush)
  let emulator: Emulator
  try {
    emulator = await startEmulator({ config, log, replaceGlobals: true })
  } catch (error) {
    if (error instanceof ListenFailure) return fail(exitCodes.portInUse, error.message)
    if (error instanceof KeysUnreadable) return fail(exitCodes.badOption, error.message)
    if (error instanceof StoreUnreadable) return fail(exitCodes.dataUnusable, error.message)
    throw error
  }
  for (const notice of emulator.notices) log.warn(notice)
  stopOnSignals(emulator)
  print(`${banner(config, emulator)}\nReady.\n`)
  await emulator.warmUp()
}

function stopOnSignals(emulator: Emulator): void {
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(signalCodes[signal])
      stopping = true
      emulator.stop().then(
        () => process.exit(exitCodes.stopped),
        (error: unknown) => fail(exitCodes.fault, `twinmq could not stop cleanly: ${String(error)}`),
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
  const found = queues > 0 ? `: ${count(queues, 'queue')}, ${count(messages, 'message')}` : ''
  return `State        ${place}${found}; to start empty, use --memory or delete ${startEmpty(place)}`
}

/** A twinmq that was killed leaves its journal too, so all that has the name goes; the default folder holds nothing else. */
function startEmpty(place: string): string {
  return place === defaultConfig.data ? dirname(place) : `${place}*`
}

function count(amount: number, word: string): string {
  return `${amount} ${word}${amount === 1 ? '' : 's'}`
}

function helpText(): string {
  const rows = options.map(({ flag, value, variable, meaning }) => ({
    left: `  ${flag}${value === undefined ? '' : ` ${value}`}`,
    right: `${meaning} [${variable}]`,
  }))
  const width = 34
  const lines = rows.map(
    ({ left, right }) => `${left.padEnd(width)}${left.length >= width ? `\n${' '.repeat(width)}` : ''}${right}`,
  )
  return `Usage: twinmq [start] [options]
       twinmq mns-hosts [--account ID] [--region NAME] [--port PORT]

Answers as Amazon SQS and as Alibaba Cloud MNS on one port, over one set of queues.
mns-hosts prints lines for a hosts file, and how each client of MNS is pointed here.

Options, with their defaults and [variables]:
${lines.join('\n')}
  --version                       print the version
  --help                          print this
`
}

function print(text: string): void {
  process.stdout.write(text)
}

function fail(code: number, message: string): void {
  process.stderr.write(`twinmq: ${message}\n`)
  process.exit(code)
}

main(process.argv.slice(2)).catch((error: unknown) => {
  fail(exitCodes.fault, error instanceof Error ? (error.stack ?? error.message) : String(error))
})
