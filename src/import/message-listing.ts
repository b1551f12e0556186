import type { XmlElement } from '../../protocols/xml/element.ts'
import type { Endpoint } from '../client/call.ts'
import { exchange } from '../client/exchange.ts'
import { objectIn, xmlRoot } from '../client/query-protocol.ts'
import { operationOf, sqs } from '../client/services.ts'
import { signedHeaders } from '../client/sign.ts'
import { isList, isValues, type Value } from '../client/values.ts'
import { failureOf, type LiveMessage, messagesIn } from './sqs-endpoint.ts'

/**
 * Messages of a queue by LocalStack's developer endpoint, which leaves them as they are; undefined: the endpoint does not
 * exist. Source: LocalStack documentation, SQS, developer endpoints.
 */
export async function listedMessages(
  { url: { origin }, region, keys, onAnswer }: Endpoint,
  queueUrl: string,
): Promise<readonly LiveMessage[] | undefined> {
  const url = new URL('/_aws/sqs/messages', origin)
  url.search = new URLSearchParams({ QueueUrl: queueUrl, ShowInvisible: 'true', ShowDelayed: 'true' }).toString()
  const request = { url, method: 'GET', headers: { accept: 'application/json' }, body: '' } as const
  const unsigned = { ...request, service: sqs.name, region, atMs: Date.now() }
  const headers = keys ? signedHeaders(unsigned, keys) : request.headers
  const answer = await exchange({ ...request, headers }).catch((error) => {
    throw failureOf(error, 'The listing of messages', url)
  })
  onAnswer?.(answer.headers)
  return answer.status === 200 ? messagesOf(answer.body) : undefined
}

/** The answer is XML, an object with the structure of the XML, or JSON as ReceiveMessage gives it. */
async function messagesOf(text: string): Promise<readonly LiveMessage[] | undefined> {
  const { output } = operationOf(sqs, 'ReceiveMessage')
  const document = text.trimStart().startsWith('<') ? undefined : jsonOf(text)
  if (isValues(document) && !isValues(document.ReceiveMessageResponse)) return messagesIn(document)
  const root = isValues(document) ? elementOf('', document.ReceiveMessageResponse!) : await xmlRoot(text)
  if (!root) return undefined
  const result = root.children.find(({ name }) => name === 'ReceiveMessageResult')
  return result ? messagesIn(objectIn(result, output!)) : []
}

function jsonOf(text: string): Value | undefined {
  try {
    const value: Value = JSON.parse(text)
    return value
  } catch {
    return undefined
  }
}

/** A value as the XML element that it stands for: a list stands for several elements of one name. */
function elementOf(name: string, value: Value): XmlElement {
  const members = Object.entries(isValues(value) ? value : {})
  const children = members.flatMap(([each, of]) => (isList(of) ? of : [of]).map((one) => elementOf(each, one)))
  return { name, text: isValues(value) || value === null ? '' : String(value), children }
}
