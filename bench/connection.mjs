import { connect } from 'node:net'
import { connect as connectSecurely } from 'node:tls'

// All connections read into one buffer: a read is handled to its end before the next one begins.
const inbox = Buffer.allocUnsafe(256 * 1024)
const endOfHead = Buffer.from('\r\n\r\n')
const lengthMark = Buffer.from('ength: ')
const digitZero = 0x30
const digitTwo = 0x32

/**
 * One keep-alive connection with at most one request under way. `onAnswer` gets the whole answer as bytes that are only
 * good until it returns; `onFailure` gets an Error for an answer outside 2xx, an answer it cannot read, or a lost connection.
 */
export class Connection {
  #socket
  #partial
  #onAnswer
  #onFailure
  #closing = false

  constructor(onAnswer, onFailure) {
    this.#onAnswer = onAnswer
    this.#onFailure = onFailure
  }

  /** Connects to a port of this machine; `tls`: over TLS, taking whatever certificate it has. */
  open(port, tls = false) {
    return new Promise((resolve, reject) => {
      this.#socket = tls ? this.#connectSecurely(port, resolve) : this.#connect(port, resolve)
      this.#socket.once('error', reject)
      this.#socket.on('error', (error) => this.#fail(error))
      this.#socket.on('close', () => this.#fail(new Error('the server closed the connection')))
    })
  }

  /** Sends one request, given as a Buffer or as text of one byte a character. */
  write(request) {
    this.#socket.write(request, 'latin1')
  }

  close() {
    this.#closing = true
    this.#socket.destroy()
  }

  #connect(port, connected) {
    const callback = (count) => {
      this.#read(inbox.subarray(0, count))
      return true
    }
    return connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer: inbox, callback } }, connected)
  }

  /** A TLS socket has no buffer of ours to read into. */
  #connectSecurely(port, connected) {
    const socket = connectSecurely({ port, host: '127.0.0.1', rejectUnauthorized: false }, connected)
    return socket.setNoDelay(true).on('data', (bytes) => this.#read(bytes))
  }

  #read(fresh) {
    const bytes = this.#partial ? Buffer.concat([this.#partial, fresh]) : fresh
    const length = answerLength(bytes)
    if (length > bytes.length) {
      this.#partial = Buffer.from(bytes)
      return
    }
    this.#partial = undefined
    if (bytes[9] === digitTwo && length === bytes.length) this.#onAnswer(bytes)
    else this.#fail(new Error(`unexpected answer: ${bytes.toString('latin1', 0, 2000)}`))
  }

  #fail(error) {
    if (this.#closing) return
    this.#closing = true
    this.#socket.destroy()
    this.#onFailure(error)
  }
}

/** Bytes of the answer that begins here: head and body. Infinity while the head is incomplete. */
function answerLength(bytes) {
  const headEnd = bytes.indexOf(endOfHead)
  if (headEnd < 0) return Number.POSITIVE_INFINITY
  const bodyStart = headEnd + endOfHead.length
  const mark = bytes.indexOf(lengthMark)
  if (mark < 0 || mark > headEnd) return bodyStart
  return bodyStart + numberAt(bytes, mark + lengthMark.length)
}

function numberAt(bytes, start) {
  let number = 0
  for (let at = start; ; at++) {
    const digit = bytes[at] - digitZero
    if (!(digit >= 0 && digit <= 9)) return number
    number = number * 10 + digit
  }
}
