import type { Message } from '../model.ts'

/** Whether `a` comes before `b`. */
type Order = (a: Message, b: Message) => boolean

/**
 * A binary heap of messages. Each message knows its slot (`heapIndex`), so that any of them is removed or moved in
 * O(log n); a message stands in one heap at a time.
 */
export class MessageHeap {
  readonly #items: Message[] = []
  readonly #before: Order

  constructor(before: Order) {
    this.#before = before
  }

  get length(): number {
    return this.#items.length
  }

  get first(): Message | undefined {
    return this.#items[0]
  }

  push(message: Message): void {
    message.heapIndex = this.#items.length
    this.#items.push(message)
    this.#rise(message)
  }

  /** Takes a message out, wherever it stands. */
  remove(message: Message): void {
    const last = this.#items.pop()
    if (last === undefined || last === message) return
    last.heapIndex = message.heapIndex
    this.#items[last.heapIndex] = last
    this.moved(last)
  }

  /** Puts a message whose order changed back in its place. */
  moved(message: Message): void {
    this.#rise(message)
    this.#sink(message)
  }

  /** The first few in order, at most `limit`. Looks only; O(limit²) at worst, whatever the size of the heap. */
  firstFew(limit: number): Message[] {
    const found: Message[] = []
    const frontier = this.#items.slice(0, 1)
    while (found.length < limit && frontier.length > 0) {
      const next = frontier.reduce((best, message) => (this.#before(message, best) ? message : best))
      found.push(next)
      frontier.splice(frontier.indexOf(next), 1, ...this.#items.slice(2 * next.heapIndex + 1, 2 * next.heapIndex + 3))
    }
    return found
  }

  #rise(message: Message): void {
    const items = this.#items
    let index = message.heapIndex
    while (index > 0) {
      const parent = items[(index - 1) >> 1]!
      if (!this.#before(message, parent)) break
      items[index] = parent
      parent.heapIndex = index
      index = (index - 1) >> 1
    }
    items[index] = message
    message.heapIndex = index
  }

  #sink(message: Message): void {
    const items = this.#items
    const length = items.length
    let index = message.heapIndex
    for (;;) {
      let child = 2 * index + 1
      if (child >= length) break
      if (child + 1 < length && this.#before(items[child + 1]!, items[child]!)) child += 1
      const candidate = items[child]!
      if (!this.#before(candidate, message)) break
      items[index] = candidate
      candidate.heapIndex = index
      index = child
    }
    items[index] = message
    message.heapIndex = index
  }
}
