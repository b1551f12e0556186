import { readOptions } from '../../src/config/read-options.ts'
import { TestEmulator } from '../support/emulator.ts'
import { type Answered, json, sqsCall } from '../support/http.ts'

/** A twinmq on a free port that was started with these variables of the environment. */
export async function given(variables: Readonly<Record<string, string>> = {}): Promise<TestEmulator> {
  const read = readOptions([], { TWINMQ_PORT: '0', TWINMQ_HOST: '127.0.0.1', TWINMQ_MEMORY: '1', ...variables })
  if ('problem' in read) throw new Error(read.problem)
  // Addresses with a port each exclude the port that a test takes otherwise.
  return TestEmulator.start({ ...read.given, ...(read.given.listen && { port: undefined }) })
}

/** Header of a request that was signed, wrongly, with a key for a region. Source: AWS Signature Version 4. */
export function signedBy(accessKeyId: string, region = 'us-east-1', service = 'sqs'): Record<string, string> {
  const credential = `${accessKeyId}/20260101/${region}/${service}/aws4_request`
  return { Authorization: `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=host, Signature=0` }
}

/** What came of a call: its status, and the document it answered. */
type Outcome = { readonly status: number; readonly document: Readonly<Record<string, unknown>> }

/** An SQS call in JSON, with headers of its own. */
export async function call(
  to: TestEmulator,
  action: string,
  input: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const asked = sqsCall(action, input)
  return outcomeOf(await to.ask({ ...asked, headers: { ...asked.headers, ...headers } }))
}

/** An SQS call in the Query protocol, to the root or to a path; answers are text. */
export function query(
  to: TestEmulator,
  fields: Readonly<Record<string, string>>,
  { path = '/', headers = {} }: { path?: string; headers?: Readonly<Record<string, string>> } = {},
): Promise<Answered> {
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
  return to.ask({ method: 'POST', path, headers: { ...form, ...headers }, body: String(new URLSearchParams(fields)) })
}

/** Bodies of the messages that a receive brings. */
export async function receive(to: TestEmulator, QueueUrl: string, input: object = {}): Promise<string[]> {
  const { document } = await call(to, 'ReceiveMessage', { QueueUrl, ...input })
  return listOf(document.Messages).map(({ Body }) => String(Body))
}

/** A list of an answer, which is left out when it is empty. */
export function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value : []
}

function outcomeOf(answer: Answered): Outcome {
  return { status: answer.status, document: answer.body === '' ? {} : Object(json(answer)) }
}
