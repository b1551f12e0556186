// An app of a user: nothing in it says where the queues are; AWS_ENDPOINT_URL does.
import {
  CreateQueueCommand,
  DeleteMessageCommand,
  GetQueueUrlCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'

const { QUEUE_NAME: QueueName, QUEUE_IS_THERE: isThere } = process.env
const sqs = new SQSClient({})
const { QueueUrl } = await sqs.send(
  isThere ? new GetQueueUrlCommand({ QueueName }) : new CreateQueueCommand({ QueueName }),
)
const { MessageId } = await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'hello from JavaScript' }))
const { Messages } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 5 }))
const [message] = Messages ?? []
if (message?.MessageId !== MessageId) throw new Error(`sent ${MessageId}, received ${JSON.stringify(Messages)}`)
await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: message.ReceiptHandle }))
console.log(QueueUrl)
