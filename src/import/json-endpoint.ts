import { jsonMessage, listed, member, parsedJson, textMap, textOf } from './answer-values.ts'
import { answerText, type Caller } from './http-call.ts'
import { CallFailure, type SqsEndpoint } from './sqs-endpoint.ts'

/** Most queues a page of ListQueues holds. */
const pageQueues = 1_000

/** SQS in AWS JSON 1.0. */
export function jsonEndpoint(caller: Caller): SqsEndpoint {
  const call = async (action: string, input: object): Promise<unknown> => {
    const headers = { 'Content-Type': 'application/x-amz-json-1.0', 'X-Amz-Target': `AmazonSQS.${action}` }
    const body = JSON.stringify(input)
    const text = await answerText(caller, { action, url: caller.endpoint, method: 'POST', headers, body })
    return text === '' ? {} : parsedJson(text, action)
  }
  return {
    async listQueues(after) {
      const answer = await call('ListQueues', { MaxResults: pageQueues, NextToken: after })
      const urls = member(answer, 'QueueUrls')
      if (urls === undefined && Object.keys(Object(answer)).length > 0) {
        throw new CallFailure('ListQueues was not answered as SQS does')
      }
      return {
        urls: listed(urls).map(textOf),
        next: textOf(member(answer, 'NextToken')) || undefined,
      }
    },
    async attributes(url) {
      const answer = await call('GetQueueAttributes', { QueueUrl: url, AttributeNames: ['All'] })
      return textMap(member(answer, 'Attributes'))
    },
    async tags(url) {
      return textMap(member(await call('ListQueueTags', { QueueUrl: url }), 'Tags'))
    },
    async receive(url, holdSeconds) {
      const answer = await call('ReceiveMessage', {
        QueueUrl: url,
        MaxNumberOfMessages: 10,
        VisibilityTimeout: holdSeconds,
        WaitTimeSeconds: 0,
        AttributeNames: ['All'],
        MessageAttributeNames: ['All'],
      })
      return listed(member(answer, 'Messages')).map(jsonMessage)
    },
    async giveBack(url, receiptHandle) {
      await call('ChangeMessageVisibility', { QueueUrl: url, ReceiptHandle: receiptHandle, VisibilityTimeout: 0 })
    },
  }
}
