const { CreateQueueCommand, SQSClient } = require('@aws-sdk/client-sqs')

test('one twinmq serves a whole run', async () => {
  const accessKeyId = String(100_000_000_000 + Number(process.env.JEST_WORKER_ID))
  const credentials = { accessKeyId, secretAccessKey: 'any' }
  const sqs = new SQSClient({ endpoint: process.env.AWS_ENDPOINT_URL_SQS, region: 'us-east-1', credentials })
  const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'orders' }))
  expect(QueueUrl).toContain(accessKeyId)
  sqs.destroy()
})
