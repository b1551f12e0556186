// @message-queue-toolkit/sqs: publishers and consumers with schemas. It looks its queues up before it uses them.
import { strict as assert } from 'node:assert'
import { MessageHandlerConfigBuilder } from '@message-queue-toolkit/core'
import { AbstractSqsConsumer, AbstractSqsPublisher } from '@message-queue-toolkit/sqs'
import { z } from 'zod'
import { client, frameworkScenarios } from './frameworks.mjs'
import { inexpressible, runProgram } from './harness.mjs'

const schema = z.object({
  id: z.string(),
  type: z.literal('letter'),
  body: z.string(),
  timestamp: z.string().optional(),
})

const silent = () => {}
const logger = {
  error: silent,
  warn: silent,
  info: silent,
  debug: silent,
  trace: silent,
  fatal: silent,
  child: () => logger,
}

const dependencies = {
  sqsClient: client,
  logger,
  errorReporter: { report: silent },
  consumerErrorResolver: { processError: (error) => error },
  transactionObservabilityManager: { start: silent, stop: silent },
}

function options(queueUrl, fifo) {
  return {
    messageTypeResolver: { messageTypePath: 'type' },
    locatorConfig: { queueUrl },
    ...(fifo && { fifoQueue: true }),
  }
}

class Publisher extends AbstractSqsPublisher {
  constructor(queueUrl, fifo) {
    super(dependencies, { ...options(queueUrl, fifo), messageSchemas: [schema] })
  }
}

class Consumer extends AbstractSqsConsumer {
  constructor(queueUrl, handle, fifo) {
    const onLetter = async ({ body }) => {
      await handle(body, {})
      return { result: 'success' }
    }
    const handlers = new MessageHandlerConfigBuilder().addConfig(schema, onLetter).build()
    super(dependencies, { ...options(queueUrl, fifo), handlers, consumerOverrides: { batchSize: 1 } }, {})
  }
}

const framework = {
  attributes: inexpressible('@message-queue-toolkit/sqs hands on the body of a message alone'),

  async listen(queueUrl, handle, { fifo } = {}) {
    const consumer = new Consumer(queueUrl, handle, fifo)
    const publisher = new Publisher(queueUrl, fifo)
    await publisher.init()
    await consumer.start()
    let sent = 0
    const send = (body, { groupId } = {}) => {
      sent += 1
      return publisher.publish({ id: `m${sent}`, type: 'letter', body }, groupId ? { MessageGroupId: groupId } : {})
    }
    const stop = async () => {
      await consumer.close(true)
      await publisher.close()
    }
    return { send, stop }
  },

  /** Rejects with what its start throws. */
  failure: (queueUrl) => framework.listen(queueUrl, async () => {}),

  tellsMissing(error) {
    assert.match(error.message, /does not exist/)
  },
}

await runProgram(frameworkScenarios(framework))
