import type { Receipt } from '../../src/core/model.ts'
import { nextDue } from '../../src/core/rules/due.ts'
import { addressOf, type Ending, endingOf, type Held, TestEngine, TestQueue } from './given.ts'
import type { Step } from './random-steps.ts'
import type { SlowSent } from './slow-engine.ts'
import { isFifo } from './slow-queue.ts'

/** What a step gave, as far as whoever asked can see it. */
export type Seen = Ending | SlowSent | readonly Handed[]

/** One message that was sent, handed out or hidden again. */
type Handed = Pick<Held['message'], 'sequence' | 'body' | 'visibleAtMs' | 'sentAtMs'> & {
  readonly receiveCount: number
  readonly firstReceivedAtMs: number
  readonly receiptNumber: number
}

/** Low enough that a run reaches it. */
export const inFlightLimit = 7

/** Carries out steps on the real engine, and keeps every receipt that it issued. */
export class StepRunner {
  readonly engine = new TestEngine()
  readonly #issued: Receipt[] = []
  readonly #started: string[] = []

  /** The receipt that a step picks; one of no queue as long as there is none. */
  receiptOf(pick: number): Receipt {
    return this.#issued[pick % this.#issued.length] ?? { queueId: 0, sequence: 1, receiptNumber: 1 }
  }

  /** The task that a step picks, by the order of starts. */
  taskOf(pick: number): number {
    return this.#started.length > 0 ? pick % this.#started.length : -1
  }

  run(step: Step): Seen {
    const queue = new TestQueue(this.engine, addressOf('queue' in step ? step.queue : ''))
    switch (step.kind) {
      case 'create':
        return this.#create(queue, step)
      case 'drop':
        return queue.drop()
      case 'purge':
        return queue.purge()
      case 'set':
        return queue.set({ [step.name]: step.value })
      case 'redrive': {
        const redrive = step.to === null ? null : { deadLetterQueue: addressOf(step.to), maxReceives: step.maxReceives }
        return queue.set({ redrive })
      }
      case 'send':
        return this.#send(queue, step)
      case 'receive':
        return this.#receive(queue, step)
      case 'delete':
        return queue.delete({ receipt: this.receiptOf(step.receipt) }, step.rule)
      case 'hide':
        return this.#hide(queue, step)
      case 'startMove':
        return this.#startMove(queue, step)
      case 'cancelMove':
        return queue.tryCancelMove(this.#started[this.taskOf(step.task)] ?? '')
      case 'wait':
        this.engine.nowMs += step.ms
        return 'done'
      case 'waitUntilDue':
        this.engine.run({ kind: 'tick' })
        this.engine.nowMs = nextDue(this.engine.state, this.engine.nowMs) ?? this.engine.nowMs
        return 'done'
      case 'reset':
        this.#started.length = 0
        return endingOf(this.engine.run({ kind: 'reset' }))
      case 'tick':
        return endingOf(this.engine.run({ kind: 'tick' }))
    }
  }

  #create({ address }: TestQueue, { byGroup }: Extract<Step, { kind: 'create' }>): Seen {
    const scope = { deduplicationScope: byGroup ? 'messageGroup' : 'queue' } as const
    const settings = isFifo(address.name) ? ({ fifo: true, contentBasedDeduplication: true, ...scope } as const) : {}
    return endingOf(this.engine.run({ kind: 'createQueue', queue: address, ...asked, settings }))
  }

  #send(queue: TestQueue, step: Extract<Step, { kind: 'send' }>): Seen {
    const { priority, delayMs, group: groupId, deduplicationId } = step
    const body = step.body ?? `m${this.engine.state.sequence}`
    const result = this.engine.run(queue.sendCommand(body, { priority, delayMs, groupId, deduplicationId }))
    if (!result.ok) return result.refusal.kind
    const { queueId, sequence, priority: taken, delayed } = result.value
    this.#issued.push({ queueId, sequence, receiptNumber: 0 })
    return { sequence, priority: taken, delayed }
  }

  #startMove({ address }: TestQueue, { to, rate }: Extract<Step, { kind: 'startMove' }>): Seen {
    const destination = to === undefined ? {} : { destination: addressOf(to) }
    const rated = rate === undefined ? {} : { ratePerSecond: rate }
    const result = this.engine.run({ kind: 'startMoveTask', source: address, ...destination, ...rated })
    if (result.ok) this.#started.push(result.value.id)
    return endingOf(result)
  }

  #receive(queue: TestQueue, { maximum, timeoutMs, attemptId }: Extract<Step, { kind: 'receive' }>): Seen {
    const visibility = timeoutMs === undefined ? {} : { visibilityTimeoutMs: timeoutMs }
    const attempt = attemptId === undefined ? {} : { attemptId }
    const command = queue.receiveCommand({ maximumMessages: maximum, inFlightLimit, ...visibility, ...attempt })
    const result = this.engine.run(command)
    if (!result.ok) return result.refusal.kind
    return this.#keep(result.value.messages.map((message) => heldNow(result.value.queueId, message)))
  }

  #hide(queue: TestQueue, { receipt, rule, timeoutMs }: Extract<Step, { kind: 'hide' }>): Seen {
    const hold = this.receiptOf(receipt)
    const result = this.engine.run({ kind: 'changeVisibility', queue: queue.address, receipt: hold, rule, timeoutMs })
    if (!result.ok) return result.refusal.kind
    return this.#keep([heldNow(result.value.queueId, result.value.message)])
  }

  #keep(held: readonly { handed: Handed; receipt: Receipt }[]): Handed[] {
    for (const { receipt } of held) this.#issued.push(receipt)
    return held.map(({ handed }) => handed)
  }
}

/** Bodies of ready messages in the order in which they would be handed out; on a FIFO queue groups by name. Undefined: there is no such queue. */
export function readyIn(engine: TestEngine, name: string): string[] | undefined {
  const peek = { kind: 'peekMessages', queue: addressOf(name), limit: 1_000, which: 'ready' } as const
  const result = engine.run(peek)
  if (!result.ok) return undefined
  return result.value.messages.map(({ message }) => message.body)
}

/** What of a message whoever holds it can see. */
export function handed(message: Handed): Handed {
  const { sequence, body, sentAtMs, visibleAtMs, receiveCount, firstReceivedAtMs, receiptNumber } = message
  return { sequence, body, sentAtMs, visibleAtMs, receiveCount, firstReceivedAtMs, receiptNumber }
}

const asked = { settings: {}, tags: [], mustMatch: {}, defaults: {} } as const

function heldNow(queueId: number, message: Handed): { handed: Handed; receipt: Receipt } {
  const { sequence, receiptNumber } = message
  return { handed: handed(message), receipt: { queueId, sequence, receiptNumber } }
}
