import { Broker } from '../../src/broker/broker.ts'
import type { BrokerOptions } from '../../src/broker/broker-options.ts'
import { ManualClock } from '../../src/broker/clock.ts'
import { ClockControl } from '../../src/broker/clock-control.ts'
import type { Requester } from '../../src/broker/requester.ts'
import type { MessagesPeeked, MessagesReceived, ReceiveMessages, SendMessage } from '../../src/core/commands/command.ts'
import type { Command, ReplyTo } from '../../src/core/commands/commands.ts'
import type { QueueSettings } from '../../src/core/model.ts'
import type { Result } from '../../src/core/refusal.ts'
import { emptyState, type State } from '../../src/core/state.ts'
import { FakeStore } from './fake-store.ts'
import { addressOf, endingOf, noWaits } from './given.ts'
import { FakePushes } from './pushes.ts'

/** Where the clock of a broker in a test starts, epoch milliseconds. */
export const startMs = Date.UTC(2026, 0, 1)

/** A requester that writes down what it is told, and when. */
export class TestCaller implements Requester {
  gone = false
  /** How it ended: `done` or the refusal. Undefined: not decided. */
  ending: string | undefined
  /** Bodies, for a receive. */
  bodies: string[] | undefined
  sent = false
  readonly #log: string[]
  readonly #name: string

  constructor(name: string, log: string[]) {
    this.#name = name
    this.#log = log
  }

  decided(result: Result<ReplyTo<Command>>): void {
    this.ending = endingOf(result)
    if (result.ok && 'messages' in result.value) this.bodies = bodiesOf(result.value.messages)
  }

  failed(reason: string): void {
    this.ending = `storageUnavailable: ${reason}`
  }

  released(): void {
    this.sent = true
    this.#log.push(this.#name)
  }

  /** What its client has: nothing as long as the answer is not released. */
  get answer(): string | string[] | undefined {
    if (!this.sent) return undefined
    return this.ending === 'done' && this.bodies ? this.bodies : this.ending
  }
}

/** A broker over a store and a clock that a test holds in its hands. */
export class TestBroker {
  readonly store = new FakeStore()
  readonly pushes = new FakePushes()
  readonly manual = new ManualClock(startMs)
  readonly broker: Broker
  readonly state: State
  readonly clock: ClockControl
  /** Names of those whose answer was released, in that order. */
  readonly releases: string[] = []
  /** What the broker said about its health. */
  readonly health: string[] = []
  /** Lines that people are warned with. */
  readonly warnings: string[] = []

  constructor(options: Partial<BrokerOptions> = {}) {
    this.state = options.state ?? emptyState('isolated')
    this.broker = new Broker({
      state: this.state,
      store: this.store,
      clock: this.manual,
      rules: noWaits,
      pushes: this.pushes,
      seed: 1,
      onHealth: ({ status }) => this.health.push(status),
      warn: (line) => this.warnings.push(line),
      ...options,
    })
    this.clock = new ClockControl(this.broker)
  }

  submit(command: Command, name: string = command.kind): TestCaller {
    const requester = new TestCaller(name, this.releases)
    this.broker.submit(command, requester)
    return requester
  }

  create(settings: QueueSettings = {}, name = 'orders'): TestCaller {
    const asked = { settings, tags: [], mustMatch: {}, defaults: {} }
    return this.submit({ kind: 'createQueue', queue: addressOf(name), ...asked })
  }

  send(body: string, delayMs = 0, name = 'orders'): TestCaller {
    return this.submit({ ...sendCommand(body, name), delayMs }, `send ${body}`)
  }

  /** Sends to a message group, unless told otherwise of a FIFO queue. */
  sendTo(groupId: string, body: string, name = 'orders.fifo'): TestCaller {
    return this.submit({ ...sendCommand(body, name), groupId }, `send ${body}`)
  }

  /** Bodies that a queue holds, in order of arrival, whatever their state. */
  held(name: string): string[] {
    const queue = [...this.state.queues.values()].find(({ address }) => address.name === name)
    const bodies: string[] = []
    for (let message = queue?.messages.oldest; message; message = message.newer) bodies.push(message.body)
    return bodies
  }

  /** Starts moving the messages of a dead-letter queue back to their sources; without a rate as fast as possible. */
  startMove(name: string, ratePerSecond?: number): TestCaller {
    const rate = ratePerSecond === undefined ? {} : { ratePerSecond }
    return this.submit({ kind: 'startMoveTask', source: addressOf(name), ...rate })
  }

  /** A receive of one message that waits for twenty seconds, unless told otherwise. */
  poll(name: string, asked: Partial<ReceiveMessages> = {}): TestCaller {
    const command = { kind: 'receiveMessages', queue: addressOf('orders'), maximumMessages: 1, waitMs: 20_000 } as const
    return this.submit({ ...command, ...asked }, name)
  }

  /** Moves the clock as the clock API does, all that becomes due on the way included. */
  async advance(ms: number): Promise<void> {
    await this.clock.advance(ms)
  }

  /** Lets everything that was decided be released. */
  async settle(): Promise<void> {
    await this.broker.settled()
  }
}

/** Until the present turn of the event loop is over. */
export function turnOfTheLoop(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}

function sendCommand(body: string, name: string): SendMessage {
  const limits = { bytes: 1, defaultMaximumBytes: 1_024, ceilingBytes: 1_024 }
  return { kind: 'sendMessage', queue: addressOf(name), body, ...limits, senderId: '0' }
}

function bodiesOf(found: MessagesReceived['messages'] | MessagesPeeked['messages']): string[] {
  return found.map((each) => ('message' in each ? each.message.body : each.body))
}
