import { resolve } from 'node:path'
import { mnsAdapter } from '../../protocols/mns/adapter.ts'
import { notificationBody } from '../../protocols/mns/push.ts'
import type { AccessKey } from '../../protocols/signing/keys.ts'
import { sqsAdapter } from '../../protocols/sqs/adapter.ts'
import { stsAdapter } from '../../protocols/sts/adapter.ts'
import { type AdminOptions, adminApi, adminPath, certificatePath } from '../admin/api.ts'
import { emptinessText } from '../admin/emptiness-text.ts'
import type { Running } from '../admin/running.ts'
import { Broker } from '../broker/broker.ts'
import type { Clock } from '../broker/clock.ts'
import { ClockControl } from '../broker/clock-control.ts'
import type { PushSender } from '../broker/deliveries.ts'
import { whyEmpty } from '../broker/emptiness.ts'
import { RunIds } from '../broker/random.ts'
import { type ListenAddress, listenAddresses } from '../config/addresses.ts'
import type { Declared } from '../config/config-file.ts'
import { readKeys } from '../config/keys-file.ts'
import type { Config } from '../config/options.ts'
import type { QueueAddress } from '../core/model.ts'
import type { State } from '../core/state.ts'
import { localstackApi } from '../localstack/api.ts'
import { corsRules } from '../localstack/cors.ts'
import type { InitStages } from '../localstack/init-state.ts'
import type { Log } from '../log.ts'
import { createApp } from '../server/app.ts'
import { Dispatcher } from '../server/dispatch.ts'
import { type Listening, listen } from '../server/listen.ts'
import { PushClient } from '../server/push-client.ts'
import { lazySigningKey, type SigningKey } from '../server/tls/certificate.ts'
import { FileStore } from '../store/file-store.ts'
import type { FileSystem } from '../store/file-system.ts'
import { MemoryStore } from '../store/memory-store.ts'
import type { Store } from '../store/store.ts'
import { version } from '../version.ts'
import { type Fixture, fixtureFile } from './fixtures.ts'
import { Documents } from './live-documents.ts'
import { corsOptions, localstackOptions, namedHosts, ownHost, rulesOf, secureBy, sqsOptions } from './options.ts'
import { begin, clockOf, documentContext, manualStartMs, systemClock } from './starting-state.ts'

/** What an emulator is made with. */
type EmulatorOptions = {
  readonly config: Config
  readonly log: Log
  /** What an empty state begins with; absent: the files that the configuration names. */
  readonly fixtures?: readonly Fixture[]
  /** What a config file lists: made where it is missing. */
  readonly declared?: Declared | undefined
  /** Pushes of topics that are due stay due: for work on a state at rest. */
  readonly holdPushes?: boolean
  /** Scripts of the start and the stop, as `/_localstack/init` shows them; absent: no scripts. */
  readonly initStages?: InitStages
  /** Ends the program on request of `/_localstack/health`; absent: only this emulator stops. */
  readonly onKill?: () => void
  /** Called when it has begun anew, as `/_localstack/health` was asked to. */
  readonly onRestart?: () => void
  /** Absent: the disk of this machine. */
  readonly fileSystem?: FileSystem
}

/** A running twinmq. */
export type Emulator = {
  readonly port: number
  readonly hosts: readonly string[]
  /** Where it listens; the first address gives `port`. */
  readonly addresses: readonly ListenAddress[]
  readonly broker: Broker
  readonly clock: ClockControl
  /** What was noticed while the state was read, one line each. */
  readonly notices: readonly string[]
  /** Absolute path of the state file; undefined: in memory. */
  readonly dataFile: string | undefined
  /** Keys to check signatures with; undefined: signatures are not checked. */
  readonly keys: readonly AccessKey[] | undefined
  readonly running: Running
  /** Answers open requests, saves, and releases the file and the port. */
  stop(): Promise<void>
}

/** Real time that a stop may take to fold the journal into the file; after that both files stay, which is as good. */
const foldWithinMs = 8_000
/** Real time that answers in hand have to reach their clients at a stop. */
const cutAfterMs = 500

/**
 * Chooses the implementations and starts them. Listens first, so that early calls are told to come again, then reads
 * the state. Rejects with `KeysUnreadable`, `CertificateUnreadable`, `ListenFailure` or `StoreUnreadable`; then nothing
 * is left running.
 */
export async function startEmulator(options: EmulatorOptions): Promise<Emulator> {
  const { config, log, fixtures = config.fixture.map(fixtureFile) } = options
  const keys = config.auth === undefined ? undefined : await readKeys(config.auth)
  const secure = await secureBy(config)
  let running: Running | undefined
  const dataFile = config.memory ? undefined : resolve(config.data)
  const standsAtMs = manualStartMs(config)
  const nowMs = (): number => running?.broker.clock.nowMs() ?? standsAtMs ?? Date.now()
  const store = storeOf(config, dataFile, nowMs, options.fileSystem)
  const ids = new RunIds(config.seed)
  let listening: Listening | undefined
  const port = (): number => listening?.port ?? config.port
  const dispatcher = new Dispatcher(adaptersOf(config, log, nowMs, ids, keys, port), log)
  const signingKey = lazySigningKey()
  let ended: Promise<void> | undefined
  const end = async (): Promise<void> => {
    if (listening && running) ended ??= stop(listening, running.broker)
    await ended
  }
  const app = createApp({
    dispatcher,
    admin: adminApi(adminOptions(config, log, dataFile, signingKey, () => running)),
    localstack: localstackApi(
      localstackOptions(config, fixtures.length > 0, {
        running: () => running,
        calls: dispatcher,
        initStages: options.initStages,
        kill: options.onKill ?? (() => void end()),
        restarted: options.onRestart ?? (() => {}),
        log,
      }),
    ),
    cors: corsRules(corsOptions(config, () => listening?.addresses.map((address) => address.port) ?? [])),
    localstackHeader: !config.noLocalstackHeader,
    publicUrl: config.publicUrl,
    ownHost: () => ownHost({ ...config, host: listening?.hosts ?? config.host }, port()),
    manualNowMs: () => (running?.broker.clock.mode === 'manual' ? running.broker.clock.nowMs() : undefined),
    stopping: () => ended !== undefined,
  })
  listening = await listen(listenAddresses(config), app.handle, app.refuse, secure)
  try {
    const begun = await begin(store, config, fixtures, standsAtMs, options.declared, log)
    const { state, notices } = begun
    const pushes = options.holdPushes ? heldPushes : pushesOf(config, log, signingKey, port, nowMs, ids)
    const made = runningOf(config, log, fixtures, state, store, ids, pushes, clockOf(state, begun.standsAtMs, log))
    if (config.seed !== undefined) await made.broker.run({ kind: 'startRun' }, () => {})
    ids.begin(state.starts)
    running = made
    dispatcher.open(running.broker, config.logLevel === 'debug' ? explainer(running) : undefined)
    const { broker, clock } = running
    const { hosts, addresses } = listening
    return { running, port: port(), hosts, addresses, broker, clock, notices, dataFile, keys, stop: end }
  } catch (error) {
    await listening.close(0)
    await store.close()
    throw error
  }
}

function storeOf(
  config: Config,
  dataFile: string | undefined,
  nowMs: () => number,
  fileSystem: FileSystem | undefined,
): Store {
  if (dataFile === undefined) return new MemoryStore(config.namespace)
  const { durability, namespace, verifyData: verify } = config
  return new FileStore({ file: dataFile, durability, namespace, verify, nowMs, ...(fileSystem && { fileSystem }) })
}

function adaptersOf(
  config: Config,
  log: Log,
  nowMs: () => number,
  ids: RunIds,
  keys: readonly AccessKey[] | undefined,
  port: () => number,
) {
  const options = {
    defaultAccount: config.account,
    defaultRegion: config.region,
    namespace: config.namespace,
    strict: config.strict,
    ...sqsOptions(config, port),
    nowMs,
    nextRequestId: () => ids.answers.next(),
    warn: log.warn,
    info: log.info,
    ...(keys && { authentication: { keys, realNowMs: Date.now } }),
  }
  return [mnsAdapter(options), stsAdapter(options), sqsAdapter(options)]
}

/** Ends no try, so that each is made again by whoever starts with that state. */
const heldPushes: PushSender = { send: () => new Promise(() => {}) }

function pushesOf(
  config: Config,
  log: Log,
  signingKey: () => Promise<SigningKey>,
  port: () => number,
  nowMs: () => number,
  ids: RunIds,
): PushSender {
  return new PushClient({
    signingKey,
    certificateUrl: () => `${config.publicUrl ?? `http://127.0.0.1:${port()}`}${adminPath}${certificatePath}`,
    nowMs,
    nextRequestId: () => ids.pushes.next(),
    anywhere: config.pushAnywhere,
    warn: log.warn,
  })
}

function adminOptions(
  config: Config,
  log: Log,
  dataFile: string | undefined,
  signingKey: () => Promise<SigningKey>,
  running: () => Running | undefined,
): AdminOptions {
  return {
    running,
    version,
    durability: config.memory ? 'memory' : config.durability,
    dataFile: dataFile ?? null,
    allowedHosts: [...config.allowHost, ...namedHosts(config)],
    log,
    certificate: async () => (await signingKey()).certificate,
  }
}

function runningOf(
  config: Config,
  log: Log,
  fixtures: readonly Fixture[],
  state: State,
  store: Store,
  ids: RunIds,
  pushes: PushSender,
  startClock: Clock,
): Running {
  const broker = new Broker({
    state,
    store,
    clock: startClock,
    rules: { ...rulesOf(config), notificationBody },
    pushes,
    ...(config.seed !== undefined && { seed: config.seed }),
    warn: log.warn,
    onSubscribed: (topic, { name, settings }) => {
      if (settings.endpoint.kind !== 'unsupported') return
      log.warn(
        `subscription ${name} of topic ${topic.address.name}: twinmq delivers nothing to ${settings.endpointText}`,
      )
    },
    onHealth: (health) => {
      if (health.status === 'ready') log.warn('changes are saved again')
      else
        log.error(
          `changes cannot be saved, so they are refused; the outcome of those under way is open; reads go on: ${health.reason}`,
        )
    },
  })
  const clock = new ClockControl(broker)
  const documents = new Documents({
    broker,
    clock,
    fixtures,
    manualStartMs: config.now,
    context: (nowMs) => documentContext(config, nowMs),
    systemClock: (next) => systemClock(next, log),
    restarted: () => ids.begin(state.starts),
    backUp: (state) => store.backUp(state),
    warn: log.warn,
  })
  return {
    broker,
    clock,
    get start() {
      return state.starts
    },
    resetToFixture: () => documents.resetToFixture(),
    snapshot: (times) => documents.snapshot(times),
    load: (document, merge) => documents.load(document, merge),
    defaults: { account: config.account, region: config.region },
    whyEmpty: (queue) => whyEmpty(state, queue, broker.clock.nowMs()),
    reset: async () => {
      const done = await broker.reset()
      if (!done.ok) return done.refusal.kind === 'storageUnavailable' ? done.refusal.reason : done.refusal.kind
      ids.begin(state.starts)
      if (broker.clock.mode === 'system') await clock.useSystem()
      else if (config.now !== undefined) await clock.set(config.now)
      return undefined
    },
  }
}

function explainer({ whyEmpty }: Running): (queue: QueueAddress) => string | undefined {
  return (queue) => emptinessText(queue, whyEmpty(queue))
}

async function stop(listening: Listening, broker: Broker): Promise<void> {
  broker.endPolls()
  await listening.close(cutAfterMs)
  await broker.stop(foldWithinMs)
}
