/** The content of a file in memory. */
export class MemoryFile {
  #content = new Uint8Array(256)
  #synced = 0
  bytes = 0

  copy(): MemoryFile {
    const copy = new MemoryFile()
    copy.append(this.#content.subarray(0, this.bytes))
    copy.sync()
    return copy
  }

  read(into: Uint8Array, position: number): number {
    const part = this.#content.subarray(position, Math.min(this.bytes, position + into.length))
    into.set(part)
    return part.length
  }

  append(part: Uint8Array): void {
    const size = this.bytes + part.length
    if (size > this.#content.length) {
      const larger = new Uint8Array(Math.max(size, 2 * this.#content.length))
      larger.set(this.#content.subarray(0, this.bytes))
      this.#content = larger
    }
    this.#content.set(part, this.bytes)
    this.bytes = size
  }

  truncate(bytes: number): void {
    this.bytes = Math.min(this.bytes, bytes)
    this.#synced = Math.min(this.#synced, bytes)
  }

  sync(): void {
    this.#synced = this.bytes
  }

  /** `part`: how much of what was not synced is kept, from 0 to 1. */
  losePower(part: number): void {
    this.truncate(this.#synced + Math.floor((this.bytes - this.#synced) * part))
  }
}
