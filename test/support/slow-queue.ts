import type { MessageCounts } from '../../src/core/model.ts'

/** A message, as the rules see it. */
export type SlowMessage = {
  readonly sequence: number
  readonly body: string
  readonly priority: number
  readonly group: string | undefined
  readonly sentAtMs: number
  /** Name of the queue whose redrive moved it here, and its receives before. */
  readonly movedFrom: string | undefined
  readonly receivesElsewhere: number
  visibleAtMs: number
  receivedAtMs: number
  firstReceivedAtMs: number
  receiveCount: number
  delivery: number
}

/** Settings in force, those that were never given included. */
type SlowSettings = { delayMs: number; retentionMs: number; visibilityTimeoutMs: number }

type SlowRedrive = { readonly to: string; readonly maxReceives: number }

/** What an attempt to receive was given. */
type SlowAttempt = {
  readonly atMs: number
  readonly visibleAtMs: number
  readonly given: readonly { readonly message: SlowMessage; readonly delivery: number }[]
}

/** What a later send is compared with. */
type SlowSend = { readonly key: string; readonly sequence: number; readonly atMs: number }

/** A queue over a plain array. */
export class SlowQueue {
  readonly id: number
  readonly name: string
  readonly fifo: boolean
  readonly byGroup: boolean
  settings: SlowSettings = { ...defaults }
  redrive: SlowRedrive | undefined
  messages: SlowMessage[] = []
  sends: SlowSend[] = []
  attempts: Record<string, SlowAttempt> = {}
  lastSequence = 0

  constructor(id: number, name: string, byGroup: boolean) {
    this.id = id
    this.name = name
    this.fifo = isFifo(name)
    this.byGroup = byGroup
  }

  /** Puts a message at the end. */
  add(message: Omit<SlowMessage, 'sequence'>): SlowMessage {
    this.lastSequence += 1
    const added = { ...message, sequence: this.lastSequence }
    this.messages.push(added)
    return added
  }

  remove(message: SlowMessage): void {
    this.messages = this.messages.filter((each) => each !== message)
  }

  /** Messages that may be handed out now, `taken` ones excepted, in order; on a FIFO queue group by group, groups by name. */
  ready(nowMs: number, taken: readonly SlowMessage[] = []): SlowMessage[] {
    const isReady = (message: SlowMessage) => message.visibleAtMs <= nowMs && !taken.includes(message)
    if (!this.fifo) {
      return this.messages.filter(isReady).sort((a, b) => a.priority - b.priority || a.sequence - b.sequence)
    }
    const groups = [...new Set(this.messages.map(({ group }) => group))].sort()
    return groups.flatMap((name) => {
      const group = this.messages.filter((message) => message.group === name)
      const locked = group.findIndex((message) => !isReady(message))
      return locked < 0 ? group : group.slice(0, locked)
    })
  }

  counts(nowMs: number): MessageCounts {
    const hidden = this.messages.filter(({ visibleAtMs }) => visibleAtMs > nowMs)
    const inFlight = hidden.filter(({ receivedAtMs }) => receivedAtMs > 0).length
    return { ready: this.messages.length - hidden.length, delayed: hidden.length - inFlight, inFlight }
  }
}

/** Settings of a queue that was told nothing. */
export const defaults: SlowSettings = { delayMs: 0, retentionMs: 345_600_000, visibilityTimeoutMs: 30_000 }

/** Queues in these tests are FIFO by their name. */
export function isFifo(name: string): boolean {
  return name.endsWith('.fifo')
}
