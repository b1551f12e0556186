import type { WireRequest } from '../adapter.ts'
import { invalidValue, type WireError } from '../aws/errors.ts'
import type { Context } from './action.ts'
import { limits, rangeError, ranges } from './limits.ts'

/** How much a receive asks for, and how long it waits. */
type Asked = {
  readonly maximumMessages: number
  /** Absent: as the queue says. */
  readonly waitMs?: number
  /** Wait until that many are there, or the wait is over. */
  readonly collect?: true
}

/** Stands for all messages there are, where a receive may ask for any number. */
const allMessages = -1

const wholeNumber = /^\d{1,9}$/

/**
 * Reads how much a receive asks for: from its input, within the ranges of SQS, or from headers, past them.
 * Source: LocalStack documentation, SQS, on the headers that override count and wait time.
 */
export function askedOfReceive(
  input: { readonly MaxNumberOfMessages?: number | undefined; readonly WaitTimeSeconds?: number | undefined },
  { request, manyMessages = false }: Context,
): Asked | WireError {
  const count = countOverride(request)
  const wait = waitOverride(request)
  if (typeof count === 'object') return count
  if (typeof wait === 'object') return wait
  const { MaxNumberOfMessages: most = 1, WaitTimeSeconds: waitSeconds } = input
  const wrong =
    (count === undefined ? countError(most, manyMessages) : undefined) ??
    (wait === undefined ? rangeError('WaitTimeSeconds', waitSeconds, ranges.waitTimeSeconds) : undefined)
  if (wrong) return wrong
  const wanted = count ?? most
  const seconds = wait ?? waitSeconds
  return {
    maximumMessages: wanted === allMessages ? limits.inFlight : wanted,
    ...(seconds !== undefined && { waitMs: seconds * 1000 }),
    ...(wait !== undefined && wanted !== allMessages && { collect: true }),
  }
}

/** How many entries a batch of deletes may have. */
export function mostDeletes({ request }: Context): number | WireError {
  const count = countOverride(request)
  return count === allMessages ? Number.POSITIVE_INFINITY : (count ?? limits.batchEntries)
}

function countError(most: number, manyMessages: boolean): WireError | undefined {
  if (manyMessages && (most > 0 || most === allMessages)) return undefined
  return rangeError('MaxNumberOfMessages', most, ranges.maxNumberOfMessages)
}

function countOverride({ headers }: WireRequest): number | WireError | undefined {
  const text = headers['x-localstack-sqs-override-message-count']
  if (text === undefined) return undefined
  if (text === String(allMessages)) return allMessages
  if (wholeNumber.test(String(text)) && Number(text) > 0) return Number(text)
  return invalidValue('x-localstack-sqs-override-message-count', String(text), 'Must be a whole number of at least 1.')
}

function waitOverride({ headers }: WireRequest): number | WireError | undefined {
  const text = headers['x-localstack-sqs-override-wait-time-seconds']
  if (text === undefined) return undefined
  if (wholeNumber.test(String(text))) return Number(text)
  return invalidValue('x-localstack-sqs-override-wait-time-seconds', String(text), 'Must be a whole number of seconds.')
}
