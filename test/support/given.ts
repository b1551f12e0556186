import { beforeEach } from 'vitest'
import type {
  MessageSent,
  ReceiptRule,
  ReceiveMessages,
  SendMessage,
  StartMoveTask,
} from '../../src/core/commands/command.ts'
import type { Command, ReplyTo } from '../../src/core/commands/commands.ts'
import { execute } from '../../src/core/engine.ts'
import type { Entry } from '../../src/core/events/event.ts'
import type {
  Message,
  MessageCounts,
  MessageRecord,
  QueueAddress,
  QueueSettings,
  QueueSettingsChange,
  Receipt,
} from '../../src/core/model.ts'
import type { MoveTask } from '../../src/core/move-task.ts'
import { SeededRandom } from '../../src/core/random.ts'
import type { Refusal, Result } from '../../src/core/refusal.ts'
import { messageRecord } from '../../src/core/rules/message-record.ts'
import { emptyState, type Queue, type State } from '../../src/core/state.ts'
import type { Rules } from '../../src/core/turn.ts'

/** How a command ended, for tests that are about whether it may be done. */
export type Ending = 'done' | Refusal['kind']

/** What a send or a receive gave: the message as it was at that moment, and the hold on it. */
export type Held = { readonly message: MessageRecord; readonly receipt: Receipt }

/** Members of a command that a test may want to name; the rest have plain defaults. */
type SendOptions = Partial<Omit<SendMessage, 'kind' | 'queue' | 'body'>>
type ReceiveOptions = Partial<Omit<ReceiveMessages, 'kind' | 'queue'>>
type MoveOptions = Partial<Omit<StartMoveTask, 'kind' | 'source'>>

const startMs = Date.UTC(2026, 0, 1)
/** Rules without AWS's waits, under which a notification arrives as `format:body`. */
export const noWaits: Rules = {
  purgeCoolDown: false,
  deleteCoolDown: false,
  retention: true,
  notificationBody: ({ body }, format) => `${format}:${body}`,
}

/** The engine on a clock that is moved by hand. */
export class TestEngine {
  state: State = emptyState('isolated')
  nowMs = startMs
  rules: Rules = noWaits
  seed = 1
  /** What every command so far did. */
  entries: Entry[] = []

  /** Starts over as if nothing had been. */
  begin(): void {
    Object.assign(this, new TestEngine())
  }

  run<C extends Command>(command: C): Result<ReplyTo<C>> {
    const random = new SeededRandom(this.seed, this.state.sequence + 1 - this.state.origin)
    const { result, events } = execute(this.state, this.rules, command, this.nowMs, random)
    if (events.length > 0) this.entries.push({ sequence: this.state.sequence, atMs: this.nowMs, events })
    return result
  }
}

/** A queue as a test speaks to it. */
export class TestQueue {
  readonly engine: TestEngine
  readonly address: QueueAddress

  constructor(engine: TestEngine, address: QueueAddress) {
    this.engine = engine
    this.address = address
  }

  /** Sends these bodies, one after the other. */
  holding(...bodies: readonly string[]): this {
    for (const body of bodies) this.send(body)
    return this
  }

  /** The send command for a body. */
  sendCommand(body: string, options: SendOptions = {}): SendMessage {
    const bytes = Buffer.byteLength(body)
    const limits = { defaultMaximumBytes: 1_048_576, ceilingBytes: 1_048_576 }
    return { kind: 'sendMessage', queue: this.address, body, bytes, ...limits, senderId: '000000000000', ...options }
  }

  /** Sends these bodies to a message group, one after the other. */
  holdingIn(groupId: string, ...bodies: readonly string[]): this {
    for (const body of bodies) this.send(body, { groupId })
    return this
  }

  /** Sends a message that is no duplicate. */
  send(body: string, options: SendOptions = {}): Held {
    const { sequence, messageId } = this.post(body, options)
    const message = this.live.messages.find(sequence)
    if (message?.id !== messageId) throw new Error('no message was added')
    return heldIn(this.live.id, message)
  }

  /** What the sender of a message is told. */
  post(body: string, options: SendOptions = {}): MessageSent {
    return granted(this.engine.run(this.sendCommand(body, options)))
  }

  /** Whether a send is accepted. */
  trySend(body: string, options: SendOptions = {}): Ending {
    return endingOf(this.engine.run(this.sendCommand(body, options)))
  }

  /** Up to ten messages, unless told otherwise. */
  take(options: ReceiveOptions = {}): Held[] {
    const { queueId, messages } = granted(this.engine.run(this.receiveCommand(options)))
    return messages.map((message) => heldIn(queueId, message))
  }

  /** The one message that is ready. */
  takeOne(options: ReceiveOptions = {}): Held {
    const [held] = this.take({ maximumMessages: 1, ...options })
    if (!held) throw new Error('no message is ready')
    return held
  }

  /** Bodies of what a receive gives, in its order. */
  receive(options: ReceiveOptions = {}): string[] {
    return this.take(options).map(({ message }) => message.body)
  }

  /** Whether a receive is accepted. */
  tryReceive(options: ReceiveOptions = {}): Ending {
    return endingOf(this.engine.run(this.receiveCommand(options)))
  }

  delete({ receipt }: { receipt: Receipt }, rule: ReceiptRule = 'reusable'): Ending {
    return endingOf(this.engine.run({ kind: 'deleteMessage', queue: this.address, receipt, rule }))
  }

  /** Whether a change of visibility is accepted. */
  tryHide({ receipt }: { receipt: Receipt }, timeoutMs: number, rule: ReceiptRule = 'reusable'): Ending {
    return endingOf(this.engine.run(this.#hideCommand(receipt, timeoutMs, rule)))
  }

  /** Changes visibility and gives the hold that is good from then on. */
  hide({ receipt }: { receipt: Receipt }, timeoutMs: number, rule: ReceiptRule = 'reusable'): Held {
    const { queueId, message } = granted(this.engine.run(this.#hideCommand(receipt, timeoutMs, rule)))
    return heldIn(queueId, message)
  }

  purge(): Ending {
    return endingOf(this.engine.run({ kind: 'purgeQueue', queue: this.address }))
  }

  drop(): Ending {
    return endingOf(this.engine.run({ kind: 'deleteQueue', queue: this.address }))
  }

  set(settings: QueueSettingsChange): Ending {
    return endingOf(this.engine.run({ kind: 'setQueueSettings', queue: this.address, settings }))
  }

  /** Starts moving what this dead-letter queue holds. */
  startMove(options: MoveOptions = {}): MoveTask {
    return granted(this.engine.run({ kind: 'startMoveTask', source: this.address, ...options }))
  }

  /** Whether a move task may be started. */
  tryStartMove(options: MoveOptions = {}): Ending {
    return endingOf(this.engine.run({ kind: 'startMoveTask', source: this.address, ...options }))
  }

  tryCancelMove(taskId: string): Ending {
    return endingOf(this.engine.run({ kind: 'cancelMoveTask', source: this.address, taskId }))
  }

  /** Move tasks out of this queue, newest first, as they are now. */
  get moveTasks(): MoveTask[] {
    const tasks = granted(this.engine.run({ kind: 'listMoveTasks', source: this.address, limit: 10 }))
    return tasks.map((task) => ({ ...task }))
  }

  get settings(): QueueSettings {
    return this.live.settings
  }

  /** The queue as the engine holds it, with what is due in it done. */
  get live(): Queue {
    return granted(this.engine.run({ kind: 'getQueue', queue: this.address })).queue
  }

  get tags(): Record<string, string>[] {
    return [...this.live.tags].map(([name, value]) => ({ name, value }))
  }

  get counts(): MessageCounts {
    return granted(this.engine.run({ kind: 'getQueue', queue: this.address })).counts
  }

  /** Body and state of every message, in order of arrival. */
  get contents(): string[] {
    const peeked = this.engine.run({ kind: 'peekMessages', queue: this.address, limit: 1_000, which: 'all' })
    return granted(peeked).messages.map(({ message, state }) => `${message.body} ${state}`)
  }

  receiveCommand(options: ReceiveOptions): ReceiveMessages {
    return { kind: 'receiveMessages', queue: this.address, maximumMessages: 10, ...options }
  }

  #hideCommand(receipt: Receipt, timeoutMs: number, rule: ReceiptRule) {
    return { kind: 'changeVisibility', queue: this.address, receipt, rule, timeoutMs } as const
  }
}

/** Where a queue of that name lives in tests that are not about places. */
export function addressOf(name: string): QueueAddress {
  return { account: '000000000000', region: 'us-east-1', name }
}

/** The value of a result that a test counts on. */
export function granted<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.refusal)}`)
  return result.value
}

/** How it ended. */
export function endingOf(result: Result<unknown>): Ending {
  return result.ok ? 'done' : result.refusal.kind
}

function heldIn(queueId: number, message: Message): Held {
  const { sequence, receiptNumber } = message
  return { message: messageRecord(message), receipt: { queueId, sequence, receiptNumber } }
}

/** An engine that is new before each test, the clock it reads, and the words to set a scene in it. */
export function freshEngine() {
  const engine = new TestEngine()
  beforeEach(() => engine.begin())
  return {
    engine,
    clock: {
      nowMs: () => engine.nowMs,
      advance(ms: number): void {
        engine.nowMs += ms
      },
      /** Has work done that is due by now. */
      tick(): void {
        engine.run({ kind: 'tick' })
      },
    },
    given: {
      /** A new queue; named `orders` unless told otherwise. */
      queue(settings: QueueSettings = {}, name = 'orders'): TestQueue {
        const queue = addressOf(name)
        const asked = { settings, tags: [], mustMatch: {}, defaults: {} }
        granted(engine.run({ kind: 'createQueue', queue, ...asked }))
        return new TestQueue(engine, queue)
      },
      /** A new FIFO queue that takes deduplication ids from bodies, unless told otherwise. */
      fifo(settings: QueueSettings = {}, name = 'orders.fifo'): TestQueue {
        return this.queue({ fifo: true, contentBasedDeduplication: true, ...settings }, name)
      },
      /** AWS's waits of 60 seconds between purges and before a deleted name is taken again. */
      strictWaits(): void {
        engine.rules = { ...noWaits, purgeCoolDown: true, deleteCoolDown: true }
      },
    },
  }
}
