import type { LoadFailure, Running } from '../admin/running.ts'
import { reachableHost, urlHost } from '../config/addresses.ts'
import { KeysUnreadable } from '../config/keys-file.ts'
import { type Config, completeConfig, defaultConfig } from '../config/options.ts'
import { StoreUnreadable } from '../document/unreadable.ts'
import { type Emulator, startEmulator } from '../emulator/emulator.ts'
import { type Fixture, fixtureFile, fixtureValue } from '../emulator/fixtures.ts'
import { silentLog } from '../log.ts'
import { ListenFailure } from '../server/listen.ts'
import { CertificateUnreadable } from '../server/tls/identity.ts'
import { durationProblem, parseDuration, parseInstant } from '../text/time.ts'
import { clientSettingsOf } from './client-settings.ts'
import { TwinmqError, type TwinmqErrorCode } from './errors.ts'
import type { TwinmqOptions } from './options.ts'
import { queueViewOf } from './queue-view.ts'
import type { SnapshotDocument } from './snapshot-document.ts'
import type { Twinmq, TwinmqClock } from './twinmq.ts'

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
  const view = queueViewOf(running)
  return {
    url,
    ...clientSettingsOf(url, config, emulator, view),
    ...view,
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

/** For the command alone: the library prints nothing, runs no scripts, and is in memory without `data`. */
const notForLibrary: ReadonlySet<string> = new Set<Exclude<keyof Config, keyof TwinmqOptions>>([
  'memory',
  'listen',
  'initFolder',
  'logLevel',
  'logFormat',
  'services',
  'eagerServices',
  'noLocalstackHeader',
])

function configOf({ fixture: _, ...options }: TwinmqOptions): Config {
  const unknown = Object.keys(options).find((key) => !Object.hasOwn(defaultConfig, key) || notForLibrary.has(key))
  if (unknown !== undefined) throw new TwinmqError('badOption', problemOfOption(unknown))
  const { now, ...rest } = options
  const memory = options.data === undefined
  const nowMs = now === undefined ? undefined : instant(now, 'badOption')
  const complete = completeConfig({ port: 0, ...rest, memory, ...(nowMs !== undefined && { now: nowMs }) })
  if ('problem' in complete) throw new TwinmqError('badOption', complete.problem)
  return complete.config
}

function problemOfOption(name: string): string {
  if (name === 'memory') return 'there is no option memory here: the state is in memory where `data` is left out'
  if (name === 'listen') return 'there is no option listen here: use host and port'
  return notForLibrary.has(name) ? `${name} is an option of the command alone` : `there is no option ${name}`
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
