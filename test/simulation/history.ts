import type { Event } from '../../src/core/events/event.ts'
import { evolve } from '../../src/core/evolve.ts'
import type { Namespace } from '../../src/core/model.ts'
import { emptyState, type State } from '../../src/core/state.ts'
import { stateText } from '../store/plain-state.ts'
import { Ledger, type Report } from './ledger.ts'

/** What one command did. */
type Entry = {
  readonly sequence: number
  readonly atMs: number
  readonly events: Event[]
  accepted: number
  pushed: number
  /** It ran while nothing could be written down. */
  readonly degraded: boolean
}

/** All that was done: what is answered for good, and what a crash may take away. */
export class History {
  /** The books of all that was done. */
  live: Ledger
  /** Sequence up to which everything was answered. */
  answered = 0
  /** Sends that a command is making; others are made by pushes. */
  sending = false
  readonly #report: Report
  #pending: Entry[] = []
  /** The state, and the books, after what was answered. */
  #sure: State
  readonly #sureBooks: Ledger

  constructor(namespace: Namespace, report: Report) {
    this.#report = report
    this.#sure = emptyState(namespace)
    this.#sureBooks = new Ledger(namespace, () => {})
    this.live = new Ledger(namespace, report)
  }

  /** Hears of an event as it comes. */
  heard(event: Event, sequence: number, atMs: number, degraded: boolean): void {
    let entry = this.#pending.at(-1)
    if (entry?.sequence !== sequence) {
      entry = { sequence, atMs, events: [], accepted: 0, pushed: 0, degraded }
      this.#pending.push(entry)
    }
    entry.events.push(event)
    if (event.kind === 'messageSent' && !this.sending) {
      entry.pushed += 1
      this.live.tallies.pushed += 1
    }
    this.live.apply(event, { atMs, command: sequence })
  }

  /** The command that ran last had that many new messages accepted. */
  accepted(count: number): void {
    this.live.tallies.accepted += count
    const entry = this.#pending.at(-1)
    if (entry) entry.accepted += count
  }

  /** Lets go of what cannot be taken away any more. */
  settle(sequence = this.answered): void {
    const open = this.#pending.findIndex((entry) => entry.sequence > sequence)
    const sure = open === -1 ? this.#pending : this.#pending.slice(0, open)
    this.#pending = open === -1 ? [] : this.#pending.slice(open)
    for (const entry of sure) this.#makeSure(entry)
  }

  /** What a new process found must be a state that was: at least all that was answered, at most all that was tried. */
  recovered(found: State): void {
    const last = this.#pending.at(-1)?.sequence ?? this.#sure.sequence
    if (found.sequence < this.answered)
      this.#report('what was answered is kept', `found ${found.sequence}, answered ${this.answered}`)
    if (found.sequence > last) this.#report('only what was tried is there', `found ${found.sequence}, tried ${last}`)
    const degraded = this.#pending.some((entry) => entry.degraded)
    this.settle(found.sequence)
    const difference = differenceOf(stateText(this.#sure), stateText(found))
    if (difference) this.#report('a crash leaves a state that was', `${degraded ? 'degraded, ' : ''}${difference}`)
    this.#pending = []
    this.answered = found.sequence
    this.live = this.#sureBooks.copy(this.#report)
  }

  #makeSure({ sequence, atMs, events, accepted, pushed }: Entry): void {
    for (const event of events) {
      evolve(this.#sure, event, { sequence, atMs })
      this.#sureBooks.apply(event, { atMs, command: sequence })
    }
    this.#sureBooks.tallies.accepted += accepted
    this.#sureBooks.tallies.pushed += pushed
    this.#sure.sequence = sequence
    this.#sure.changedAtMs = atMs
  }
}

/** Where two texts part; undefined: they are the same. */
export function differenceOf(expected: string, found: string): string | undefined {
  if (expected === found) return undefined
  let at = 0
  while (expected[at] === found[at]) at++
  const around = (text: string) => text.slice(Math.max(0, at - 160), at + 80)
  return `expected …${around(expected)}… but found …${around(found)}…`
}
