import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { noMessage } from './burst.mjs'
import { Connection } from './connection.mjs'

/** Long enough for a request to reach the server and be parked there. */
const parkingMs = 5

/**
 * Parks a long poll on one connection, sends a message on another, and measures from the write of the send to the answer
 * of the long poll; `job.samples` times over. Resolves to the times in milliseconds. Rejects if the long poll ends unasked.
 */
export async function measureWakeUps(plan, job) {
  const [longPoll, send] = plan
  const receiver = new Asker()
  const sender = new Asker()
  await Promise.all([receiver.open(job.port), sender.open(job.port)])
  const times = []
  try {
    for (let turn = 0; turn < job.samples; turn++) times.push(await wakeUpMs(receiver, sender, longPoll, send, turn))
  } finally {
    receiver.close()
    sender.close()
  }
  return times
}

async function wakeUpMs(receiver, sender, longPoll, send, turn) {
  const woken = receiver.ask(longPoll.request(turn), longPoll.handleIn)
  const early = await Promise.race([woken, delay(parkingMs)])
  if (early !== undefined) throw new Error('the long poll was answered before a message was sent')
  const sentAt = performance.now()
  const sent = sender.ask(send.request(turn))
  const wokenAt = await woken
  await sent
  return wokenAt - sentAt
}

/** A connection as questions and answers. */
class Asker {
  #connection
  #waiting

  constructor() {
    this.#connection = new Connection(
      (answer) => this.#answered(answer),
      (error) => this.#waiting?.reject(error),
    )
  }

  open(port) {
    return this.#connection.open(port)
  }

  close() {
    this.#connection.close()
  }

  /** Resolves to the instant of the answer, in milliseconds of this process. Rejects if `handleIn` is given and finds no receipt handle. */
  ask(request, handleIn) {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject, handleIn }
      this.#connection.write(request)
    })
  }

  #answered(answer) {
    const at = performance.now()
    const { resolve, reject, handleIn } = this.#waiting
    if (handleIn && handleIn(answer) === undefined) reject(noMessage(answer))
    else resolve(at)
  }
}
