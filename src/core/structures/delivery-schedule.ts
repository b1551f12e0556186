import type { Delivery } from '../topic.ts'

type Entry = { readonly delivery: Delivery; readonly atMs: number; readonly order: number }

/** Deliveries by the time of their next try, at one time in the order in which they were noted. One that was put off or ended leaves its entry behind, to be passed over. */
export class DeliverySchedule {
  readonly #entries: Entry[] = []
  #noted = 0
  readonly #isPending: (delivery: Delivery) => boolean

  constructor(isPending: (delivery: Delivery) => boolean) {
    this.#isPending = isPending
  }

  /** The delivery whose next try is due first. */
  get first(): Delivery | undefined {
    for (;;) {
      const entry = this.#entries[0]
      if (entry === undefined) return undefined
      if (entry.atMs === entry.delivery.nextAtMs && this.#isPending(entry.delivery)) return entry.delivery
      this.#dropFirst()
    }
  }

  /** Notes a delivery at its present `nextAtMs`. */
  note(delivery: Delivery): void {
    const entries = this.#entries
    const entry = { delivery, atMs: delivery.nextAtMs, order: this.#noted }
    this.#noted += 1
    let index = entries.push(entry) - 1
    while (index > 0) {
      const parent = (index - 1) >> 1
      if (isBefore(entries[parent]!, entry)) break
      entries[index] = entries[parent]!
      index = parent
    }
    entries[index] = entry
  }

  #dropFirst(): void {
    const entries = this.#entries
    const last = entries.pop()
    if (last === undefined || entries.length === 0) return
    let index = 0
    for (;;) {
      let child = 2 * index + 1
      if (child >= entries.length) break
      if (child + 1 < entries.length && isBefore(entries[child + 1]!, entries[child]!)) child += 1
      if (isBefore(last, entries[child]!)) break
      entries[index] = entries[child]!
      index = child
    }
    entries[index] = last
  }
}

function isBefore(a: Entry, b: Entry): boolean {
  return a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order)
}
