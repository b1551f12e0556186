import { notificationBody } from '../protocols/mns/push.ts'
import type { Command, ReplyTo } from '../src/core/commands/commands.ts'
import { execute } from '../src/core/engine.ts'
import type { Event } from '../src/core/events/event.ts'
import type { QueueAddress, QueueSettings, Receipt } from '../src/core/model.ts'
import { SeededRandom } from '../src/core/random.ts'
import { emptyState, type State } from '../src/core/state.ts'

const bodyBytes = 500
const rules = { purgeCoolDown: false, deleteCoolDown: false, retention: true, notificationBody }

/** The engine alone, on a clock that is moved by hand. */
export class Engine {
  readonly state: State = emptyState('isolated')
  nowMs = 1_800_000_000_000
  /** Told what each command did. */
  onEvents: ((events: readonly Event[]) => void) | undefined
  #bodies = 0

  run<C extends Command>(command: C): ReplyTo<C> {
    const random = new SeededRandom(1, this.state.sequence + 1)
    const { result, events } = execute(this.state, rules, command, this.nowMs, random)
    if (!result.ok) throw new Error(`${command.kind} was refused: ${result.refusal.kind}`)
    this.onEvents?.(events)
    return result.value
  }

  /** A text of its own, as one that came off the wire. */
  newBody(): string {
    this.#bodies += 1
    return Buffer.alloc(bodyBytes, `message ${this.#bodies} `).toString('latin1')
  }
}

/** What a send may name beside its body. */
type SendOptions = { readonly groupId?: string; readonly deduplicationId?: string }

/** One queue of an engine. */
export class Subject {
  readonly engine: Engine
  readonly address: QueueAddress

  constructor(engine: Engine, name: string, settings: QueueSettings = {}) {
    this.engine = engine
    this.address = { account: '000000000000', region: 'us-east-1', name }
    engine.run({ kind: 'createQueue', queue: this.address, settings, tags: [], mustMatch: {}, defaults: {} })
  }

  send(body: string, options?: SendOptions): void {
    this.engine.run({
      kind: 'sendMessage',
      queue: this.address,
      body,
      bytes: bodyBytes,
      defaultMaximumBytes: 1_048_576,
      ceilingBytes: 1_048_576,
      senderId: this.address.account,
      groupId: options?.groupId,
      deduplicationId: options?.deduplicationId,
    })
  }

  /** How many were given, of at most `maximumMessages`. */
  receiveUpTo(maximumMessages: number, visibilityTimeoutMs: number): number {
    const asked = { maximumMessages, visibilityTimeoutMs }
    return this.engine.run({ kind: 'receiveMessages', queue: this.address, ...asked }).messages.length
  }

  /** Messages that are ready. */
  get ready(): number {
    return this.engine.run({ kind: 'getQueue', queue: this.address }).counts.ready
  }

  receive(visibilityTimeoutMs: number): Receipt {
    const asked = { maximumMessages: 1, visibilityTimeoutMs }
    const reply = this.engine.run({ kind: 'receiveMessages', queue: this.address, ...asked })
    const [message] = reply.messages
    if (message === undefined) throw new Error('nothing was ready')
    return { queueId: reply.queueId, sequence: message.sequence, receiptNumber: message.receiptNumber }
  }

  changeVisibility(receipt: Receipt): void {
    const asked = { receipt, rule: 'reusable', timeoutMs: 3_600_000 } as const
    this.engine.run({ kind: 'changeVisibility', queue: this.address, ...asked })
  }

  delete(receipt: Receipt): void {
    this.engine.run({ kind: 'deleteMessage', queue: this.address, receipt, rule: 'reusable' })
  }
}

/** Processor time of all threads, the garbage collector's among them; unlike the clock it stands still while others run. */
export function timeNs(work: () => void): number {
  const start = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) * 1000
}

/** Bytes in use after a full collection: V8's heap and what hangs on it outside. */
export function bytesInUse(): number {
  if (global.gc === undefined) throw new Error('run with --expose-gc')
  global.gc()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
