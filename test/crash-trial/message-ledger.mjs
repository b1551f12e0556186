/** A body that is longer is forgotten with its message, characters. */
const largeBody = 10_000

/**
 * What clients asked and were told about messages. Bodies are unique and name a message, so whatever is received or
 * listed can be held against it. What was asked and not answered may have happened or not, until an audit has looked.
 */
export class MessageLedger {
  #report
  /** By key: the first part of a body, and for copies that topics make, the queue. */
  #entries = new Map()
  /** By queue and group: its messages in the order of their sends. */
  #groups = new Map()
  #number = 0
  /** Counts what is asked and answered: tells which came first. */
  #moment = 0
  /** Ids change when a task moves messages out of a dead-letter queue. */
  #movesAsked = false

  /** @param {(kind: string, detail: string) => void} report takes each fault */
  constructor(report) {
    this.#report = report
  }

  /** A new message, written down before its send is asked. `places`: queues where it may come to be. */
  message({ queue, places = [queue], group, deduplicationId, padding = '' }) {
    const key = `m${++this.#number}`
    return this.#add({ key, body: padding ? `${key} ${padding}` : key, queue, places, group, deduplicationId })
  }

  /** A publication, as one message for each queue that is to get a copy. */
  publication(queues) {
    const body = `m${++this.#number}`
    return {
      body,
      copies: queues.map((queue) => this.#add({ key: `${body}@${queue}`, body, queue, places: [queue], copy: true })),
    }
  }

  #add(given) {
    const entry = {
      ...given,
      sentAtMs: Date.now(),
      sent: 'asked',
      deletesOpen: 0,
      deleted: false,
      count: 0,
      countMoment: 0,
    }
    this.#entries.set(entry.key, entry)
    if (entry.group !== undefined) this.#groupOf(entry).push(entry)
    return entry
  }

  /** Its send was answered, or the send of the same deduplication id once more. */
  sent(entry, { id, sequenceNumber } = {}) {
    const plain = id && plainId(id)
    const again = entry.sent === 'answered' && entry.deduplicationId !== undefined
    if (again && !entry.copy && entry.id !== undefined && entry.id !== plain)
      this.#report('deduplication', `${entry.key}: sent again as ${plain}, it was ${entry.id}`)
    if (again && sequenceNumber && entry.sequenceNumber && entry.sequenceNumber !== sequenceNumber)
      this.#report('deduplication', `${entry.key}: sequence number ${sequenceNumber}, it was ${entry.sequenceNumber}`)
    if (entry.sent === 'asked' || entry.sent === 'answered') entry.sent = 'answered'
    if (!entry.copy) entry.id ??= plain
    entry.sequenceNumber ??= sequenceNumber
  }

  /** Its send was refused before twinmq looked at it, so it must not be there. */
  sendRefused(entry) {
    if (entry.sent === 'asked') entry.sent = 'refused'
  }

  /** The present, to be taken before something is asked. */
  moment() {
    return ++this.#moment
  }

  movesAsked() {
    this.#movesAsked = true
  }

  /**
   * A receive was answered. Returns the entries of its messages, each with a hold if it is in flight now.
   *
   * @param {{ body: string, id: string, count: number, handle: string }[]} messages
   * @param {{ cloud: string, moment: number, askedAtMs: number, timeoutMs: number, nowMs: number }} asked
   */
  received(queue, messages, asked) {
    const together = new Set(messages.map(({ body }) => this.#entryOf(body, queue)))
    const entries = []
    for (const message of messages) {
      const entry = this.#known(queue, message, 'received')
      if (!entry) continue
      if (entry.deleted && entry.deletedMoment < asked.moment)
        this.#report('returned', `${entry.key} was received from ${queue} after its delete was answered`)
      this.#checkHold(entry, queue, asked)
      this.#checkTurn(entry, together, asked.nowMs)
      this.#checkCount(entry, message, asked.moment)
      entry.sent = 'answered'
      entry.hold =
        asked.timeoutMs > 0
          ? {
              state: 'held',
              queue,
              cloud: asked.cloud,
              handle: message.handle,
              untilMs: asked.askedAtMs + asked.timeoutMs,
              since: this.moment(),
            }
          : undefined
      entries.push(entry)
    }
    return entries
  }

  #checkHold({ key, hold, deletesOpen }, queue, { moment, nowMs }) {
    if (hold?.state !== 'held' || hold.since > moment || nowMs >= hold.untilMs || deletesOpen > 0) return
    this.#report('hidden', `${key} was received from ${queue}, ${hold.untilMs - nowMs} ms before its time`)
  }

  /** Of a group, only the first that is there may be handed out, and those that come with it. */
  #checkTurn(entry, together, nowMs) {
    if (entry.group === undefined) return
    const list = this.#groupOf(entry)
    while (list.length > 0 && (list[0].deleted || list[0].sent === 'never' || list[0].sent === 'refused')) list.shift()
    for (const earlier of list) {
      if (earlier === entry) return
      if (earlier.sent !== 'answered' || earlier.deleted || earlier.deletesOpen > 0 || together.has(earlier)) continue
      const held = earlier.hold?.state === 'held' && earlier.hold.untilMs > nowMs
      this.#report(
        held ? 'locks' : 'order',
        `${entry.key} of group ${entry.group} was received, ${earlier.key} is before it`,
      )
      return
    }
  }

  #checkCount(entry, { id, count }, moment) {
    const same = entry.id === undefined || entry.id === plainId(id)
    if (same && entry.countMoment < moment && count <= entry.count)
      this.#report('receiveCounts', `${entry.key} was received for the time ${count}, after the time ${entry.count}`)
    entry.count = same ? Math.max(entry.count, count) : count
    entry.countMoment = this.moment()
    entry.id = plainId(id)
  }

  askDelete(entry) {
    entry.deletesOpen++
  }

  deleted(entry) {
    entry.deletesOpen--
    entry.deleted = true
    entry.deletedMoment = this.moment()
  }

  /** It was refused, or its handle was not good any more: nothing happened. */
  notDeleted(entry) {
    entry.deletesOpen--
  }

  /** Nobody knows how long it is held, until `held` says so. */
  askHold(entry) {
    if (entry.hold) entry.hold.state = 'changing'
  }

  /** Its visibility was changed: for how long, and in MNS under a new handle. `untilMs` undefined: it stays as it was. */
  held(entry, hold, { untilMs, handle }) {
    if (entry.hold !== hold || hold.state !== 'changing') return
    hold.state = 'held'
    if (untilMs !== undefined) hold.untilMs = untilMs
    if (handle !== undefined) hold.handle = handle
  }

  /** Messages whose handles must work for `marginMs` more at least. */
  holds(nowMs, marginMs) {
    return [...this.#entries.values()].filter(
      ({ hold, sent, deleted, deletesOpen }) =>
        hold?.state === 'held' &&
        hold.untilMs > nowMs + marginMs &&
        sent === 'answered' &&
        !deleted &&
        deletesOpen === 0,
    )
  }

  /** A purge of a queue was asked, which also forgets what was sent to it. */
  forgetSends(queue) {
    for (const entry of this.#entries.values()) if (entry.queue === queue) entry.deduplicationId = undefined
  }

  /** Messages of a queue that may be there. */
  inQueue(queue) {
    return [...this.#entries.values()].filter(
      ({ places, sent, deleted }) => places.includes(queue) && (sent === 'answered' || sent === 'asked') && !deleted,
    )
  }

  /** The newest sends with a deduplication id that were first made since an instant. */
  deduplicated(sinceMs, limit) {
    return [...this.#entries.values()]
      .filter((entry) => entry.sent === 'answered' && entry.deduplicationId !== undefined && entry.sentAtMs >= sinceMs)
      .slice(-limit)
  }

  /**
   * Holds all that is there against what was answered, while nothing is under way. Afterwards nothing is open: what
   * was found is taken to have happened, what was not is taken not to have.
   *
   * @param {{ queue: string, messages: { messageId: string, body: string, state: string, receiveCount: number, visibleAt: string }[] }[]} listed oldest first
   */
  audit(listed, nowMs) {
    const seen = new Set()
    for (const { queue, messages } of listed) {
      const lastOfGroup = new Map()
      for (const message of messages) {
        const entry = this.#known(queue, { body: message.body, id: message.messageId }, 'found')
        if (!entry) continue
        this.#auditOne(entry, queue, message, seen, nowMs)
        this.#auditOrder(entry, lastOfGroup)
        seen.add(entry)
      }
    }
    for (const entry of this.#entries.values()) this.#settle(entry, seen.has(entry))
  }

  #auditOne(entry, queue, { messageId, state, receiveCount, visibleAt }, seen, nowMs) {
    const { key, hold } = entry
    if (seen.has(entry)) this.#report('duplicates', `${key} is there twice, once in ${queue}`)
    if (entry.deleted) this.#report('returned', `${key} is in ${queue}, its delete was answered`)
    if (receiveCount < entry.count && entry.id === plainId(messageId))
      this.#report('receiveCounts', `${key} counts ${receiveCount} receives, it had ${entry.count}`)
    if (hold?.state === 'held' && hold.untilMs > nowMs && entry.deletesOpen === 0) {
      const early = state !== 'inFlight' || Date.parse(visibleAt) < hold.untilMs
      if (early)
        this.#report('hidden', `${key} is ${state} until ${visibleAt}, it was to be held until ${hold.untilMs}`)
    }
    entry.count = entry.id === plainId(messageId) ? Math.max(entry.count, receiveCount) : receiveCount
    entry.id = plainId(messageId)
  }

  #auditOrder(entry, lastOfGroup) {
    if (entry.group === undefined) return
    const number = Number(entry.key.slice(1))
    if (number < lastOfGroup.get(entry.group))
      this.#report('order', `${entry.key} of group ${entry.group} stands behind m${lastOfGroup.get(entry.group)}`)
    lastOfGroup.set(entry.group, number)
  }

  #settle(entry, found) {
    if (entry.sent === 'answered' && !found && !entry.deleted && entry.deletesOpen === 0) {
      this.#report('lost', `${entry.key} of ${entry.queue}${entry.group === undefined ? '' : `, group ${entry.group}`}`)
      entry.deleted = true
    }
    if (entry.deletesOpen > 0 && !found) Object.assign(entry, { deleted: true, deletedMoment: this.moment() })
    entry.deletesOpen = 0
    if (entry.sent === 'asked') entry.sent = found ? 'answered' : 'never'
    if (entry.hold && (entry.hold.state === 'changing' || entry.deleted)) entry.hold = undefined
    if (entry.deleted && entry.body?.length > largeBody) entry.body = undefined
  }

  /** The entry of a message that was seen, if it may be there. */
  #known(queue, { body, id }, how) {
    const entry = this.#entryOf(body, queue)
    if (!entry || (entry.body !== undefined && body !== entry.body)) {
      this.#report('invented', `${body.slice(0, 40)} was ${how} in ${queue}`)
      return undefined
    }
    if (entry.sent === 'refused' || entry.sent === 'never') {
      const [kind, why] =
        entry.sent === 'refused' ? ['traces', 'refused while degraded'] : ['invented', 'not there before']
      this.#report(kind, `${entry.key} was ${how} in ${queue}, and ${why}`)
      return undefined
    }
    if (!entry.places.includes(queue)) this.#report('invented', `${entry.key} of ${entry.queue} was ${how} in ${queue}`)
    const changed = entry.id !== undefined && entry.id !== plainId(id)
    if (changed && !(this.#movesAsked && entry.places.length > 1))
      this.#report('invented', `${entry.key} was ${how} as ${plainId(id)}, it was ${entry.id}`)
    return entry
  }

  #entryOf(body, queue) {
    const key = body.split(' ', 1)[0]
    return this.#entries.get(key) ?? this.#entries.get(`${key}@${queue}`)
  }

  #groupOf({ queue, group }) {
    const name = `${queue}/${group}`
    if (!this.#groups.has(name)) this.#groups.set(name, [])
    return this.#groups.get(name)
  }

  get size() {
    return [...this.#entries.values()].filter(({ sent, deleted }) => sent === 'answered' && !deleted).length
  }
}

/** SQS prints a UUID, MNS the same 32 digits in upper case. */
const plainId = (id) => id.replaceAll('-', '').toLowerCase()
