/** Everything that must never happen. Each has a count of its own in the table at the end. */
export const faultKinds = {
  lost: 'messages lost whose send was answered',
  returned: 'deleted messages that returned',
  invented: 'messages that nobody sent, or in a queue where they have no place',
  duplicates: 'messages that are there twice',
  handles: 'receipt handles that stopped working while their time ran',
  hidden: 'messages in flight that were handed out, or shown as ready, before their time',
  order: 'order within a FIFO group broken',
  locks: 'FIFO groups handed out while a message of theirs is in flight',
  deduplication: 'sends of which a FIFO queue forgot that it had them',
  receiveCounts: 'receive counts that went down',
  settings: 'queues, attributes, tags, topics or subscriptions lost or changed',
  tasks: 'move tasks lost, or that went back',
  answers: 'answers that twinmq had no reason to give',
  exits: 'processes that ended by themselves, or stops that were not clean',
  restarts: 'starts that were refused',
  slowRestarts: 'starts that took more than 10 seconds',
}

/** What must never happen besides, when the disk fails. */
export const diskFaultKinds = {
  traces: 'changes that were refused while degraded, and happened',
  accepted: 'changes that were answered as done while degraded',
  forms: "refusals that are not in the protocol's own form",
  reads: 'reads that failed while degraded',
  health: 'wrong words of health: not degraded, without a reason, or not ready again by itself',
}

/** Details that are kept: of each kind, and in all. */
const keptOfAKind = 4
const keptDetails = 20

/** Counts faults by kind, and keeps the first few in detail. */
export class Faults {
  counts = {}
  details = []
  /** What the details are headed with, such as the round. */
  place = ''
  #shown = 0

  /** @param {string[]} kinds those that are looked for */
  constructor(kinds) {
    for (const kind of kinds) this.counts[kind] = 0
  }

  report = (kind, detail) => {
    if (!(kind in this.counts)) throw new Error(`no such kind of fault: ${kind}`)
    this.counts[kind]++
    if (this.counts[kind] > keptOfAKind || this.details.length >= keptDetails) return
    this.details.push(`${this.place}${kind}: ${detail.replace(/\s+/g, ' ').slice(0, 400)}`)
  }

  /** Details since the last call. */
  unseen() {
    const from = this.#shown
    this.#shown = this.details.length
    return this.details.slice(from)
  }

  get total() {
    return Object.values(this.counts).reduce((sum, count) => sum + count, 0)
  }
}
