import { statSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { listenAddresses, urlHost } from '../config/addresses.ts'
import { ConfigUnreadable, type Declared } from '../config/config-file.ts'
import { KeysUnreadable } from '../config/keys-file.ts'
import { type Config, defaultConfig, type LogLevel } from '../config/options.ts'
import { StoreUnreadable } from '../document/unreadable.ts'
import { type Emulator, startEmulator } from '../emulator/emulator.ts'
import { type Environment, hookEnvironment } from '../hooks/hook-environment.ts'
import { InitHooks } from '../hooks/init-hooks.ts'
import { type Log, lineLog } from '../log.ts'
import { ListenFailure } from '../server/listen.ts'
import { CertificateUnreadable } from '../server/tls/identity.ts'
import { StoreFailure } from '../store/store.ts'
import { coloured, type Meaning } from '../text/colours.ts'
import { counted } from '../text/counted.ts'
import { version } from '../version.ts'
import { remark } from './output.ts'
import { type Settings, settingFlags, settingsGiven, standInFlags } from './settings.ts'
import { CommandFailure, exitCodes, type Subcommand } from './subcommand.ts'

const signalCodes = { SIGINT: 130, SIGTERM: 143 } as const

/** Runs the emulator until a signal comes. */
export const start: Subcommand = {
  summary: 'run the emulator; this is the default',
  words: [],
  flags: {
    ...settingFlags,
    'help-all': { help: 'print all commands and options' },
    version: { help: 'print the version' },
  },
  shared: standInFlags,
  sharedTitle: 'To replace LocalStack, whose own variables also work',
  about:
    'Answers as Amazon SQS and as Alibaba Cloud MNS on one port, over one set of queues, until it is stopped. If an option is set twice, a flag wins over its variable, which wins over the config file.',
  exits: {
    [exitCodes.done]: 'stopped, with the state saved',
    [exitCodes.failed]: 'could not start or stop',
    [exitCodes.badOption]: 'wrong usage, or an option that cannot be used',
    [exitCodes.portInUse]: 'the port is in use',
    [exitCodes.dataUnusable]: 'the data file is in use or cannot be read',
    [exitCodes.notWritten]: 'stopped, but changes could not be saved',
    [signalCodes.SIGINT]: 'interrupted before or while it stopped',
    [signalCodes.SIGTERM]: 'terminated before or while it stopped',
  },
  examples: ['twinmq', 'twinmq --memory --clock manual', 'twinmq --data queues.json --fixture demo.yaml'],
  async run(words) {
    await serve(await settingsGiven(words))
    return undefined
  },
}

async function serve({ config, configFile, localstackNames, warnings }: Settings): Promise<void> {
  const log = lineLog(config.logLevel, config.logFormat, (text) => process.stderr.write(text), severityWord)
  process.once('exit', log.flush)
  refuseMissingFolder(config)
  const hooks = new InitHooks({ folders: config.initFolder, log, strictFiles: config.strictInitFiles })
  let emulator: Emulator | undefined
  const environment = () => hookEnvironment(process.env, emulator?.addresses ?? listenAddresses(config), config.region)
  stopOnSignals(hooks, environment, () => emulator)
  await hooks.run('BOOT', environment())
  const onRestart = () => void hooks.again(environment())
  emulator = await emulatorOf(config, configFile?.declared, log, hooks, onRestart)
  for (const notice of [...warnings, ...emulator.notices]) log.warn(notice)
  process.stdout.write(`${banner(config, emulator, localstackNames)}\n`)
  await hooks.run('START', environment())
  await hooks.run('READY', environment())
  if (hooks.ending) return
  process.stdout.write('Ready.\n')
}

const severityMeanings: Readonly<Record<string, Meaning>> = { error: 'wrong', warn: 'waiting', debug: 'aside' }

function severityWord(severity: LogLevel): string {
  const meaning = severityMeanings[severity]
  return meaning === undefined ? severity : coloured('stderr', meaning, severity)
}

/** The default folders can be missing. */
function refuseMissingFolder({ initFolder }: Config): void {
  if (initFolder === defaultConfig.initFolder) return
  const missing = initFolder.find((folder) => !statSync(folder, { throwIfNoEntry: false })?.isDirectory())
  if (missing !== undefined)
    throw new CommandFailure(
      exitCodes.badOption,
      `--init-folder: ${missing} is not a folder; create it, or name another`,
    )
}

async function emulatorOf(
  config: Config,
  declared: Declared | undefined,
  log: Log,
  hooks: InitHooks,
  onRestart: () => void,
): Promise<Emulator> {
  try {
    return await startEmulator({
      config,
      declared,
      log,
      initStages: hooks,
      onKill: () => void process.emit('SIGTERM', 'SIGTERM'),
      onRestart,
    })
  } catch (error) {
    if (error instanceof ListenFailure) throw new CommandFailure(exitCodes.portInUse, error.message)
    if (error instanceof KeysUnreadable || error instanceof CertificateUnreadable || error instanceof ConfigUnreadable)
      throw new CommandFailure(exitCodes.badOption, error.message)
    if (error instanceof StoreUnreadable) throw new CommandFailure(exitCodes.dataUnusable, error.message)
    throw error
  }
}

function stopOnSignals(hooks: InitHooks, environment: () => Environment, started: () => Emulator | undefined): void {
  process.once('exit', () => hooks.kill())
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(signalCodes[signal])
      stopping = true
      const emulator = started()
      if (!emulator) process.exit(signalCodes[signal])
      const stopped = hooks.stop(environment()).then(() => emulator.stop())
      stopped.then(
        () => process.exit(codeOfEnd(emulator)),
        (error: unknown) => process.exit(codeOfFailure(error)),
      )
    })
  }
}

function codeOfFailure(error: unknown): number {
  if (error instanceof StoreFailure) return notSaved(error.message)
  remark(`twinmq could not stop cleanly: ${String(error)}`)
  return exitCodes.failed
}

/** A stop saves everything again, so an earlier disk error is over if that works. */
function codeOfEnd({ broker }: Emulator): number {
  const { health } = broker
  if (health.status === 'ready') return exitCodes.done
  return notSaved(health.reason)
}

function notSaved(reason: string): number {
  remark(`stopped, but changes could not be saved: ${reason}`)
  return exitCodes.notWritten
}

function banner(config: Config, emulator: Emulator, localstackNames: readonly string[]): string {
  const urls = emulator.addresses.map(({ host, port }) => `http://${urlHost(host)}:${port}`)
  return [
    ...(process.env.TWINMQ_IMAGE ? [`LocalStack version: ${version}`] : []),
    `twinmq ${version}`,
    `  Amazon SQS   ${urls.join('  ')}`,
    `  Alibaba MNS  ${urls.join('  ')}`,
    `  ${stateLine(emulator)}`,
    ...(config.clock === 'manual'
      ? [`  Clock        stands at ${new Date(emulator.broker.clock.nowMs()).toISOString()}; move it at /_twinmq/clock`]
      : []),
    ...(localstackNames.length > 0 ? [`  LocalStack   ${localstackLine(config, localstackNames)}`] : []),
  ].join('\n')
}

/** The variables of LocalStack that are in use. Its host matters little if queue URLs use the host of the request. */
function localstackLine({ sqsEndpointStrategy, publicUrl }: Config, names: readonly string[]): string {
  const idle = sqsEndpointStrategy === 'caller' || sqsEndpointStrategy === 'dynamic' || publicUrl !== undefined
  const said = names.map((name) =>
    idle && /^(?:LOCALSTACK_HOST|HOSTNAME_EXTERNAL)$/.test(name)
      ? `${name} (for requests without a Host; queue URLs have ${publicUrl ?? 'the host of the request'})`
      : name,
  )
  return `took effect: ${said.join(', ')}`
}

function stateLine({ broker, dataFile }: Emulator): string {
  if (dataFile === undefined) return 'State        in memory; it is lost when twinmq stops'
  const { queues, messages } = broker.totals
  const shown = relative('', dataFile)
  const place = shown.startsWith('..') ? dataFile : shown
  const found = queues > 0 ? `: ${counted(queues, 'queue')}, ${counted(messages, 'message')}` : ''
  return `State        ${place}${found}; to start empty, use --memory or delete ${startEmpty(place)}`
}

/** A twinmq that was killed leaves its journal next to the file, so both must be deleted. The default folder holds nothing else. */
function startEmpty(place: string): string {
  return place === defaultConfig.data ? dirname(place) : `${place}*`
}
