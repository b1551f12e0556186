import type {
  CreateQueue,
  MessageSent,
  ReceiveMessages,
  SendMessage,
  SetQueueSettings,
} from '../../src/core/commands/command.ts'
import type { Command, ReplyTo } from '../../src/core/commands/commands.ts'
import { execute } from '../../src/core/engine.ts'
import type { Entry, Event } from '../../src/core/events/event.ts'
import { evolve } from '../../src/core/evolve.ts'
import type { QueueAddress, QueueSettings, Receipt } from '../../src/core/model.ts'
import { SeededRandom } from '../../src/core/random.ts'
import type { Result } from '../../src/core/refusal.ts'
import { emptyState, type State } from '../../src/core/state.ts'
import type { Store } from '../../src/store/store.ts'
import { noWaits } from '../support/given.ts'
import { stateText } from './plain-state.ts'
import { anyTopicCommand } from './topic-commands.ts'

const names = ['orders', 'invoices', '7', '__proto__', 'orders.fifo', 'groups.fifo', 'dlq.fifo']

/** Where all these queues live. */
export function addressOf(name: string): QueueAddress {
  return { account: '000000000000', region: 'us-east-1', name }
}

export function send(name: string, body: string, options: Partial<SendMessage> = {}): SendMessage {
  const limits = { bytes: body.length, defaultMaximumBytes: 1e9, ceilingBytes: 1e9 }
  return { kind: 'sendMessage', queue: addressOf(name), body, senderId: '000000000000', ...limits, ...options }
}

/** Sends to a FIFO queue. */
export function sendTo(name: string, groupId: string, body: string, deduplicationId?: string): SendMessage {
  return send(name, body, { groupId, deduplicationId })
}

/** Makes a queue; a FIFO one if its name says so. */
export function create(name: string, settings: QueueSettings = {}): CreateQueue {
  const type = name.endsWith('.fifo') ? fifoSettings(name) : {}
  const asked = { settings: { ...type, ...settings }, tags: [], mustMatch: {}, defaults: {} }
  return { kind: 'createQueue', queue: addressOf(name), ...asked }
}

function fifoSettings(name: string): QueueSettings {
  if (name !== 'groups.fifo') return { fifo: true, contentBasedDeduplication: true }
  return { fifo: true, deduplicationScope: 'messageGroup', fifoThroughputLimit: 'perMessageGroupId' }
}

/** Names the dead-letter queue of a queue: one that is of its type. */
export function redrive(name: string, deadLetterQueue: string, maxReceives: number): SetQueueSettings {
  const settings = { redrive: { deadLetterQueue: addressOf(deadLetterQueue), maxReceives } }
  return { kind: 'setQueueSettings', queue: addressOf(name), settings }
}

/** The state after the first entries, up to that sequence, of a worker that began with nothing; as text, of what matters at `nowMs`. */
export function textAfter(entries: readonly Entry[], sequence: number, nowMs?: number): string {
  const state = emptyState('isolated')
  for (const entry of entries) {
    if (entry.sequence > sequence) break
    for (const event of entry.events) evolve(state, event, entry)
    state.sequence = entry.sequence
    state.changedAtMs = entry.atMs
  }
  return stateText(state, nowMs)
}

function taken<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.refusal)}`)
  return result.value
}

/** Does work on a state and writes it down, as the broker does, on a clock of its own. */
export class Worker {
  readonly state: State
  readonly store: Store
  nowMs: number
  /** What was done but not yet appended. */
  pending: Entry[] = []
  /** Sequence of the last entry that the store has taken. */
  answered: number
  /** All that was done, answered or not. */
  readonly entries: Entry[] = []
  readonly #random: SeededRandom
  #receipts: { readonly name: string; readonly receipt: Receipt }[] = []

  constructor(state: State, store: Store, seed = 1) {
    this.state = state
    this.store = store
    this.nowMs = Math.max(state.changedAtMs, Date.UTC(2026, 0, 1))
    this.answered = state.sequence
    this.#random = new SeededRandom(seed, 0)
  }

  /** Carries out a command. */
  run<C extends Command>(command: C): Result<ReplyTo<C>> {
    const random = new SeededRandom(7, this.state.sequence + 1 - this.state.origin)
    const { result, events } = execute(this.state, noWaits, command, this.nowMs, random)
    this.#keepReceipts(events)
    if (events.length === 0) return result
    const entry = { sequence: this.state.sequence, atMs: this.nowMs, events }
    this.pending.push(entry)
    this.entries.push(entry)
    return result
  }

  /** What a send that is taken is told. */
  sent(command: SendMessage): MessageSent {
    return taken(this.run(command))
  }

  /** Bodies of what a receive gives, at most ten. */
  bodies(name: string, options: Partial<ReceiveMessages> = {}): string[] {
    const receive = { kind: 'receiveMessages', queue: addressOf(name), maximumMessages: 10, ...options } as const
    return taken(this.run(receive)).messages.map(({ body }) => body)
  }

  /** Appends what was done since the last time. */
  async flush(): Promise<void> {
    const entries = this.pending
    this.pending = []
    if (entries.length === 0) return
    await this.store.append(entries)
    this.answered = entries.at(-1)!.sequence
  }

  /** Carries out commands and appends them as one turn. */
  async work(...commands: readonly Command[]): Promise<void> {
    for (const command of commands) this.run(command)
    await this.flush()
  }

  /** Carries out that many commands of every kind, in turns of one to four. */
  async toil(commands: number): Promise<void> {
    for (let done = 0; done < commands; ) {
      const turn = Math.min(commands - done, 1 + this.#below(4))
      await this.work(...Array.from({ length: turn }, () => this.#anyCommand()))
      done += turn
    }
  }

  #keepReceipts(events: readonly Event[]): void {
    for (const event of events) {
      if (event.kind !== 'messageReceived') continue
      const { queue: queueId, sequence, delivery } = event
      this.#receipts.push({
        name: this.state.queuesById.get(queueId)!.address.name,
        receipt: { queueId, sequence, receiptNumber: delivery },
      })
    }
  }

  #anyCommand(): Command {
    this.nowMs += this.#below(2_000)
    const name = names[this.#below(names.length)]!
    const queue = addressOf(name)
    const dice = this.#below(160)
    if (dice >= 130) return anyTopicCommand((limit) => this.#below(limit), this.state)
    if (dice >= 100) return this.#redriveCommand(name, dice)
    if (dice < 40 && name.endsWith('.fifo')) return this.#fifoSend(name)
    if (dice < 40) return send(name, `body ${this.#below(1e6)} \u00e9 \ud83d\ude00`, this.#sendOptions(dice))
    if (dice < 60)
      return {
        kind: 'receiveMessages',
        queue,
        maximumMessages: 1 + this.#below(3),
        visibilityTimeoutMs: this.#below(5) * 1_000,
        ...(dice < 50 && { attemptId: `attempt ${this.#below(3)}` }),
      }
    if (dice < 72) return { kind: 'deleteMessage', rule: 'reusable', ...this.#held() }
    if (dice < 80)
      return {
        kind: 'changeVisibility',
        rule: dice < 76 ? 'reusable' : 'singleUse',
        timeoutMs: this.#below(4) * 1_000,
        ...this.#held(),
      }
    if (dice < 88) return create(name)
    if (dice < 90) return { kind: 'deleteQueue', queue }
    if (dice < 92) return { kind: 'purgeQueue', queue }
    if (dice < 95)
      return {
        kind: 'tagQueue',
        queue,
        tags: [
          { name: `${dice}`, value: `${this.nowMs}` },
          { name: '10', value: 'x' },
        ],
      }
    if (dice < 96) return { kind: 'untagQueue', queue, names: ['93', '10'] }
    if (dice < 98)
      return { kind: 'setQueueSettings', queue, settings: { delayMs: dice === 97 ? null : 1_000, retentionMs: 60_000 } }
    if (dice < 99) return { kind: 'tick' }
    return this.#below(4) === 0 ? { kind: 'reset' } : create('orders')
  }

  /** Of few different messages, so that many are duplicates. */
  #fifoSend(name: string): SendMessage {
    const deduplicationId = this.#below(2) === 0 ? undefined : `id ${this.#below(20)}`
    return sendTo(name, `g${this.#below(3)}`, `body ${this.#below(30)}`, deduplicationId)
  }

  /** What has to do with dead letters and with the settings of FIFO queues. */
  #redriveCommand(name: string, dice: number): Command {
    const queue = addressOf(name)
    const deadLetterQueue = name.endsWith('.fifo') ? 'dlq.fifo' : '7'
    const source = addressOf(this.#below(2) === 0 ? 'dlq.fifo' : '7')
    if (dice < 108) return redrive(name, deadLetterQueue, 1 + this.#below(3))
    if (dice < 109) return { kind: 'setQueueSettings', queue, settings: { redrive: null, policy: '{}' } }
    if (dice < 114) return { kind: 'startMoveTask', source, ...(dice < 111 && { ratePerSecond: 1 + this.#below(5) }) }
    if (dice < 116) return { kind: 'startMoveTask', source, destination: queue, ratePerSecond: 1 }
    if (dice < 118) return { kind: 'cancelMoveTask', source, taskId: [...this.state.moveTasks.keys()].at(-1) ?? '' }
    if (dice < 119) {
      const settings = { deduplicationScope: 'queue', contentBasedDeduplication: true } as const
      return { kind: 'setQueueSettings', queue, settings }
    }
    if (dice < 120) {
      const redriveAllow = {
        permission: 'byQueue',
        sources: [addressOf('orders.fifo'), addressOf('invoices')],
      } as const
      return { kind: 'setQueueSettings', queue: source, settings: { redriveAllow } }
    }
    return { kind: 'tick' }
  }

  #sendOptions(dice: number): Partial<SendMessage> {
    if (dice < 20) return {}
    if (dice < 25) return { delayMs: 3_000, priority: 1 + this.#below(16) }
    if (dice < 30) return { groupId: 'g', senderId: 'AROA:session', extras: { traceHeader: 'Root=1' } }
    const value = `${dice}`
    return {
      attributes: [
        { name: 'kind', type: 'String', value },
        { name: '2', type: 'Number', label: 'int', value },
      ],
    }
  }

  #held(): { readonly queue: QueueAddress; readonly receipt: Receipt } {
    const held = this.#receipts[this.#below(this.#receipts.length)]
    const { name, receipt } = held ?? { name: 'orders', receipt: { queueId: 1, sequence: 1, receiptNumber: 1 } }
    return { queue: addressOf(name), receipt }
  }

  #below(limit: number): number {
    return limit === 0 ? 0 : this.#random.next() % limit
  }
}
