/** Makes calls through any client and writes down in the ledger what was asked and what was answered. */
export class Recorder {
  /** @type {import('./message-ledger.mjs').MessageLedger} */
  ledger
  #report

  constructor(ledger, report) {
    this.ledger = ledger
    this.#report = report
  }

  /** Sends a message that the ledger has: a new one, or one with a deduplication id once more. */
  async send(client, entry, options = {}) {
    const { queue, body, group, deduplicationId } = entry
    const answer = await client.send(queue, body, { group, deduplicationId, ...options })
    if (answer.outcome === 'answered') this.ledger.sent(entry, answer.value)
    else if (answer.outcome === 'refused') this.ledger.sendRefused(entry)
    else if (answer.outcome === 'denied') this.#unexpected('send', answer)
    return answer.outcome
  }

  /** Sends several new messages to one queue in one call. */
  async sendBatch(client, entries) {
    const answer = await client.sendBatch(entries[0].queue, entries)
    if (answer.outcome === 'denied') this.#unexpected('batch of sends', answer)
    if (answer.outcome === 'refused') for (const entry of entries) this.ledger.sendRefused(entry)
    if (answer.outcome !== 'answered') return
    entries.forEach((entry, index) => {
      const sent = answer.value[index]
      if (sent?.id) this.ledger.sent(entry, sent)
      else this.#unexpected('entry of a batch of sends', answer)
    })
  }

  /** Receives; returns the entries of what came. */
  async receive(client, queue, options) {
    const asked = { cloud: client.cloud, moment: this.ledger.moment(), askedAtMs: Date.now() }
    const answer = await client.receive(queue, options)
    if (answer.outcome === 'denied') this.#unexpected('receive', answer)
    if (answer.outcome !== 'answered') return []
    return this.ledger.received(queue, answer.value, {
      ...asked,
      timeoutMs: options.timeoutSeconds * 1000,
      nowMs: Date.now(),
    })
  }

  /** Deletes a message by the handle it is held by, which has to work. */
  async remove(client, entry) {
    const { hold } = entry
    this.ledger.askDelete(entry)
    const answer = await client.remove(hold.queue, hold.handle)
    if (answer.outcome === 'answered') this.ledger.deleted(entry)
    else if (answer.outcome !== 'open') this.ledger.notDeleted(entry)
    if (answer.outcome === 'denied' && Date.now() < hold.untilMs) this.#deadHandle('delete', entry, hold, answer)
  }

  /** Deletes those of one queue that are held in one call, each by its handle. */
  async removeBatch(client, entries, queue) {
    const holds = new Map(entries.map((entry) => [entry, entry.hold]))
    for (const [entry, hold] of holds) if (hold?.state !== 'held' || hold.queue !== queue) holds.delete(entry)
    if (holds.size === 0) return
    for (const entry of holds.keys()) this.ledger.askDelete(entry)
    const handles = [...holds.values()].map(({ handle }) => handle)
    const answer = await client.removeBatch(queue, handles)
    if (answer.outcome === 'open') return
    const denied = answer.outcome === 'denied'
    let index = 0
    for (const [entry, hold] of holds) {
      const done = answer.value?.[index++]
      if (done) this.ledger.deleted(entry)
      else this.ledger.notDeleted(entry)
      if ((denied || (answer.value && !done)) && Date.now() < hold.untilMs)
        this.#deadHandle('batch of deletes', entry, hold, answer)
    }
  }

  /** Changes for how long a message is held; its handle has to work. */
  async hide(client, entry, seconds) {
    const { hold } = entry
    const { handle, queue, untilMs } = hold
    this.ledger.askHold(entry)
    const askedAtMs = Date.now()
    const answer = await client.hide(queue, handle, seconds)
    if (answer.outcome === 'answered')
      this.ledger.held(entry, hold, { untilMs: askedAtMs + seconds * 1000, handle: answer.value.handle })
    else if (answer.outcome === 'refused') this.ledger.held(entry, hold, {})
    else if (answer.outcome === 'denied' && Date.now() < untilMs)
      this.#deadHandle('visibility change', entry, hold, answer)
    return answer.outcome
  }

  /** Publishes to a topic; `copies` are what its subscriptions are to get. */
  async publish(client, topic, { body, copies }, tag) {
    const answer = await client.publish(topic, body, tag)
    for (const copy of copies) {
      if (answer.outcome === 'answered') this.ledger.sent(copy)
      else if (answer.outcome === 'refused') this.ledger.sendRefused(copy)
    }
    if (answer.outcome === 'denied') this.#unexpected('publish', answer)
  }

  #unexpected(what, { status, text }) {
    this.#report('answers', `${what}: ${status} ${text.slice(0, 200)}`)
  }

  #deadHandle(what, { key }, { untilMs }, { status, text }) {
    const leftMs = untilMs - Date.now()
    this.#report('handles', `${what} of ${key}, ${leftMs} ms before its time: ${status} ${text.slice(0, 200)}`)
  }
}
