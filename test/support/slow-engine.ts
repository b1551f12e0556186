import { createHash } from 'node:crypto'
import type { ReceiptRule } from '../../src/core/commands/command.ts'
import type { QueueSettingsChange, Receipt } from '../../src/core/model.ts'
import type { Ending } from './given.ts'
import type { Step } from './random-steps.ts'
import { defaults, isFifo, type SlowMessage, SlowQueue } from './slow-queue.ts'
import { SlowTasks } from './slow-tasks.ts'

const ceilingMs = 43_200_000
const windowMs = 300_000

/** What a sender is told. */
export type SlowSent = { readonly sequence: number; readonly priority: number; readonly delayed: boolean }

/** What the rules say, written over plain arrays without any index: slow, and easy to see through. */
export class SlowEngine {
  nowMs: number
  queues: SlowQueue[] = []
  readonly tasks = new SlowTasks(this)
  /** Number of the command that is carried out, as the engine counts it. */
  command = 0

  constructor(nowMs: number) {
    this.nowMs = nowMs
  }

  create(name: string, id: number, byGroup: boolean): void {
    if (!this.find(name)) this.queues.push(new SlowQueue(id, name, byGroup))
  }

  drop(name: string): Ending {
    if (!this.find(name)) return 'queueNotFound'
    this.queues = this.queues.filter((queue) => queue.name !== name)
    return 'done'
  }

  set(name: string, change: QueueSettingsChange): Ending {
    const queue = this.find(name)
    if (!queue) return 'queueNotFound'
    for (const key of ['delayMs', 'retentionMs', 'visibilityTimeoutMs'] as const) {
      const value = change[key]
      if (value !== undefined) queue.settings[key] = value ?? defaults[key]
    }
    if (queue.fifo && change.delayMs !== undefined) this.#redelay(queue)
    return 'done'
  }

  redrive(name: string, to: string | null, maxReceives: number): Ending {
    const queue = this.find(name)
    if (!queue) return 'queueNotFound'
    if (to !== null && !this.find(to)) return 'deadLetterQueueNotFound'
    if (to !== null && isFifo(to) !== queue.fifo) return 'deadLetterQueueOfOtherType'
    queue.redrive = to === null ? undefined : { to, maxReceives }
    return 'done'
  }

  send(step: Extract<Step, { kind: 'send' }>, body: string): SlowSent | Ending {
    const queue = this.find(step.queue)
    if (!queue) return 'queueNotFound'
    const { priority = 8, delayMs = 0, group, deduplicationId } = step
    if (!queue.fifo && deduplicationId !== undefined) return 'deduplicationIdOnStandardQueue'
    if (queue.fifo && group === undefined) return 'messageGroupRequired'
    if (queue.fifo && delayMs > 0) return 'delayOnFifoQueue'

    const id = deduplicationId ?? createHash('sha256').update(body).digest('hex')
    const key = queue.byGroup ? `${group}/${id}` : id
    const known = queue.fifo && queue.sends.find((send) => send.key === key && this.nowMs < send.atMs + windowMs)
    if (known) return { sequence: known.sequence, priority: 8, delayed: false }
    const visibleAtMs = this.nowMs + ((queue.fifo ? undefined : step.delayMs) ?? queue.settings.delayMs)
    const visible = { visibleAtMs, visibleBy: this.visibleBy(visibleAtMs) }
    const message = queue.add({ ...unreceived, ...visible, body, priority, group, sentAtMs: this.nowMs })
    queue.sends = [
      ...queue.sends.filter((send) => send.key !== key),
      { key, sequence: message.sequence, atMs: this.nowMs },
    ]
    return { sequence: message.sequence, priority, delayed: visibleAtMs > this.nowMs }
  }

  receive(step: Extract<Step, { kind: 'receive' }>, inFlightLimit: number): SlowMessage[] | Ending {
    const queue = this.find(step.queue)
    if (!queue) return 'queueNotFound'
    const visibleAtMs = this.nowMs + (step.timeoutMs ?? queue.settings.visibilityTimeoutMs)
    const again = this.#receivedBefore(queue, step.attemptId)
    const taken =
      again ?? this.#handOut(queue, Math.min(step.maximum, inFlightLimit - queue.counts(this.nowMs).inFlight))
    if (!taken) return 'inFlightLimitReached'
    for (const message of taken) this.#show(message, visibleAtMs)
    if (queue.fifo && step.attemptId !== undefined && taken.length > 0) {
      const given = taken.map((message) => ({ message, receiptNumber: message.receiptNumber }))
      const atMs = again ? queue.attempts[step.attemptId]!.atMs : this.nowMs
      queue.attempts[step.attemptId] = { atMs, visibleAtMs, given }
    }
    return taken
  }

  delete(name: string, receipt: Receipt, rule: ReceiptRule): Ending {
    const held = this.#held(name, receipt, rule)
    if (typeof held === 'string') return held === 'messageNotFound' && rule === 'reusable' ? 'done' : held
    this.find(name)!.remove(held, [this.nowMs, this.command])
    return 'done'
  }

  hide(name: string, receipt: Receipt, rule: ReceiptRule, timeoutMs: number): SlowMessage | Ending {
    const held = this.#held(name, receipt, rule)
    if (typeof held === 'string') return held
    const heldForMs = this.nowMs - held.receivedAtMs + timeoutMs
    if (rule === 'reusable' && heldForMs > ceilingMs) return 'visibilityCeilingExceeded'
    if (rule === 'singleUse') held.receiptNumber += 1
    this.#show(held, this.nowMs + timeoutMs)
    return held
  }

  purge(name: string): Ending {
    const queue = this.find(name)
    if (!queue) return 'queueNotFound'
    Object.assign(queue, { messages: [], sends: [], attempts: {}, turns: {} })
    return 'done'
  }

  /** The next instant at which something changes by itself. */
  nextDueMs(): number | undefined {
    const instants = this.queues.flatMap(({ name, settings }) =>
      this.find(name)!.messages.flatMap(({ visibleAtMs, sentAtMs }) => [visibleAtMs, sentAtMs + settings.retentionMs]),
    )
    const later = [...instants, ...this.tasks.nextSteps()].filter((instantMs) => instantMs > this.nowMs)
    return later.length > 0 ? Math.min(...later) : undefined
  }

  /** A queue, without the messages whose time is over. */
  find(name: string): SlowQueue | undefined {
    const queue = this.queues.find((candidate) => candidate.name === name)
    if (!queue) return undefined
    for (const message of queue.messages)
      if (message.sentAtMs + queue.settings.retentionMs <= this.nowMs) queue.remove(message, [this.nowMs, 0])
    queue.noteTurns(this.nowMs)
    return queue
  }

  /** Who makes a message visible that is so from that instant on. */
  visibleBy(visibleAtMs: number): number {
    return visibleAtMs <= this.nowMs ? this.command : 0
  }

  #show(message: SlowMessage, visibleAtMs: number): void {
    Object.assign(message, { visibleAtMs, visibleBy: this.visibleBy(visibleAtMs) })
  }

  /** Undefined: refused, for want of room. */
  #handOut(queue: SlowQueue, limit: number): SlowMessage[] | undefined {
    if (limit <= 0) return queue.fifo ? [] : undefined
    const taken: SlowMessage[] = []
    let [message] = queue.ready(this.nowMs, taken)
    while (message) {
      const after = queue.messages.filter(({ group }) => group === message?.group)
      const follower = after[after.indexOf(message) + 1]
      if (!this.#bury(queue, message)) taken.push(received(message, this.nowMs))
      if (taken.length === limit) break
      const follows = queue.fifo && follower && follower.visibleAtMs <= this.nowMs && !taken.includes(follower)
      message = follows ? follower : queue.ready(this.nowMs, taken)[0]
    }
    return taken
  }

  /** Moves a message that was received too often to the dead-letter queue, if there is one. */
  #bury(queue: SlowQueue, message: SlowMessage): boolean {
    const { redrive } = queue
    const target = redrive && redrive.to !== queue.name ? this.find(redrive.to) : undefined
    if (!redrive || !target || message.receiveCount - message.receivesElsewhere < redrive.maxReceives) return false
    queue.remove(message, [this.nowMs, this.command])
    const sentAtMs = queue.fifo ? this.nowMs : message.sentAtMs
    const { receiveCount: receivesElsewhere } = message
    const here = { receiptNumber: 0, receivedAtMs: 0, visibleAtMs: sentAtMs, visibleBy: this.command, sentAtMs }
    target.add({ ...message, ...here, movedFrom: queue.name, receivesElsewhere })
    return true
  }

  #receivedBefore(queue: SlowQueue, attemptId: string | undefined): SlowMessage[] | undefined {
    const attempt = queue.fifo && attemptId !== undefined ? queue.attempts[attemptId] : undefined
    if (!attempt || this.nowMs >= attempt.atMs + windowMs) return undefined
    const untouched = attempt.given.every(({ message, receiptNumber }) => {
      const held = message.visibleAtMs > this.nowMs && message.receiptNumber === receiptNumber
      return held && message.visibleAtMs === attempt.visibleAtMs && queue.messages.includes(message)
    })
    return untouched ? attempt.given.map(({ message }) => message) : undefined
  }

  #redelay(queue: SlowQueue): void {
    for (const message of queue.messages) {
      const visibleAtMs = Math.max(message.sentAtMs + queue.settings.delayMs, this.nowMs)
      const counts = message.visibleAtMs > this.nowMs || visibleAtMs > this.nowMs
      if (message.receivedAtMs === 0 && message.movedFrom === undefined && counts) this.#show(message, visibleAtMs)
    }
  }

  #held(name: string, receipt: Receipt, rule: ReceiptRule): SlowMessage | Ending {
    const queue = this.find(name)
    if (!queue) return 'queueNotFound'
    if (receipt.queueId !== queue.id) return 'receiptOfAnotherQueue'
    if (receipt.sequence > queue.lastSequence) return 'receiptHandleInvalid'
    const message = queue.messages.find(({ sequence }) => sequence === receipt.sequence)
    if (!message) return 'messageNotFound'
    if (receipt.receiptNumber > message.receiptNumber) return 'receiptHandleInvalid'
    if (rule === 'reusable' && !queue.fifo) return message
    const newest = receipt.receiptNumber === message.receiptNumber
    return newest && this.nowMs < message.visibleAtMs ? message : 'receiptExpired'
  }
}

/** What is so of a message that is new in its queue and was never received. */
export const unreceived = {
  movedFrom: undefined,
  receivesElsewhere: 0,
  receivedAtMs: 0,
  firstReceivedAtMs: 0,
  receiveCount: 0,
  receiptNumber: 0,
} as const

function received(message: SlowMessage, nowMs: number): SlowMessage {
  message.receivedAtMs = nowMs
  if (message.receiveCount === 0) message.firstReceivedAtMs = nowMs
  message.receiveCount += 1
  message.receiptNumber += 1
  return message
}
