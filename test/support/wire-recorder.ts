import { appendFileSync } from 'node:fs'
import { expect } from 'vitest'

/** A request as it went out; a body as text. */
type Sent = {
  readonly method: string
  readonly target: string
  readonly headers: object
  readonly body: string | Buffer
}
type Answer = { readonly status: number; readonly headers: object; readonly body: string }

const longestText = 4096

/**
 * Keeps what goes over the wire during one test, if `TWINMQ_RECORD_WIRE` names a file: one JSON object a line, which says
 * what it is part of, the number of the request in it from 1, the request and its answer. Tests run with a fixed seed and
 * clock, so ids and times are kept as they are. `test/wire/compare-recordings.mjs` compares two such files.
 */
export class WireRecorder {
  readonly #file = process.env.TWINMQ_RECORD_WIRE
  readonly #of: string
  #requests = 0

  /** Absent: the recording is named after the test that runs. */
  constructor(of = expect.getState().currentTestName ?? 'no test') {
    this.#of = of
  }

  /**
   * The answer, once it is recorded. A request that is left without an answer leaves no trace but its number. `port`: the one
   * listened on, which is another in each run and is recorded as PORT.
   */
  async record<A extends Answer>(sent: Sent, answer: Promise<A>, port?: number): Promise<A> {
    this.#requests += 1
    const number = this.#requests
    const answered = await answer
    if (this.#file === undefined) return answered
    const line = JSON.stringify(this.#entry(number, sent, answered))
    const anyPort = new RegExp(`(?<=:|%3A)${port}\\b`, 'gi')
    appendFileSync(this.#file, `${port === undefined ? line : line.replaceAll(anyPort, 'PORT')}\n`)
    return answered
  }

  #entry(number: number, { method, target, headers, body }: Sent, answer: Answer): object {
    return {
      of: this.#of,
      number,
      request: { method, target: shortened(target), headers, body: shortened(body.toString()) },
      status: answer.status,
      headers: answer.headers,
      body: shortened(answer.body),
    }
  }
}

/** A long text as its beginning, its length in characters and a number made of all of it. */
function shortened(text: string): string {
  if (text.length <= longestText) return text
  let sum = 0
  for (let place = 0; place < text.length; place += 1) sum = (Math.imul(sum, 31) + text.charCodeAt(place)) | 0
  return `${text.slice(0, 200)}… ${text.length} characters, sum ${sum >>> 0}`
}
