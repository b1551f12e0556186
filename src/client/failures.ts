import type { IncomingHttpHeaders } from 'node:http'

/** An answer as it came. */
export type Answer = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** The service refused the call. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly answer: Answer
  /** The code that scripts know: of a JSON answer the older one, if it has one. */
  readonly code: string
  /** The name of the error in the protocol of the answer. */
  readonly type: string

  constructor(answer: Answer, message: string, type: string, code = type) {
    super(message)
    this.answer = answer
    this.type = type
    this.code = code
  }
}

/** The answer is not one of the service. */
export class NotUnderstood extends Error {
  override readonly name = 'NotUnderstood'
  readonly answer: Answer

  constructor(answer: Answer, why: string) {
    super(why)
    this.answer = answer
  }
}

/** Why there is no answer. */
export type NoAnswerReason = 'noConnection' | 'certificate' | 'closed' | 'connectTimeout' | 'readTimeout'

/** There is no answer. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
  readonly reason: NoAnswerReason

  constructor(reason: NoAnswerReason, message: string) {
    super(message)
    this.reason = reason
  }
}
