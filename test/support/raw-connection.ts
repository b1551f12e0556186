import { connect, type Socket } from 'node:net'

/** A connection on which a test writes and reads bytes as they are. */
export class RawConnection {
  readonly #socket: Socket
  #received = ''
  #ended = false
  #changed: () => void = () => {}

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => {
      this.#received += text
      this.#changed()
    })
    // A reset by the other side closes the connection as an end does.
    socket.on('error', () => {})
    socket.on('close', () => {
      this.#ended = true
      this.#changed()
    })
  }

  static open(port: number): Promise<RawConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port }, () => {
        socket.off('error', reject)
        resolve(new RawConnection(socket))
      })
      socket.once('error', reject)
    })
  }

  /** All that came so far. */
  get received(): string {
    return this.#received
  }

  write(bytes: string | Uint8Array): this {
    this.#socket.write(bytes)
    return this
  }

  /** Writes until the other side has closed the connection, or has taken `chunks`. */
  async writeWhileOpen(chunk: Uint8Array, chunks: number): Promise<void> {
    for (let written = 0; written < chunks && !this.#ended; written++) {
      if (this.#socket.write(chunk)) continue
      await new Promise<void>((resolve) => {
        this.#changed = resolve
        this.#socket.once('drain', resolve)
      })
    }
  }

  /** Everything that came, once it fits or the other side has closed the connection. */
  async until(form: RegExp): Promise<string> {
    while (!form.test(this.#received) && !this.#ended) await this.#change()
    return this.#received
  }

  /** Everything that came, once the other side has closed the connection. */
  async untilClosed(): Promise<string> {
    while (!this.#ended) await this.#change()
    return this.#received
  }

  leave(): void {
    this.#socket.destroy()
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#changed = resolve
    })
  }
}
