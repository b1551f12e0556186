import type { LoadFailure } from './admin/running.ts'
import { type Config, completeConfig, defaultConfig } from './config.ts'
import { startEmulator } from './emulator.ts'
import { type Fixture, fixtureFile, fixtureValue } from './fixtures.ts'
import { silentLog } from './log.ts'
import { parseDuration, parseInstant } from './time-text.ts'

type NotForLibrary = 'memory' | 'logLevel' | 'logFormat'
const notForLibrary: ReadonlySet<string> = new Set<NotForLibrary>(['memory', 'logLevel', 'logFormat'])

/** How a twinmq in this process is set up: what the command takes as flags, with a state in memory and a free port unless said otherwise. */
export type TwinmqOptions = {
  readonly [K in Exclude<keyof Config, NotForLibrary | 'now' | 'fixture'>]?: Config[K] | undefined
} & {
  /** Where a manual clock starts: ISO 8601, epoch milliseconds or a Date. Implies `clock: 'manual'`. */
  readonly now?: string | number | Date | undefined
  /** What an empty state begins with: paths of snapshot files, or documents themselves; several are added up. */
  readonly fixture?: string | SnapshotDocument | readonly (string | SnapshotDocument)[] | undefined
}

/** A snapshot or fixture: the document that `twinmq snapshot schema` describes. */
export type SnapshotDocument = {
  readonly queues?: readonly { readonly name: string; readonly [member: string]: unknown }[]
  readonly topics?: readonly { readonly name: string; readonly [member: string]: unknown }[]
  readonly [member: string]: unknown
}

/** A twinmq that runs in this process. */
export type Twinmq = {
  /** `http://127.0.0.1:<port>`: the endpoint of both clouds. */
  readonly url: string
  /** What an SQS client is made with; where signatures are checked, with the first key that is good for it. */
  sqs(): {
    endpoint: string
    region: string
    credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string }
  }
  /** What an MNS client is made with; where signatures are checked, with the first key that is good for it. */
  mns(): {
    endpoint: string
    accountId: string
    region: string
    accessKeyId: string
    accessKeySecret: string
    securityToken?: string
  }
  readonly clock: TwinmqClock
  /** The whole state; `relative`: with times as they lie from now, good for a fixture. */
  snapshot(times?: 'absolute' | 'relative'): Promise<SnapshotDocument>
  /** Puts a document, or that of a file, in the place of the state; `merge`: adds it. Rejects, with nothing changed, when it is no good. */
  load(document: string | SnapshotDocument, options?: { readonly merge?: boolean }): Promise<void>
  /** Empties the state; `fixture`: puts what it began with in its place. */
  reset(to?: 'fixture'): Promise<void>
  /** Ends it; open long polls are answered empty. */
  stop(): Promise<void>
}

/** The clock. Durations are milliseconds or text such as `30s`; moves resolve when all that became due has been done. */
export type TwinmqClock = {
  /** Epoch milliseconds. */
  now(): number
  /** Stops at the present. */
  freeze(): Promise<void>
  /** Moves on. Throws on the system clock. */
  advance(duration: number | string): Promise<void>
  /** Moves to an instant, back only while no message exists. Throws on the system clock. */
  set(instant: number | string | Date): Promise<void>
  /** Moves to the next instant at which something becomes due, if there is one. Throws on the system clock. */
  next(): Promise<void>
  /** Goes on with the time of the machine. */
  useSystem(): Promise<void>
}

/**
 * Starts a twinmq in this process. Reads no variables or files of its own accord, installs no signal handler, prints
 * nothing and leaves globals as they were. Rejects when an option, the port or the data file is no good.
 */
export async function startTwinmq(options: TwinmqOptions = {}): Promise<Twinmq> {
  const unknown = Object.keys(options).find((key) => !(key in defaultConfig) || notForLibrary.has(key))
  if (unknown !== undefined) throw new TypeError(`there is no option ${unknown}`)
  const { now, fixture = [], ...rest } = options
  const memory = options.data === undefined
  const nowMs = now === undefined ? undefined : instant(now)
  const complete = completeConfig({ port: 0, ...rest, memory, ...(nowMs !== undefined && { now: nowMs }) })
  if ('problem' in complete) throw new TypeError(complete.problem)
  const { config } = complete
  const fixtures = [fixture].flat().map(fixtureOf)
  const emulator = await startEmulator({ config, log: silentLog, fixtures, replaceGlobals: false })
  const { running } = emulator
  const url = `http://${urlHost(emulator.hosts[0]!)}:${emulator.port}`
  const { account, region } = config
  const anyKey = { accessKeyId: account, secret: 'twinmq', account, sessionToken: undefined }
  const keyFor = (cloud: string) => emulator.keys?.find((key) => key.cloud === cloud) ?? anyKey
  return {
    url,
    sqs() {
      const { accessKeyId, secret, sessionToken } = keyFor('aws')
      const token = sessionToken !== undefined && { sessionToken }
      return { endpoint: url, region, credentials: { accessKeyId, secretAccessKey: secret, ...token } }
    },
    mns() {
      const { accessKeyId, secret, sessionToken, account: accountId } = keyFor('alibaba')
      const token = sessionToken !== undefined && { securityToken: sessionToken }
      return { endpoint: url, accountId, region, accessKeyId, accessKeySecret: secret, ...token }
    },
    clock: clockOf(emulator),
    async snapshot(times = 'absolute') {
      return JSON.parse(Buffer.concat(await running.snapshot(times)).toString('utf8'))
    },
    async load(document, { merge = false } = {}) {
      refused(await running.load(fixtureOf(document).bytes(), merge))
    },
    async reset(to) {
      if (to === 'fixture') return refused(await running.resetToFixture())
      const failure = await running.reset()
      if (failure !== undefined) throw new Error(failure)
    },
    stop: emulator.stop,
  }
}

function fixtureOf(fixture: string | SnapshotDocument): Fixture {
  return typeof fixture === 'string' ? fixtureFile(fixture) : fixtureValue(fixture)
}

function refused(failure: LoadFailure | undefined): void {
  if (failure !== undefined) throw new Error(failure.message)
}

function clockOf({ broker, clock }: Awaited<ReturnType<typeof startEmulator>>): TwinmqClock {
  const moved = async (move: Promise<string | undefined>): Promise<void> => {
    const conflict = await move
    if (conflict === 'clockIsSystem') throw new Error('the clock runs by itself: freeze() it first')
    if (conflict === 'messagesExist') throw new Error('the clock goes back only while no message exists: reset() first')
  }
  return {
    now: () => broker.clock.nowMs(),
    freeze: () => moved(clock.freeze()),
    advance: async (duration) => moved(clock.advance(milliseconds(duration))),
    set: async (to) => moved(clock.set(instant(to))),
    next: () => moved(clock.next()),
    useSystem: () => moved(clock.useSystem()),
  }
}

function milliseconds(duration: number | string): number {
  const parsed = parseDuration(duration)
  if (parsed === undefined) throw new TypeError(`'${duration}' is not a duration such as 250 or '1h30m'`)
  return parsed
}

function instant(value: number | string | Date): number {
  const parsed = parseInstant(value instanceof Date ? value.getTime() : value)
  if (parsed === undefined)
    throw new TypeError(
      `'${value}' is not an instant of the years 1970 to 2199, as ISO 8601 text or epoch milliseconds`,
    )
  return parsed
}

function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
