import { listed, member, textMapOfItems, textOf, xmlMessage } from './answer-values.ts'
import { answerText, type Caller } from './http-call.ts'
import { CallFailure, type SqsEndpoint } from './sqs-endpoint.ts'
import { parsedXml } from './xml-answer.ts'

/** SQS in its older protocol: a form is sent to the path of the queue, and XML comes back. Source: SQS Developer Guide, making Query API requests. */
export function queryEndpoint(caller: Caller): SqsEndpoint {
  const call = async (action: string, queue: string | undefined, input: Record<string, string>): Promise<unknown> => {
    /* The host in a queue URL is the one by which others know the endpoint. */
    const url = queue === undefined ? caller.endpoint : new URL(pathOf(queue), caller.endpoint)
    const form = {
      Action: action,
      Version: '2012-11-05',
      ...(queue === undefined ? {} : { QueueUrl: queue }),
      ...input,
    }
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const body = new URLSearchParams(form).toString()
    const text = await answerText(caller, { action, url, method: 'POST', headers, body })
    const answer = parsedXml(text, action)
    const result = member(answer, `${action}Result`)
    if (result === undefined && member(answer, 'ResponseMetadata') === undefined) {
      throw new CallFailure(`${action} was not answered as SQS does`)
    }
    return result
  }
  return {
    async listQueues(after) {
      const page: Record<string, string> = after === undefined ? {} : { NextToken: after }
      const answer = await call('ListQueues', undefined, { MaxResults: '1000', ...page })
      return {
        urls: listed(member(answer, 'QueueUrl')).map((url) => textOf(url).trim()),
        next: textOf(member(answer, 'NextToken')) || undefined,
      }
    },
    async attributes(url) {
      const answer = await call('GetQueueAttributes', url, { 'AttributeName.1': 'All' })
      return textMapOfItems(member(answer, 'Attribute'), 'Name', 'Value')
    },
    async tags(url) {
      return textMapOfItems(member(await call('ListQueueTags', url, {}), 'Tag'), 'Key', 'Value')
    },
    async receive(url, holdSeconds) {
      const answer = await call('ReceiveMessage', url, {
        MaxNumberOfMessages: '10',
        VisibilityTimeout: String(holdSeconds),
        WaitTimeSeconds: '0',
        'AttributeName.1': 'All',
        'MessageAttributeName.1': 'All',
      })
      return listed(member(answer, 'Message')).map(xmlMessage)
    },
    async giveBack(url, receiptHandle) {
      await call('ChangeMessageVisibility', url, { ReceiptHandle: receiptHandle, VisibilityTimeout: '0' })
    },
  }
}

function pathOf(queueUrl: string): string {
  return URL.canParse(queueUrl) ? new URL(queueUrl).pathname : queueUrl
}
