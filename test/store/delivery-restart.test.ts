import { expect, test } from 'vitest'
import { Broker } from '../../src/broker/broker.ts'
import { ManualClock } from '../../src/broker/clock.ts'
import { ClockControl } from '../../src/broker/clock-control.ts'
import type { Command } from '../../src/core/commands/commands.ts'
import { noWaits } from '../support/given.ts'
import { FakePushes } from '../support/pushes.ts'
import { createTopic, publish, subscribe } from '../support/topics.ts'
import { FilePlace } from './file-place.ts'

const startMs = Date.UTC(2026, 0, 1)

/** One process after the other over the same files, each on a clock that is moved by hand. */
class Process {
  readonly pushes = new FakePushes()
  readonly #broker: Broker
  readonly #clock: ClockControl

  private constructor(options: Omit<ConstructorParameters<typeof Broker>[0], 'rules' | 'pushes'>) {
    this.#broker = new Broker({ ...options, rules: noWaits, pushes: this.pushes })
    this.#clock = new ClockControl(this.#broker)
  }

  static async start(place: FilePlace, nowMs: number): Promise<Process> {
    const store = place.open()
    const { state } = await store.load()
    return new Process({ state, store, clock: new ManualClock(nowMs), seed: 1 })
  }

  async work(...commands: readonly Command[]): Promise<void> {
    for (const command of commands) await this.#broker.run(command, () => {})
  }

  async advance(ms: number): Promise<void> {
    await this.#clock.advance(ms)
  }

  /** Ends with a snapshot. */
  stop(): Promise<void> {
    return this.#broker.stop(1_000)
  }

  /** Lets what was begun be done, and saves nothing: what is there then is the journal. */
  quiet(): Promise<void> {
    return this.#broker.quiet()
  }

  /** Instants of the tries so far, milliseconds since the start, and their numbers. */
  get tries(): readonly (readonly number[])[] {
    return this.#broker.deliveryLog.map(({ atMs, attempt }) => [atMs - startMs, attempt])
  }
}

/** A process whose push has failed at 0, 1 and 3 seconds; the next is due at 7. */
async function failing(place: FilePlace): Promise<Process> {
  const process = await Process.start(place, startMs)
  process.pushes.answer = () => ({ status: 500 })
  const settings = { strategy: 'exponentialDecay' } as const
  await process.work(createTopic('news'), subscribe('news', 'a', settings), publish('news', 'hello'))
  await process.advance(4_000)
  expect(process.tries).toEqual([
    [0, 1],
    [1_000, 2],
    [3_000, 3],
  ])
  return process
}

test.each(['stop', 'quiet'] as const)('retries go on where they were after a restart (%s)', async (end) => {
  const place = new FilePlace()
  await (await failing(place))[end]()
  const next = await Process.start(place, startMs + 4_000)
  next.pushes.answer = ({ delivery }) => ({ status: delivery.attempts < 4 ? 500 : 204 })
  await next.advance(2_999)
  expect(next.tries).toEqual([])
  await next.advance(86_400_000)
  expect(next.tries).toEqual([
    [7_000, 4],
    [15_000, 5],
  ])
  expect(next.pushes.sent.map(({ body }) => body)).toEqual(['hello', 'hello'])
  await next.stop()
  const last = await Process.start(place, startMs + 172_800_000)
  await last.quiet()
  expect(last.pushes.sent).toEqual([])
  await last.stop()
})

test('a retry that came due while twinmq was away is made at once', async () => {
  const place = new FilePlace()
  await (await failing(place)).stop()
  const next = await Process.start(place, startMs + 60_000)
  await next.quiet()
  expect(next.tries).toEqual([[60_000, 4]])
  await next.stop()
})

test('a push that was under way at a stop is made again after it', async () => {
  const place = new FilePlace()
  const first = await Process.start(place, startMs)
  first.pushes.answer = () => new Promise(() => {})
  await first.work(createTopic('news'), subscribe('news', 'a'), publish('news', 'hello'))
  await first.stop()
  expect(first.pushes.sent).toHaveLength(1)
  const next = await Process.start(place, startMs)
  await next.quiet()
  expect(next.tries).toEqual([[0, 1]])
  await next.stop()
})

test('what a topic has kept for a day is delivered no more, also when twinmq was away meanwhile', async () => {
  const place = new FilePlace()
  await (await failing(place)).stop()
  const next = await Process.start(place, startMs + 86_400_000)
  await next.quiet()
  expect(next.pushes.sent).toEqual([])
  await next.stop()
})
