// @ssut/nestjs-sqs: consumers and producers as providers of a Nest application, over sqs-consumer and sqs-producer.
import 'reflect-metadata'
import { strict as assert } from 'node:assert'
import { Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { SqsConsumerEventHandler, SqsMessageHandler, SqsModule, SqsService } from '@ssut/nestjs-sqs'
import { client, frameworkScenarios } from './frameworks.mjs'
import { runProgram } from './harness.mjs'

/** A provider class with a method that handles, and one that hears of errors. Decorators are functions: no syntax needed. */
function listenerClass(handle, onError) {
  class Listener {
    async onMessage(message) {
      const receiveCount = message.Attributes?.ApproximateReceiveCount
      await handle(message.Body, { attributes: message.MessageAttributes, receiveCount })
    }

    onError(error) {
      onError?.(error)
    }
  }
  decorate(Listener, 'onMessage', SqsMessageHandler('orders'))
  decorate(Listener, 'onError', SqsConsumerEventHandler('orders', 'error'))
  return Listener
}

function decorate({ prototype }, name, decorator) {
  decorator(prototype, name, Object.getOwnPropertyDescriptor(prototype, name))
}

const consumer = {
  name: 'orders',
  sqs: client,
  batchSize: 1,
  messageAttributeNames: ['All'],
  messageSystemAttributeNames: ['ApproximateReceiveCount'],
  suppressFifoWarning: true,
  stopOptions: { abort: true },
}

const framework = {
  async listen(queueUrl, handle, { onError } = {}) {
    const queue = { queueUrl, region: 'us-east-1' }
    const producer = { name: 'orders', sqs: client, ...queue }
    const Listener = listenerClass(handle, onError)
    class App {}
    Module({
      imports: [SqsModule.register({ consumers: [{ ...consumer, ...queue }], producers: [producer] })],
      providers: [Listener],
    })(App)
    const app = await NestFactory.createApplicationContext(App, { logger: false })
    const service = app.get(SqsService)
    let sent = 0
    const send = (body, { groupId, attributes } = {}) => {
      sent += 1
      const grouped = groupId && { groupId, deduplicationId: `d${sent}` }
      const messageAttributes = attributes && { messageAttributes: attributes }
      return service.send('orders', { id: `m${sent}`, body, ...grouped, ...messageAttributes })
    }
    return { send, stop: () => app.close() }
  },

  /** Rejects with what the consumer emits. */
  async failure(queueUrl) {
    let stop
    const error = await new Promise((resolve) => {
      stop = framework.listen(queueUrl, async () => {}, { onError: resolve })
    })
    await (await stop).stop()
    throw error
  },

  tellsMissing(error) {
    assert.equal(error.name, 'SQSError')
    assert.equal(error.code, 'QueueDoesNotExist')
  },
}

await runProgram(frameworkScenarios(framework))
