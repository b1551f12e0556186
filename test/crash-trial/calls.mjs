import { Agent, request } from 'node:http'

/** Whoever was refused comes again after that time, milliseconds. */
const refusedPauseMs = 5

/**
 * Carries calls to one run of twinmq and says what became of each: `answered` (done), `denied` (a 4xx), `refused` (5xx,
 * asked when twinmq had said that it is degraded: it must leave no trace) or `open` (no answer, or the 5xx of what was
 * under way when the disk failed: it may have happened).
 */
export class Calls {
  /** No more calls are to be made. */
  ended = false
  /** Connections may break: a kill or a stop is on its way. */
  dying = false
  /** 'sound', 'failing' (the disk fails, or may have just stopped to) or 'degraded' (twinmq said so). */
  disk = 'sound'
  #agent = new Agent({ keepAlive: true, maxSockets: 40 })
  #port
  #faults
  #totals
  #era = 0
  #underWay = 0
  #answersLeft = Number.POSITIVE_INFINITY
  #then = () => {}

  /**
   * @param {string} url
   * @param {import('./fault-kinds.mjs').Faults} faults
   * @param {Record<string, number>} totals answered calls by kind
   */
  constructor(url, faults, totals) {
    this.#port = new URL(url).port
    this.#faults = faults
    this.#totals = totals
  }

  get underWay() {
    return this.#underWay
  }

  /** Has something done once so many calls more were answered. */
  after(answers, then) {
    this.#answersLeft = answers
    this.#then = then
  }

  /** What was asked before counts as asked in another state of the disk. */
  diskIs(disk) {
    this.disk = disk
    this.#era++
  }

  close() {
    this.#agent.destroy()
  }

  /**
   * @param {string} kind what the table counts it as
   * @param {{ method: string, path: string, headers?: Record<string, string>, body?: string, reads?: boolean, ownForm?: RegExp }} call `ownForm`: what a refusal looks like in this protocol
   * @returns {Promise<{ outcome: 'answered' | 'denied' | 'refused' | 'open', status?: number, text: string }>}
   */
  async make(kind, call) {
    const { disk } = this
    const era = this.#era
    this.#underWay++
    let answer
    try {
      answer = await this.#exchange(call)
    } catch (error) {
      if (!this.dying) this.#faults.report('answers', `${kind}: no answer: ${error.message}`)
      return { outcome: 'open', text: '' }
    } finally {
      this.#underWay--
    }
    const degraded = disk === 'degraded' && era === this.#era
    const sound = disk === 'sound' && this.disk === 'sound' && !this.dying
    const outcome = this.#judge(kind, call, answer, { degraded, sound })
    if (outcome === 'answered') this.#totals[kind] = (this.#totals[kind] ?? 0) + 1
    if (--this.#answersLeft === 0) this.#then()
    if (answer.status >= 500) await new Promise((resolve) => setTimeout(resolve, refusedPauseMs))
    return { outcome, ...answer }
  }

  #judge(kind, { reads, ownForm }, { status, text }, { degraded, sound }) {
    if (status < 400) {
      if (degraded && !reads) this.#faults.report('accepted', `${kind}: ${status}`)
      return 'answered'
    }
    if (status < 500) return 'denied'
    const shown = `${kind}: ${status} ${text.slice(0, 200)}`
    if (sound) this.#faults.report('answers', shown)
    else if (this.dying) return 'open'
    // A read that shares the turn of the write that failed rests on what it wrote, and is answered like it.
    else if (reads && degraded) this.#faults.report('reads', shown)
    else if (!ownForm.test(text)) this.#faults.report('forms', shown)
    return degraded ? 'refused' : 'open'
  }

  #exchange({ method, path, headers = {}, body = '' }) {
    return new Promise((resolve, reject) => {
      const options = { agent: this.#agent, host: '127.0.0.1', port: this.#port, method, path }
      const length = { 'content-length': Buffer.byteLength(body) }
      const call = request({ ...options, headers: { ...headers, ...length } }, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('end', () => resolve({ status: response.statusCode, text }))
        response.on('error', reject)
      })
      call.on('error', reject)
      call.end(body)
    })
  }
}
