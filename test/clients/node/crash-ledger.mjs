/**
 * What the clients of a crash test asked and were told, message by message. Bodies are unique and name a message;
 * what was asked and not answered may have happened or not.
 */
export class Ledger {
  /** By body: `{ sent, id?, deleteAsked, deleted, receives }`. */
  #messages = new Map()
  /** By name: the attribute and tag it was created with. */
  #queues = new Map()
  #number = 0
  #deletes = 0

  /** A new message, written down before its send is asked. */
  ask() {
    const body = `message ${++this.#number}`
    this.#messages.set(body, { sent: false, deleteAsked: false, deleted: false, receives: 0 })
    return body
  }

  /** Its send was answered. `id` in the form of either cloud. */
  sent(body, id) {
    Object.assign(this.#messages.get(body), { sent: true, id: plainId(id) })
  }

  /** A receive that returned it was answered. */
  received(body, count) {
    const message = this.#messages.get(body)
    message.receives = Math.max(message.receives, count)
  }

  deleteAsked(body) {
    this.#messages.get(body).deleteAsked = true
  }

  deleted(body) {
    this.#messages.get(body).deleted = true
    this.#deletes++
  }

  queueCreated(name, visibilityTimeout) {
    this.#queues.set(name, visibilityTimeout)
  }

  /** `[name, visibilityTimeout]` of every queue whose creation was answered. */
  get queues() {
    return [...this.#queues]
  }

  get totals() {
    let sends = 0
    for (const message of this.#messages.values()) if (message.sent) sends++
    return { sends, deletes: this.#deletes }
  }

  /**
   * Compares with what a restarted emulator holds.
   *
   * @param {{ messageId: string, body: string, receiveCount: number }[]} found
   * @returns {{ lost: string[], returned: string[], invented: string[], forgotten: string[] }} bodies, by fault
   */
  audit(found) {
    const seen = new Set()
    const invented = []
    const returned = []
    const forgotten = []
    for (const { messageId, body, receiveCount } of found) {
      const message = this.#messages.get(body)
      if (!message || seen.has(body) || (message.id && message.id !== plainId(messageId))) invented.push(body)
      if (message?.deleted) returned.push(body)
      if (message && receiveCount < message.receives) forgotten.push(body)
      seen.add(body)
    }
    const lost = [...this.#messages].filter(([body, it]) => it.sent && !it.deleteAsked && !seen.has(body))
    return { lost: lost.map(([body]) => body), returned, invented, forgotten }
  }
}

/** SQS prints a UUID, MNS the same 32 digits in upper case. */
function plainId(id) {
  return id.replaceAll('-', '').toLowerCase()
}
