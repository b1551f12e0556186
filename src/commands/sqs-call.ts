import { Readable } from 'node:stream'
import type { Place } from '../../protocols/queue-reference.ts'
import { answerOf, textOf } from './running-twinmq.ts'
import { CommandFailure, exitCodes } from './subcommand.ts'

/** What an action of SQS answered. */
export type SqsAnswer = { readonly [member: string]: unknown }

/**
 * Calls an action of SQS at a running twinmq, in the JSON protocol, as the account and in the region of a queue, or those
 * of the twinmq where they are not said. Rejects with `CommandFailure` that says what SQS said, and `advice` for some of its error codes.
 */
export async function callSqs(
  url: string,
  action: string,
  input: object,
  { account = 'test', region = '' }: Place,
  advice: Readonly<Record<string, string>> = {},
): Promise<SqsAnswer> {
  const headers = {
    'Content-Type': 'application/x-amz-json-1.0',
    'X-Amz-Target': `AmazonSQS.${action}`,
    Authorization: `AWS4-HMAC-SHA256 Credential=${account}/20260101/${region}/sqs/aws4_request, SignedHeaders=host, Signature=none`,
  }
  const body = Readable.from([Buffer.from(JSON.stringify(input))])
  const answer = await answerOf({ url, method: 'POST', path: '/', headers, body })
  const text = await textOf(answer)
  const { statusCode = 0 } = answer
  if (statusCode === 200) return members(text)
  throw new CommandFailure(exitCodes.failed, problemOf(url, action, statusCode, members(text), advice))
}

/** Codes of answers to who has not signed, or wrongly. Source: AWS General Reference, common errors. */
const unsigned = /InvalidSignature|IncompleteSignature|UnrecognizedClient|MissingAuthentication/

function problemOf(
  url: string,
  action: string,
  status: number,
  { __type, message, Message = message }: SqsAnswer,
  advice: Readonly<Record<string, string>>,
): string {
  if (typeof __type !== 'string') return `what is at ${url} does not answer ${action}: it answered ${status}`
  const code = __type.replace(/^.*#/, '')
  if (unsigned.test(code))
    return `${url} checks signatures (--auth), and this command signs nothing; use an SDK or the AWS CLI with one of its keys, or stop it and use --data FILE`
  const text = typeof Message === 'string' && Message !== '' ? Message.replace(/\.$/, '') : code
  const more = Object.entries(advice).find(([part]) => `${code} ${text}`.includes(part))?.[1]
  return `${text} (${code})${more === undefined ? '' : `; ${more}`}`
}

function members(text: string): SqsAnswer {
  try {
    return text === '' ? {} : Object(JSON.parse(text))
  } catch {
    return {}
  }
}
