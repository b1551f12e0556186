import { Broker } from '../../src/broker/broker.ts'
import { ManualClock } from '../../src/broker/clock.ts'
import { ClockControl } from '../../src/broker/clock-control.ts'
import type { Command, ReplyTo } from '../../src/core/commands/commands.ts'
import { noWaits } from '../support/given.ts'
import { FakePushes } from '../support/pushes.ts'
import type { FilePlace } from './file-place.ts'
import { addressOf } from './worker.ts'

export const startMs = Date.UTC(2026, 0, 1)

/** One process after the other over the same files, each on a clock that is moved by hand. */
export class Process {
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

  /** Bodies of the messages of a queue: all of them as they came, or those that are ready in their order. */
  bodies(queue: string, which: 'all' | 'ready'): Promise<readonly string[]> {
    return this.ask({ kind: 'peekMessages', queue: addressOf(queue), limit: 100, which }, ({ messages }) =>
      messages.map(({ message }) => message.body),
    )
  }
}
