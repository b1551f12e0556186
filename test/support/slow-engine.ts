import type { ReceiptRule } from '../../src/core/command.ts'
import type { MessageCounts, QueueSettingsChange, Receipt } from '../../src/core/model.ts'
import type { Ending } from './given.ts'

type SlowMessage = {
  readonly sequence: number
  readonly body: string
  readonly priority: number
  readonly sentAtMs: number
  visibleAtMs: number
  receivedAtMs: number
  firstReceivedAtMs: number
  receiveCount: number
  delivery: number
}

type SlowSettings = { delayMs: number; retentionMs: number; visibilityTimeoutMs: number }
type SlowQueue = {
  readonly id: number
  readonly name: string
  settings: SlowSettings
  messages: SlowMessage[]
  lastSequence: number
}

const defaults: SlowSettings = { delayMs: 0, retentionMs: 345_600_000, visibilityTimeoutMs: 30_000 }
const ceilingMs = 43_200_000

/** What the rules say about standard queues, written over plain arrays without any index: slow, and easy to see through. */
export class SlowEngine {
  nowMs: number
  queues: SlowQueue[] = []

  constructor(nowMs: number) {
    this.nowMs = nowMs
  }

  create(name: string, id: number): void {
    if (!this.find(name)) this.queues.push({ id, name, settings: { ...defaults }, messages: [], lastSequence: 0 })
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
    return 'done'
  }

  send(name: string, body: string, priority = 8, delayMs?: number): SlowMessage | undefined {
    const queue = this.find(name)
    if (!queue) return undefined
    queue.lastSequence += 1
    const message = {
      sequence: queue.lastSequence,
      body,
      priority,
      sentAtMs: this.nowMs,
      visibleAtMs: this.nowMs + (delayMs ?? queue.settings.delayMs),
      receivedAtMs: 0,
      firstReceivedAtMs: 0,
      receiveCount: 0,
      delivery: 0,
    }
    queue.messages.push(message)
    return message
  }

  receive(name: string, maximum: number, inFlightLimit: number, visibilityTimeoutMs?: number): SlowMessage[] | Ending {
    const queue = this.find(name)
    if (!queue) return 'queueNotFound'
    const room = inFlightLimit - this.counts(name)!.inFlight
    if (room <= 0) return 'inFlightLimitReached'
    const taken = this.ready(name).slice(0, Math.min(maximum, room))
    for (const message of taken) {
      message.visibleAtMs = this.nowMs + (visibilityTimeoutMs ?? queue.settings.visibilityTimeoutMs)
      message.receivedAtMs = this.nowMs
      if (message.receiveCount === 0) message.firstReceivedAtMs = this.nowMs
      message.receiveCount += 1
      message.delivery += 1
    }
    return taken
  }

  delete(name: string, receipt: Receipt, rule: ReceiptRule): Ending {
    const held = this.#held(name, receipt, rule)
    if (typeof held === 'string') return held === 'messageNotFound' && rule === 'reusable' ? 'done' : held
    const queue = this.find(name)!
    queue.messages = queue.messages.filter((message) => message !== held)
    return 'done'
  }

  hide(name: string, receipt: Receipt, rule: ReceiptRule, timeoutMs: number): SlowMessage | Ending {
    const held = this.#held(name, receipt, rule)
    if (typeof held === 'string') return held
    const heldForMs = this.nowMs - held.receivedAtMs + timeoutMs
    if (rule === 'reusable' && heldForMs > ceilingMs) return 'visibilityCeilingExceeded'
    if (rule === 'singleUse') held.delivery += 1
    held.visibleAtMs = this.nowMs + timeoutMs
    return held
  }

  purge(name: string): Ending {
    const queue = this.find(name)
    if (!queue) return 'queueNotFound'
    queue.messages = []
    return 'done'
  }

  counts(name: string): MessageCounts | undefined {
    const messages = this.find(name)?.messages
    if (!messages) return undefined
    const hidden = messages.filter(({ visibleAtMs }) => visibleAtMs > this.nowMs)
    const inFlight = hidden.filter(({ receivedAtMs }) => receivedAtMs > 0).length
    return { ready: messages.length - hidden.length, delayed: hidden.length - inFlight, inFlight }
  }

  /** Ready messages in the order in which they are handed out. */
  ready(name: string): SlowMessage[] {
    const messages = this.find(name)?.messages ?? []
    const ready = messages.filter(({ visibleAtMs }) => visibleAtMs <= this.nowMs)
    return ready.sort((a, b) => a.priority - b.priority || a.sequence - b.sequence)
  }

  /** The next instant at which something changes by itself. */
  nextDueMs(): number | undefined {
    const instants = this.queues.flatMap(({ name, settings }) =>
      this.find(name)!.messages.flatMap(({ visibleAtMs, sentAtMs }) => [visibleAtMs, sentAtMs + settings.retentionMs]),
    )
    const later = instants.filter((instantMs) => instantMs > this.nowMs)
    return later.length > 0 ? Math.min(...later) : undefined
  }

  /** A queue, without the messages whose time is over. */
  find(name: string): SlowQueue | undefined {
    const queue = this.queues.find((candidate) => candidate.name === name)
    if (!queue) return undefined
    queue.messages = queue.messages.filter(({ sentAtMs }) => this.nowMs < sentAtMs + queue.settings.retentionMs)
    return queue
  }

  #held(name: string, receipt: Receipt, rule: ReceiptRule): SlowMessage | Ending {
    const queue = this.find(name)
    if (!queue) return 'queueNotFound'
    if (receipt.queueId !== queue.id) return 'receiptOfAnotherQueue'
    if (receipt.sequence > queue.lastSequence) return 'receiptHandleInvalid'
    const message = queue.messages.find(({ sequence }) => sequence === receipt.sequence)
    if (!message) return 'messageNotFound'
    if (receipt.delivery > message.delivery) return 'receiptHandleInvalid'
    if (rule === 'reusable') return message
    const newest = receipt.delivery === message.delivery
    return newest && this.nowMs < message.visibleAtMs ? message : 'receiptExpired'
  }
}
