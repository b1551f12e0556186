import type { Receipt } from '../../src/core/model.ts'
import { nextDue } from '../../src/core/rules/due.ts'
import { addressOf, type Ending, endingOf, granted, type Held, TestEngine, TestQueue } from './given.ts'
import type { Step } from './random-steps.ts'

/** What a step gave, as far as whoever asked can see it. */
export type Seen = Ending | readonly Handed[]

/** One message that was sent, handed out or hidden again. */
type Handed = Pick<Held['message'], 'sequence' | 'body' | 'visibleAtMs' | 'sentAtMs'> & {
  readonly receiveCount: number
  readonly firstReceivedAtMs: number
  readonly delivery: number
}

/** Low enough that a run reaches it. */
export const inFlightLimit = 7

/** Carries out steps on the real engine, and keeps every receipt that it issued. */
export class StepRunner {
  readonly engine = new TestEngine()
  readonly #issued: Receipt[] = []

  /** The receipt that a step picks; one of no queue as long as there is none. */
  receiptOf(pick: number): Receipt {
    return this.#issued[pick % this.#issued.length] ?? { queueId: 0, sequence: 1, delivery: 1 }
  }

  run(step: Step): Seen {
    const queue = new TestQueue(this.engine, addressOf('queue' in step ? step.queue : ''))
    switch (step.kind) {
      case 'create':
        return endingOf(this.engine.run({ kind: 'createQueue', queue: queue.address, ...asked }))
      case 'drop':
        return queue.drop()
      case 'purge':
        return queue.purge()
      case 'set':
        return queue.set({ [step.name]: step.value })
      case 'send':
        return this.#send(queue, step)
      case 'receive':
        return this.#receive(queue, step)
      case 'delete':
        return queue.delete({ receipt: this.receiptOf(step.receipt) }, step.rule)
      case 'hide':
        return this.#hide(queue, step)
      case 'wait':
        this.engine.nowMs += step.ms
        return 'done'
      case 'waitUntilDue':
        this.engine.run({ kind: 'tick' })
        this.engine.nowMs = nextDue(this.engine.state, this.engine.nowMs) ?? this.engine.nowMs
        return 'done'
      case 'tick':
      case 'reset':
        return endingOf(this.engine.run({ kind: step.kind }))
    }
  }

  #send(queue: TestQueue, { priority, delayMs }: Extract<Step, { kind: 'send' }>): Seen {
    const options = { ...(priority !== undefined && { priority }), ...(delayMs !== undefined && { delayMs }) }
    const result = this.engine.run(queue.sendCommand(`m${this.engine.state.sequence}`, options))
    if (!result.ok) return result.refusal.kind
    return this.#keep([heldNow(result.value.queueId, result.value.message)])
  }

  #receive(queue: TestQueue, { maximum, timeoutMs }: Extract<Step, { kind: 'receive' }>): Seen {
    const visibility = timeoutMs === undefined ? {} : { visibilityTimeoutMs: timeoutMs }
    const command = queue.receiveCommand({ maximumMessages: maximum, inFlightLimit, ...visibility })
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

/** Bodies of ready messages in the order in which they would be handed out; undefined: there is no such queue. */
export function readyIn(engine: TestEngine, name: string): string[] | undefined {
  const peek = { kind: 'peekMessages', queue: addressOf(name), limit: 1_000, which: 'ready' } as const
  const result = engine.run(peek)
  return result.ok ? granted(result).messages.map(({ message }) => message.body) : undefined
}

/** What of a message whoever holds it can see. */
export function handed(message: Handed): Handed {
  const { sequence, body, sentAtMs, visibleAtMs, receiveCount, firstReceivedAtMs, delivery } = message
  return { sequence, body, sentAtMs, visibleAtMs, receiveCount, firstReceivedAtMs, delivery }
}

const asked = { settings: {}, tags: [], mustMatch: {}, defaults: {} } as const

function heldNow(queueId: number, message: Handed): { handed: Handed; receipt: Receipt } {
  const { sequence, delivery } = message
  return { handed: handed(message), receipt: { queueId, sequence, delivery } }
}
