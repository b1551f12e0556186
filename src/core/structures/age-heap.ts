import type { Message } from '../model.ts'

/** Below this many entries, those of messages that are gone are not worth clearing out. */
const small = 64

/**
 * Messages by the time of their send, oldest first. Those that are gone are passed over when they come to the front,
 * and cleared out when the heap has doubled since that was last done.
 */
export class AgeHeap {
  #items: Message[] = []
  #clearAt = small

  /** Whether it holds nothing, messages that are gone included. */
  get empty(): boolean {
    return this.#items.length === 0
  }

  /** The oldest that is not gone. */
  get first(): Message | undefined {
    while (this.#items[0]?.place === 'gone') this.#dropFirst()
    return this.#items[0]
  }

  push(message: Message): void {
    if (this.#items.length >= this.#clearAt) this.#clear()
    const items = this.#items
    let index = items.push(message) - 1
    while (index > 0) {
      const parent = (index - 1) >> 1
      if (items[parent]!.sentAtMs <= message.sentAtMs) break
      items[index] = items[parent]!
      index = parent
    }
    items[index] = message
  }

  #dropFirst(): void {
    const last = this.#items.pop()
    if (last !== undefined && this.#items.length > 0) this.#sink(last, 0)
  }

  #sink(message: Message, from: number): void {
    const items = this.#items
    let index = from
    for (;;) {
      let child = 2 * index + 1
      if (child >= items.length) break
      if (child + 1 < items.length && items[child + 1]!.sentAtMs < items[child]!.sentAtMs) child += 1
      if (items[child]!.sentAtMs >= message.sentAtMs) break
      items[index] = items[child]!
      index = child
    }
    items[index] = message
  }

  #clear(): void {
    this.#items = this.#items.filter(({ place }) => place !== 'gone')
    for (let index = (this.#items.length >> 1) - 1; index >= 0; index--) this.#sink(this.#items[index]!, index)
    this.#clearAt = Math.max(small, 2 * this.#items.length)
  }
}
