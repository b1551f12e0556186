import { call, type Endpoint, pages } from '../client/call.ts'
import { NoAnswer, NotUnderstood, Refused } from '../client/failures.ts'
import { operationOf, type Protocol, sqs } from '../client/services.ts'
import { isList, isValues, type Value, type Values } from '../client/values.ts'
import { ImportFailure } from './imported.ts'

/** An endpoint that answers as SQS does. Methods reject with `CallFailure`, or with `ImportFailure` if there is no answer. */
export interface SqsEndpoint {
  /** URLs of all queues, each once. */
  queueUrls(): Promise<readonly string[]>
  attributes(url: string): Promise<ReadonlyMap<string, string>>
  tags(url: string): Promise<ReadonlyMap<string, string>>
  /** Receives up to ten messages and hides them for that long. */
  receive(url: string, holdSeconds: number): Promise<readonly LiveMessage[]>
  /** Makes a received message visible again. */
  giveBack(url: string, receiptHandle: string): Promise<void>
}

/** A message as an endpoint gives it. */
export type LiveMessage = {
  readonly id: string
  readonly body: string
  readonly receiptHandle: string
  /** System attributes, and those that listings add, such as `IsVisible`. */
  readonly system: ReadonlyMap<string, string>
  readonly attributes: readonly LiveAttribute[]
}

/** A message attribute: its value is text, or base64 when its type is Binary. */
type LiveAttribute = { readonly name: string; readonly type: string; readonly value: string }

/** The answer is an error, or not one of SQS. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure'
}

/** Queues in a page of ListQueues, at most. */
const pageQueues = 1_000

/** The SQS of an endpoint, in one of its protocols. */
export function sqsEndpoint(endpoint: Endpoint, protocol: Protocol): SqsEndpoint {
  const ask = (action: string, input: Values): Promise<Values> =>
    call({ service: sqs, operation: operationOf(sqs, action) }, input, { ...endpoint, protocol }).catch((error) => {
      throw failureOf(error, action, endpoint.url)
    })
  return {
    async queueUrls() {
      const urls = new Set<string>()
      const listed = pages((input) => ask('ListQueues', input), { MaxResults: pageQueues })
      for await (const page of listed) for (const url of listOf(page.QueueUrls)) urls.add(textOf(url).trim())
      return [...urls]
    },
    async attributes(url) {
      return textMap((await ask('GetQueueAttributes', { QueueUrl: url, AttributeNames: ['All'] })).Attributes)
    },
    async tags(url) {
      return textMap((await ask('ListQueueTags', { QueueUrl: url })).Tags)
    },
    async receive(url, holdSeconds) {
      const answer = await ask('ReceiveMessage', {
        QueueUrl: url,
        MaxNumberOfMessages: 10,
        VisibilityTimeout: holdSeconds,
        WaitTimeSeconds: 0,
        AttributeNames: ['All'],
        MessageAttributeNames: ['All'],
      })
      return messagesIn(answer)
    },
    async giveBack(url, receiptHandle) {
      await ask('ChangeMessageVisibility', { QueueUrl: url, ReceiptHandle: receiptHandle, VisibilityTimeout: 0 })
    },
  }
}

/** The messages in an answer of ReceiveMessage. Source: SQS API Reference, Message. */
export function messagesIn({ Messages: messages }: Values): readonly LiveMessage[] {
  return listOf(messages)
    .filter(isValues)
    .map(({ MessageId: id, Body: body, ReceiptHandle: handle, Attributes: system, MessageAttributes: attributes }) => ({
      id: textOf(id),
      body: textOf(body),
      receiptHandle: textOf(handle),
      system: textMap(system),
      attributes: Object.entries(isValues(attributes) ? attributes : {}).map(attributeOf),
    }))
}

function attributeOf([name, value]: [string, Value]): LiveAttribute {
  const { DataType, BinaryValue, StringValue } = isValues(value) ? value : {}
  const type = textOf(DataType)
  return { name, type, value: textOf(type.startsWith('Binary') ? BinaryValue : StringValue) }
}

function listOf(value: Value | undefined): readonly Value[] {
  return isList(value) ? value : []
}

function textMap(value: Value | undefined): ReadonlyMap<string, string> {
  return new Map(Object.entries(isValues(value) ? value : {}).map(([name, text]) => [name, textOf(text)]))
}

/** Some emulators give numbers and booleans in the place of text. */
function textOf(value: Value | undefined): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

const shownCharacters = 200

/** The failure of a call in the words of the import; other errors as they are. */
export function failureOf(error: unknown, action: string, { origin }: URL): unknown {
  if (error instanceof NoAnswer) return new ImportFailure(`${origin} cannot be reached: ${error.message}`)
  if (!(error instanceof Refused || error instanceof NotUnderstood)) return error
  const { status, body } = error.answer
  if (status === 200) return new CallFailure(`${action} ${error.message}`)
  const line = body.replace(/\s+/g, ' ').trim()
  const shown = line.length > shownCharacters ? `${line.slice(0, shownCharacters)}…` : line
  return new CallFailure(`${action} was answered with ${status}: ${shown}`)
}
