import { expect, test } from 'vitest'
import { Broker } from '../../src/broker/broker.ts'
import { ManualClock } from '../../src/broker/clock.ts'
import { ClockControl } from '../../src/broker/clock-control.ts'
import type { Command, ReplyTo } from '../../src/core/command.ts'
import { noWaits } from '../support/given.ts'
import { FakePushes } from '../support/pushes.ts'
import { FilePlace } from './file-place.ts'
import { addressOf, create, redrive, send } from './worker.ts'

const startMs = Date.UTC(2026, 0, 1)

/** One process after the other over the same files, each on a clock that is moved by hand. */
class Process {
  readonly #broker: Broker
  readonly #clock: ClockControl

  private constructor(broker: Broker) {
    this.#broker = broker
    this.#clock = new ClockControl(broker)
  }

  static async start(place: FilePlace, nowMs: number): Promise<Process> {
    const store = place.open()
    const { state } = await store.load()
    const clock = new ManualClock(nowMs)
    return new Process(new Broker({ state, store, clock, rules: noWaits, pushes: new FakePushes(), seed: 1 }))
  }

  ask<C extends Command, T>(command: C, read: (reply: ReplyTo<C>) => T): Promise<T> {
    return this.#broker.run(command, (result) => {
      if (!result.ok) throw new Error(result.refusal.kind)
      return read(result.value)
    })
  }

  async work(...commands: readonly Command[]): Promise<void> {
    for (const command of commands) await this.ask(command, () => {})
  }

  async advance(ms: number): Promise<void> {
    await this.#clock.advance(ms)
  }

  stop(): Promise<void> {
    return this.#broker.stop(1_000)
  }

  /** Lets what was begun be done, and saves nothing: what is there then is the journal. */
  settled(): Promise<void> {
    return this.#broker.settled()
  }

  /** Status and figures of the only task. */
  get task(): Promise<readonly unknown[]> {
    return this.ask({ kind: 'listMoveTasks', source: addressOf('7'), limit: 10 }, (tasks) =>
      tasks.flatMap(({ status, moved, toMove }) => [status, moved, toMove]),
    )
  }

  get arrived(): Promise<readonly string[]> {
    return this.ask({ kind: 'peekMessages', queue: addressOf('invoices'), limit: 10, which: 'all' }, ({ messages }) =>
      messages.map(({ message }) => message.body),
    )
  }
}

const ways = { source: addressOf('7'), destination: addressOf('invoices') }

async function begun(place: FilePlace, ratePerSecond: number): Promise<Process> {
  const first = await Process.start(place, startMs)
  await first.work(create('7'), create('orders'), create('invoices'), redrive('orders', '7', 3))
  await first.work(send('7', 'a'), send('7', 'b'), send('7', 'c'), send('7', 'd'))
  await first.work({ kind: 'startMoveTask', ...ways, ratePerSecond })
  await first.advance(1_000)
  expect(await first.task).toEqual(['running', 2, 4])
  return first
}

test('a move task goes on where it was when twinmq is started again after a stop', async () => {
  const place = new FilePlace()
  await (await begun(place, 1)).stop()
  const next = await Process.start(place, startMs + 1_000)
  expect(await next.task).toEqual(['running', 2, 4])
  await next.advance(999)
  expect(await next.arrived).toEqual(['a', 'b'])
  await next.advance(1)
  expect(await next.arrived).toEqual(['a', 'b', 'c'])
  await next.advance(1_000)
  expect(await next.task).toEqual(['completed', 4, 4])
  expect(await next.arrived).toEqual(['a', 'b', 'c', 'd'])
  await next.stop()
})

test('a move task goes on after the death of the process, and makes up for the time between', async () => {
  const place = new FilePlace()
  await (await begun(place, 1)).settled()
  const next = await Process.start(place, startMs + 60_000)
  await next.settled()
  expect(await next.task).toEqual(['completed', 4, 4])
  expect(await next.arrived).toEqual(['a', 'b', 'c', 'd'])
  await next.stop()
})
