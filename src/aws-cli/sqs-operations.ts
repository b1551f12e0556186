import type { Operations } from './operation.ts'
import { blob, boolean, list, map, needed, number, structure, text } from './shape.ts'

const queue = { QueueUrl: needed(text) }
const texts = list(text)

const attributeValue = structure({
  StringValue: text,
  BinaryValue: blob,
  StringListValues: texts,
  BinaryListValues: list(blob),
  DataType: needed(text),
})

const sent = {
  MessageBody: needed(text),
  DelaySeconds: number,
  MessageAttributes: map(attributeValue),
  MessageSystemAttributes: map(attributeValue),
  MessageDeduplicationId: text,
  MessageGroupId: text,
}

const failed = needed(
  list(structure({ Id: needed(text), SenderFault: needed(boolean), Code: needed(text), Message: text })),
)

const paging = { NextToken: text, MaxResults: number }

const moveTask = structure({
  TaskHandle: text,
  Status: text,
  SourceArn: text,
  DestinationArn: text,
  MaxNumberOfMessagesPerSecond: number,
  ApproximateNumberOfMessagesMoved: number,
  ApproximateNumberOfMessagesToMove: number,
  FailureReason: text,
  StartedTimestamp: number,
})

const message = structure({
  MessageId: text,
  ReceiptHandle: text,
  MD5OfBody: text,
  Body: text,
  Attributes: map(text),
  MD5OfMessageAttributes: text,
  MessageAttributes: map(attributeValue),
})

/** Every operation of Amazon SQS. Members stand in the order of the service's model. Source: SQS API Reference, Actions. */
export const sqsOperations: Operations = {
  AddPermission: {
    input: structure({ ...queue, Label: needed(text), AWSAccountIds: needed(texts), Actions: needed(texts) }),
  },
  CancelMessageMoveTask: {
    input: structure({ TaskHandle: needed(text) }),
    output: structure({ ApproximateNumberOfMessagesMoved: number }),
  },
  ChangeMessageVisibility: {
    input: structure({ ...queue, ReceiptHandle: needed(text), VisibilityTimeout: needed(number) }),
  },
  ChangeMessageVisibilityBatch: {
    input: structure({
      ...queue,
      Entries: needed(list(structure({ Id: needed(text), ReceiptHandle: needed(text), VisibilityTimeout: number }))),
    }),
    output: structure({ Successful: needed(list(structure({ Id: needed(text) }))), Failed: failed }),
  },
  CreateQueue: {
    input: structure({ QueueName: needed(text), Attributes: map(text), tags: map(text) }),
    output: structure({ QueueUrl: text }),
  },
  DeleteMessage: { input: structure({ ...queue, ReceiptHandle: needed(text) }) },
  DeleteMessageBatch: {
    input: structure({
      ...queue,
      Entries: needed(list(structure({ Id: needed(text), ReceiptHandle: needed(text) }))),
    }),
    output: structure({ Successful: needed(list(structure({ Id: needed(text) }))), Failed: failed }),
  },
  DeleteQueue: { input: structure(queue) },
  GetQueueAttributes: {
    input: structure({ ...queue, AttributeNames: texts }),
    output: structure({ Attributes: map(text) }),
  },
  GetQueueUrl: {
    input: structure({ QueueName: needed(text), QueueOwnerAWSAccountId: text }),
    output: structure({ QueueUrl: text }),
  },
  ListDeadLetterSourceQueues: {
    input: structure({ ...queue, ...paging }),
    output: structure({ queueUrls: needed(texts), NextToken: text }),
    pagesOf: 'queueUrls',
  },
  ListMessageMoveTasks: {
    input: structure({ SourceArn: needed(text), MaxResults: number }),
    output: structure({ Results: list(moveTask) }),
  },
  ListQueueTags: { input: structure(queue), output: structure({ Tags: map(text) }) },
  ListQueues: {
    input: structure({ QueueNamePrefix: text, ...paging }),
    output: structure({ QueueUrls: texts, NextToken: text }),
    pagesOf: 'QueueUrls',
  },
  PurgeQueue: { input: structure(queue) },
  ReceiveMessage: {
    input: structure({
      ...queue,
      AttributeNames: texts,
      MessageSystemAttributeNames: texts,
      MessageAttributeNames: texts,
      MaxNumberOfMessages: number,
      VisibilityTimeout: number,
      WaitTimeSeconds: number,
      ReceiveRequestAttemptId: text,
    }),
    output: structure({ Messages: list(message) }),
  },
  RemovePermission: { input: structure({ ...queue, Label: needed(text) }) },
  SendMessage: {
    input: structure({ ...queue, ...sent }),
    output: structure({
      MD5OfMessageBody: text,
      MD5OfMessageAttributes: text,
      MD5OfMessageSystemAttributes: text,
      MessageId: text,
      SequenceNumber: text,
    }),
  },
  SendMessageBatch: {
    input: structure({ ...queue, Entries: needed(list(structure({ Id: needed(text), ...sent }))) }),
    output: structure({
      Successful: needed(
        list(
          structure({
            Id: needed(text),
            MessageId: needed(text),
            MD5OfMessageBody: needed(text),
            MD5OfMessageAttributes: text,
            MD5OfMessageSystemAttributes: text,
            SequenceNumber: text,
          }),
        ),
      ),
      Failed: failed,
    }),
  },
  SetQueueAttributes: { input: structure({ ...queue, Attributes: needed(map(text)) }) },
  StartMessageMoveTask: {
    input: structure({ SourceArn: needed(text), DestinationArn: text, MaxNumberOfMessagesPerSecond: number }),
    output: structure({ TaskHandle: text }),
  },
  TagQueue: { input: structure({ ...queue, Tags: needed(map(text)) }) },
  UntagQueue: { input: structure({ ...queue, TagKeys: needed(texts) }) },
}
