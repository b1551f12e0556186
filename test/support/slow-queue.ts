import type { MessageCounts } from '../../src/core/model.ts'

/** An instant, and the number of the command that did something then; 0: time did. */
type SlowMoment = readonly [atMs: number, number: number]

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
  /** Number of the command that made it visible at once; 0: none did. */
  visibleBy: number
  receivedAtMs: number
  firstReceivedAtMs: number
  receiveCount: number
  receiptNumber: number
}

/** Settings in force, those that were never given included. */
type SlowSettings = { delayMs: number; retentionMs: number; visibilityTimeoutMs: number }

type SlowRedrive = { readonly to: string; readonly maxReceives: number }

/** What an attempt to receive was given. */
type SlowAttempt = {
  readonly atMs: number
  readonly visibleAtMs: number
  readonly given: readonly { readonly message: SlowMessage; readonly receiptNumber: number }[]
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
  /** Since when it is the turn of each group of a FIFO queue. */
  turns: Record<string, SlowMoment> = {}

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

  /** Takes a message out; the one behind it in its group is then first, from that moment on. */
  remove(message: SlowMessage, moment: SlowMoment): void {
    const { group = '' } = message
    const before = this.#of(group)
    this.messages = this.messages.filter((each) => each !== message)
    if (before[0] === message) this.turns[group] = latest(moment, this.turns[group])
    if (before.length === 1) delete this.turns[group]
  }

  /** Notes since when groups are there to be served. */
  noteTurns(nowMs: number): void {
    if (!this.fifo) return
    for (const group of this.#groups())
      if (this.#of(group)[0]!.visibleAtMs <= nowMs) this.turns[group] = this.#turn(group)
  }

  /** Messages that may be handed out now, `taken` ones excepted, in order; on a FIFO queue group by group, in turn. */
  ready(nowMs: number, taken: readonly SlowMessage[] = []): SlowMessage[] {
    const isReady = (message: SlowMessage) => message.visibleAtMs <= nowMs && !taken.includes(message)
    if (!this.fifo) {
      return this.messages.filter(isReady).sort((a, b) => a.priority - b.priority || a.sequence - b.sequence)
    }
    const groups = this.#groups().map((name) => ({ group: this.#of(name), turn: this.#turn(name) }))
    groups.sort((a, b) => {
      return a.turn[0] - b.turn[0] || a.turn[1] - b.turn[1] || a.group[0]!.sequence - b.group[0]!.sequence
    })
    return groups.flatMap(({ group }) => {
      const locked = group.findIndex((message) => !isReady(message))
      return locked < 0 ? group : group.slice(0, locked)
    })
  }

  counts(nowMs: number): MessageCounts {
    const hidden = this.messages.filter(({ visibleAtMs }) => visibleAtMs > nowMs)
    const inFlight = hidden.filter(({ receivedAtMs }) => receivedAtMs > 0).length
    return { ready: this.messages.length - hidden.length, delayed: hidden.length - inFlight, inFlight }
  }

  #groups(): string[] {
    return [...new Set(this.messages.map(({ group = '' }) => group))]
  }

  #of(name: string): SlowMessage[] {
    return this.messages.filter(({ group = '' }) => group === name)
  }

  #turn(group: string): SlowMoment {
    const { visibleAtMs, visibleBy } = this.#of(group)[0]!
    return latest([visibleAtMs, visibleBy], this.turns[group])
  }
}

function latest(a: SlowMoment, b: SlowMoment = [0, 0]): SlowMoment {
  return a[0] > b[0] || (a[0] === b[0] && a[1] >= b[1]) ? a : b
}

/** Settings of a queue that was told nothing. */
export const defaults: SlowSettings = { delayMs: 0, retentionMs: 345_600_000, visibilityTimeoutMs: 30_000 }

/** Queues in these tests are FIFO by their name. */
export function isFifo(name: string): boolean {
  return name.endsWith('.fifo')
}
