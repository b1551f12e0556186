import type { Emptiness, MessageCounts, MessageSeen, QueueLooks } from './admin/queue-looks.ts'
import type { LoadFailure, Running } from './admin/running.ts'
import { reachableHost, urlHost } from './config/addresses.ts'
import { KeysUnreadable } from './config/keys-file.ts'
import { type Config, completeConfig } from './config/options.ts'
import { StoreUnreadable } from './document/unreadable.ts'
import { type Emulator, startEmulator } from './emulator/emulator.ts'
import { type Fixture, fixtureFile, fixtureValue } from './emulator/fixtures.ts'
import { clientSettingsOf } from './library/client-settings.ts'
import { looksOf } from './library/looks.ts'
import { type DocumentMessage, type DurationText, type LibraryOptions, problemOfName } from './library/options.ts'
import { silentLog } from './log.ts'
import { ListenFailure } from './server/listen.ts'
import { CertificateUnreadable } from './server/tls/identity.ts'
import { durationProblem, parseDuration, parseInstant } from './text/time.ts'

/** How a twinmq in this process is set up. Options of the command of the same name mean the same; all have a default. */
export type TwinmqOptions = LibraryOptions & {
  /** What an empty state begins with: paths of files, JSON or YAML by their name, or documents themselves; several are added up. */
  readonly fixture?: string | SnapshotDocument | readonly (string | SnapshotDocument)[] | undefined
  /** Where a manual clock starts: ISO 8601, epoch milliseconds or a Date. Implies `clock: 'manual'`. */
  readonly now?: string | number | Date | undefined
}

/** A snapshot or fixture: the document that `twinmq snapshot schema` describes. */
export type SnapshotDocument = {
  readonly queues?: readonly {
    readonly name: string
    readonly messages?: readonly DocumentMessage[]
    readonly [member: string]: unknown
  }[]
  readonly topics?: readonly { readonly name: string; readonly [member: string]: unknown }[]
  readonly [member: string]: unknown
}

/** What an SQS client is made with, such as `new SQSClient({ ...twinmq.sqs() })`. */
export type SqsSettings = {
  endpoint: string
  region: string
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string }
}

/** What an MNS client is made with, such as `new Client(accountId, { ...twinmq.mns() })` of `@alicloud/mns`. */
export type MnsSettings = {
  endpoint: string
  accountId: string
  region: string
  accessKeyId: string
  accessKeySecret: string
  securityToken?: string
}

/** Whose queues a client sees; what is left out is that of the twinmq. */
export type TwinmqPlace = {
  /** 12 digits; MNS takes up to 16. */
  readonly account?: string | undefined
  readonly region?: string | undefined
}

/** How many messages a queue holds. */
export type QueueCounts = MessageCounts
/** A message, as one sees it that does not receive it. */
export type PeekedMessage = MessageSeen
/** Why a receive from a queue comes back empty. */
export type WhyEmpty = Emptiness

/** One account: clients made with its settings see its queues and topics, and no others. Looks at queues are from there. */
export type TwinmqAccount = QueueLooks & {
  /** 12 digits. */
  readonly account: string
  /** Region of `sqs()`. */
  readonly region: string
  /** What an SQS client of this account is made with. */
  sqs(): SqsSettings
  /** What an MNS client of this account is made with. MNS tells regions by host name, so here it has that of the twinmq. */
  mns(): MnsSettings
}

/** A twinmq that runs in this process. */
export type Twinmq = QueueLooks & {
  /** `http://127.0.0.1:<port>`: the endpoint of both clouds. */
  readonly url: string
  /** Account of callers that name none. */
  readonly account: string
  /** Region of callers that name none. */
  readonly region: string
  /** What an SQS client is made with; where signatures are checked, with the first key that is good for it. */
  sqs(place?: TwinmqPlace): SqsSettings
  /** What an MNS client is made with; where signatures are checked, with the first key that is good for it. */
  mns(place?: Pick<TwinmqPlace, 'account'>): MnsSettings
  /** An account that was not given out before, for a test that wants queues of its own. Throws where accounts do not part queues. */
  newAccount(place?: Pick<TwinmqPlace, 'region'>): TwinmqAccount
  readonly clock: TwinmqClock
  /** The whole state; `relative`: with times as they lie from now, good for a fixture. */
  snapshot(times?: 'absolute' | 'relative'): Promise<SnapshotDocument>
  /**
   * Puts a document, or that of a file (YAML if its name ends in .yaml or .yml), in the place of the state; `merge`: adds
   * it. Where `data` keeps the state, the one before goes to `backup`. Rejects, with nothing changed, when it is no good.
   */
  load(
    document: string | SnapshotDocument,
    options?: { readonly merge?: boolean },
  ): Promise<{ readonly backup: string | undefined }>
  /** Empties the state; `fixture`: puts what it began with in its place. */
  reset(to?: 'fixture'): Promise<void>
  /** Ends it; open long polls are answered empty. A second call waits for the first. */
  stop(): Promise<void>
  /** The same as `stop`, so that `await using` ends it with its block. */
  [Symbol.asyncDispose](): Promise<void>
}

/** How a twinmq for the tests of one file is set up. */
export type TestTwinmqOptions = TwinmqOptions & {
  /**
   * What each test begins with: an account of its own (the default), an empty state or the fixture (`reset`, the default
   * where a fixture, `namespace: 'shared'` or `auth` is given), or what the test before left (`nothing`).
   */
  readonly perTest?: 'account' | 'reset' | 'nothing' | undefined
}

/** A twinmq that starts before the tests of a file and ends after them. `sqs()` and `mns()` are of the account of the test that runs. */
export type TestTwinmq = Omit<Twinmq, 'stop' | typeof Symbol.asyncDispose>

/** How long, with a unit: `250ms`, `1.5s`, `30s`, `5m`, `12h`, `4d` and sums such as `1h30m`. */
export type TwinmqDuration = DurationText

/** The clock. Moves resolve when all that became due has been done. */
export type TwinmqClock = {
  /** Epoch milliseconds. */
  now(): number
  /** Stops at the present. */
  freeze(): Promise<void>
  /** Moves on. Throws on the system clock, and for a duration without a unit. */
  advance(duration: TwinmqDuration): Promise<void>
  /** Moves to an instant, back only while no message exists. Throws on the system clock. */
  set(instant: number | string | Date): Promise<void>
  /** Moves to the next instant at which something becomes due, if there is one. Throws on the system clock. */
  next(): Promise<void>
  /** Goes on with the time of the machine. */
  useSystem(): Promise<void>
}

/**
 * What went wrong: an option or argument that is no good, a queue that is not there, an address that cannot be listened on, a data file or fixture
 * that cannot be used, a document that was refused, a clock that cannot be moved so, a state that cannot be written down,
 * or a twinmq that does not run.
 */
export type TwinmqErrorCode =
  | 'badOption'
  | 'badArgument'
  | 'queueNotFound'
  | 'cannotListen'
  | 'dataUnusable'
  | 'documentRefused'
  | 'clockRefused'
  | 'notWritten'
  | 'notRunning'

/** Every error of this library that a caller can do something about. */
export class TwinmqError extends Error {
  override readonly name = 'TwinmqError'
  readonly code: TwinmqErrorCode

  constructor(code: TwinmqErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options)
    this.code = code
  }
}

/**
 * Starts a twinmq in this process. Reads no variables or files of its own accord, installs no signal handler, prints
 * nothing and leaves globals as they were. Rejects with `TwinmqError` when an option, the port or the data file is no good.
 */
export async function startTwinmq(options: TwinmqOptions = {}): Promise<Twinmq> {
  const config = configOf(options)
  const fixtures = [options.fixture ?? []].flat().map(fixtureOf)
  const emulator = await startEmulator({ config, log: silentLog, fixtures, replaceGlobals: false }).catch(startFailed)
  const url = `http://${urlHost(reachableHost(emulator.hosts[0]!))}:${emulator.port}`
  let stopped: Promise<void> | undefined
  const stop = (): Promise<void> => {
    stopped ??= emulator.stop()
    return stopped
  }
  const running = () => {
    if (stopped !== undefined) throw new TwinmqError('notRunning', 'this twinmq was stopped; start another')
    return emulator.running
  }
  const looks = looksOf(running, (code, problem) => new TwinmqError(code, problem))
  const callers = clientSettingsOf(url, config, emulator, looks, (problem) => new TwinmqError('badArgument', problem))
  return {
    url,
    ...callers,
    ...looks,
    clock: clockOf(emulator, running),
    async snapshot(times = 'absolute') {
      if (times !== 'absolute' && times !== 'relative') throw badArgument('times', times, "'absolute' or 'relative'")
      return JSON.parse(Buffer.concat(await running().snapshot(times)).toString('utf8'))
    },
    async load(document, { merge = false } = {}) {
      const { format, bytes } = fixtureOf(document)
      const { failure, backup } = await running().load({ format, bytes: bytes(config.namespace) }, merge)
      refused(failure)
      return { backup }
    },
    async reset(to) {
      if (to !== undefined && to !== 'fixture') throw badArgument('to', to, "'fixture', or left out")
      if (to === 'fixture') return refused(await running().resetToFixture())
      const failure = await running().reset()
      if (failure !== undefined) throw new TwinmqError('notWritten', failure)
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

function configOf({ fixture: _, ...options }: TwinmqOptions): Config {
  const [unknown] = Object.keys(options).flatMap((name) => problemOfName(name) ?? [])
  if (unknown !== undefined) throw new TwinmqError('badOption', unknown)
  const { now, ...rest } = options
  const memory = options.data === undefined
  const nowMs = now === undefined ? undefined : instant(now, 'badOption')
  const complete = completeConfig({ port: 0, ...rest, memory, ...(nowMs !== undefined && { now: nowMs }) })
  if ('problem' in complete) throw new TwinmqError('badOption', complete.problem)
  return complete.config
}

function startFailed(error: unknown): never {
  if (error instanceof ListenFailure) throw new TwinmqError('cannotListen', error.message, { cause: error })
  if (error instanceof KeysUnreadable) throw new TwinmqError('badOption', error.message, { cause: error })
  if (error instanceof CertificateUnreadable) throw new TwinmqError('badOption', error.message, { cause: error })
  if (error instanceof StoreUnreadable) throw new TwinmqError('dataUnusable', error.message, { cause: error })
  throw error
}

/** Callers without types may give anything. */
function badArgument(name: string, given: unknown, expected: string): TwinmqError {
  return new TwinmqError('badArgument', `${name}: ${expected} is expected, not ${JSON.stringify(given)}`)
}

function fixtureOf(fixture: string | SnapshotDocument): Fixture {
  if (typeof fixture !== 'string' && (typeof fixture !== 'object' || fixture === null))
    throw badArgument('document', fixture, 'a path or a document')
  return typeof fixture === 'string' ? fixtureFile(fixture) : fixtureValue(fixture)
}

function refused(failure: LoadFailure | undefined): void {
  if (failure === undefined) return
  throw new TwinmqError(failure.kind === 'storageUnavailable' ? 'notWritten' : 'documentRefused', failure.message)
}

function clockOf({ broker }: Emulator, running: () => Running): TwinmqClock {
  const moved = async (move: Promise<string | undefined>): Promise<void> => {
    const conflict = await move
    if (conflict === 'clockIsSystem')
      throw new TwinmqError('clockRefused', 'the clock runs by itself: freeze() it first')
    if (conflict === 'messagesExist')
      throw new TwinmqError('clockRefused', 'the clock goes back only while no message exists: reset() first')
  }
  return {
    now: () => broker.clock.nowMs(),
    freeze: async () => moved(running().clock.freeze()),
    advance: async (duration) => moved(running().clock.advance(milliseconds(duration))),
    set: async (to) => moved(running().clock.set(instant(to, 'badArgument'))),
    next: async () => moved(running().clock.next()),
    useSystem: async () => moved(running().clock.useSystem()),
  }
}

function milliseconds(duration: unknown): number {
  const parsed = typeof duration === 'string' ? parseDuration(duration) : undefined
  if (parsed === undefined) throw new TwinmqError('badArgument', `advance: ${durationProblem(duration)}`)
  return parsed
}

function instant(value: number | string | Date, code: TwinmqErrorCode): number {
  const parsed = parseInstant(value instanceof Date ? value.getTime() : value)
  if (parsed !== undefined) return parsed
  const form = 'an instant of the years 1970 to 2199, as ISO 8601 text or epoch milliseconds'
  throw new TwinmqError(code, `'${value}' is not ${form}`)
}
