import { jsonMessage, listed, member, parsedJson, xmlMessage } from './answer-values.ts'
import { answerText, type Caller } from './http-call.ts'
import { CallFailure, type LiveMessage } from './sqs-endpoint.ts'
import { parsedXml } from './xml-answer.ts'

/**
 * Messages of a queue by LocalStack's developer endpoint, which leaves them as they are; undefined: there is no such
 * endpoint here. Source: LocalStack documentation, SQS, developer endpoints.
 */
export async function listedMessages(caller: Caller, queueUrl: string): Promise<readonly LiveMessage[] | undefined> {
  const url = new URL('/_aws/sqs/messages', caller.endpoint)
  url.search = new URLSearchParams({ QueueUrl: queueUrl, ShowInvisible: 'true', ShowDelayed: 'true' }).toString()
  const action = 'The listing of messages'
  try {
    const text = await answerText(caller, { action, url, method: 'GET', headers: { Accept: 'application/json' } })
    return messagesOf(text, action)
  } catch (error) {
    if (error instanceof CallFailure) return undefined
    throw error
  }
}

/** It comes in XML, as an object that is made like the XML, or as ReceiveMessage answers in JSON. */
function messagesOf(text: string, action: string): readonly LiveMessage[] | undefined {
  const xml = text.trimStart().startsWith('<')
  const answer = xml ? { ReceiveMessageResponse: parsedXml(text, action) } : parsedJson(text, action)
  const response = member(answer, 'ReceiveMessageResponse')
  if (response === undefined) return listed(member(answer, 'Messages')).map(jsonMessage)
  return listed(member(member(response, 'ReceiveMessageResult'), 'Message')).map(xmlMessage)
}
