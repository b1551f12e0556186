/** A double-ended queue over a power-of-two ring: push and shift in constant time, whatever its length. */
export class Ring<T> {
  #slots: (T | undefined)[] = new Array(16)
  #head = 0
  #length = 0

  get length(): number {
    return this.#length
  }

  get first(): T | undefined {
    return this.#slots[this.#head]
  }

  push(item: T): void {
    if (this.#length === this.#slots.length) this.#grow()
    this.#slots[(this.#head + this.#length) & (this.#slots.length - 1)] = item
    this.#length += 1
  }

  shift(): T | undefined {
    const item = this.#slots[this.#head]
    if (this.#length === 0) return undefined
    this.#slots[this.#head] = undefined
    this.#head = (this.#head + 1) & (this.#slots.length - 1)
    this.#length -= 1
    return item
  }

  /** The item that many places behind the first. */
  at(offset: number): T | undefined {
    return offset < this.#length ? this.#slots[(this.#head + offset) & (this.#slots.length - 1)] : undefined
  }

  #grow(): void {
    const old = this.#slots
    const slots: (T | undefined)[] = new Array(old.length * 2)
    for (let i = 0; i < this.#length; i++) slots[i] = old[(this.#head + i) & (old.length - 1)]
    this.#slots = slots
    this.#head = 0
  }
}
