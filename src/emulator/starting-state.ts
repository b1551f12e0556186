import { type Clock, ManualClock, SystemClock } from '../broker/clock.ts'
import { freshSeed } from '../broker/random.ts'
import type { Declared } from '../config/config-file.ts'
import type { Config } from '../config/options.ts'
import { SeededRandom } from '../core/random.ts'
import { replaceState } from '../core/replace-state.ts'
import type { State } from '../core/state.ts'
import type { DocumentContext } from '../document/reading.ts'
import type { Log } from '../log.ts'
import type { Loaded, Store } from '../store/store.ts'
import { addDeclared } from './declared-queues.ts'
import { type Fixture, readFixtures } from './fixtures.ts'

/** What a twinmq begins with, and where a manual clock is to stand then; undefined: time passes by itself. */
type Begun = Omit<Loaded, 'completed'> & { readonly standsAtMs: number | undefined }

/**
 * Reads the state, or what an empty one begins with, and adds what a config file lists and it lacks. `standsAtMs`: see
 * `manualStartMs`. Rejects with `StoreUnreadable` or `ConfigUnreadable`.
 */
export async function begin(
  store: Store,
  config: Config,
  fixtures: readonly Fixture[],
  standsAtMs: number | undefined,
  declared?: Declared,
  log?: Pick<Log, 'debug'>,
): Promise<Begun> {
  const loaded = await loadOrBegin(store, config, fixtures, standsAtMs)
  if (!declared) return loaded
  const { state } = loaded
  const made = await addDeclared(state, declared, documentContext(config, startMs(state, loaded.standsAtMs)))
  if (made.changed) await store.saveSnapshot(state, { anew: true })
  for (const line of made.lines) log?.debug(line)
  return { ...loaded, notices: [...loaded.notices, ...made.notices] }
}

async function loadOrBegin(
  store: Store,
  config: Config,
  fixtures: readonly Fixture[],
  standsAtMs: number | undefined,
): Promise<Begun> {
  const { state, notices, completed } = await store.load()
  const empty = state.queues.size === 0 && state.topics.byId.size === 0
  if (fixtures.length === 0 || !empty) {
    // What was filled in must be the same at the next start.
    if (completed) await store.saveSnapshot(state)
    return { state, notices: fixtures.length === 0 ? notices : [...notices, fixtureLeft(fixtures)], standsAtMs }
  }
  const nowMs = startMs(state, standsAtMs)
  const read = await readFixtures(fixtures, documentContext(config, nowMs))
  replaceState(state, read.state)
  await store.saveSnapshot(state, { anew: true })
  return { state, notices: [...notices, ...read.notices], standsAtMs: standsAtMs === undefined ? undefined : nowMs }
}

function fixtureLeft(fixtures: readonly Fixture[]): string {
  const names = fixtures.map(({ name }) => name).join(', ')
  return `the state is not empty, so ${names} was not loaded; POST /_twinmq/reset?to=fixture replaces the state by it`
}

/** How documents are read at an instant. Without a seed each load makes up other ids. */
export function documentContext(config: Config, nowMs: number): DocumentContext {
  const seed = config.seed ?? freshSeed()
  return {
    namespace: config.namespace,
    defaults: { account: config.account, region: config.region },
    nowMs,
    random: (stream) => new SeededRandom(seed, stream),
  }
}

/**
 * Where a manual clock is to stand at the start, epoch milliseconds; undefined: time passes by itself. It is read once,
 * so that times which are relative to the start count from the very instant that the clock shows.
 */
export function manualStartMs({ clock, now }: Config): number | undefined {
  return clock === 'manual' ? (now ?? Date.now()) : undefined
}

/**
 * Time never runs backwards across a restart: a manual clock starts no earlier than the last change, and the system
 * clock stays ahead of the machine's time while there are messages of a time yet to come.
 */
export function clockOf(state: State, standsAtMs: number | undefined, log: Log): Clock {
  return standsAtMs === undefined ? systemClock(state, log) : new ManualClock(startMs(state, standsAtMs))
}

/** The instant at which work begins, epoch milliseconds. */
function startMs({ changedAtMs }: State, standsAtMs: number | undefined): number {
  return standsAtMs === undefined ? Date.now() : Math.max(standsAtMs, changedAtMs)
}

/** The clock that goes with a state when time passes by itself. */
export function systemClock({ queues, changedAtMs }: State, log: Log): Clock {
  const holdsMessages = [...queues.values()].some(({ messages }) => messages.size > 0)
  const aheadMs = holdsMessages ? Math.max(0, changedAtMs - Date.now()) : 0
  if (aheadMs > 1_000)
    log.warn(
      `the state was last changed at ${new Date(changedAtMs).toISOString()}, which is in the future: the clock continues from there until the messages are gone or reset`,
    )
  return new SystemClock(aheadMs)
}
