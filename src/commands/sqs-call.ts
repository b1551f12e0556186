import type { Place } from '../../protocols/queue-reference.ts'
import { call } from '../client/call.ts'
import { NoAnswer, NotUnderstood, Refused } from '../client/failures.ts'
import { operationOf, sqs } from '../client/services.ts'
import type { Values } from '../client/values.ts'
import { Unreachable } from './running-twinmq.ts'
import { CommandFailure, exitCodes } from './subcommand.ts'

/** The output of an SQS action. */
export type SqsAnswer = Values

/**
 * Calls an SQS action of a running twinmq for the account and region of a queue; absent ones are the defaults of that twinmq.
 * Rejects with `CommandFailure` that says what SQS said, and `advice` for some of its error codes.
 */
export async function callSqs(
  url: string,
  action: string,
  input: Values,
  { account = 'test', region = '' }: Place,
  advice: Readonly<Record<string, string>> = {},
): Promise<SqsAnswer> {
  const endpoint = { url: new URL(url), region, keys: { id: account, secret: 'test' } }
  return call({ service: sqs, operation: operationOf(sqs, action) }, input, endpoint).catch((error: unknown) => {
    if (error instanceof NoAnswer) throw new Unreachable(`no twinmq answers at ${url} (${error.message})`)
    if (error instanceof NotUnderstood)
      throw failed(`the server at ${url} does not answer ${action}: it answered ${error.answer.status}`)
    throw error instanceof Refused ? failed(refusalText(url, error, advice)) : error
  })
}

function failed(message: string): CommandFailure {
  return new CommandFailure(exitCodes.failed, message)
}

/** Codes that tell of a missing or wrong signature. Source: AWS General Reference, common errors. */
const unsigned = /InvalidSignature|IncompleteSignature|UnrecognizedClient|MissingAuthentication/

function refusalText(url: string, { type, message }: Refused, advice: Readonly<Record<string, string>>): string {
  if (unsigned.test(type))
    return `${url} checks signatures (--auth), and this command has none of its keys; use an SDK or the AWS CLI with one of its keys, or stop it and use --data FILE`
  const text = message.replace(/\.$/, '') || type
  const more = Object.entries(advice).find(([part]) => `${type} ${text}`.includes(part))?.[1]
  return `${text} (${type})${more === undefined ? '' : `; ${more}`}`
}
