import { strict as assert } from 'node:assert'
import { SQS } from '@aws-sdk/client-sqs'
import { advance, longPoll, rejectionOf, until, url } from './harness.mjs'
import { receiveOne } from './sqs-messages.mjs'
import { countsOf, newQueue } from './sqs-queues.mjs'

/** What the frameworks are given to reach the emulator. */
export const client = new SQS({ endpoint: url, maxAttempts: 1 })

/** Short, so that what failed comes back soon. */
const shortHold = { VisibilityTimeout: '3' }
const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

async function isEmpty(QueueUrl) {
  return (await countsOf(client, QueueUrl)).every((count) => count === 0)
}

async function newFifoQueue() {
  const Attributes = { FifoQueue: 'true', ContentBasedDeduplication: 'true' }
  return (await client.createQueue({ QueueName: 'orders.fifo', Attributes })).QueueUrl
}

/** A source that gives up on a message after two receives, and its dead-letter queue. */
async function newPair() {
  const dead = (await client.createQueue({ QueueName: 'dead' })).QueueUrl
  const { Attributes } = await client.getQueueAttributes({ QueueUrl: dead, AttributeNames: ['QueueArn'] })
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: Attributes.QueueArn, maxReceiveCount: 2 })
  return { source: await newQueue(client, { ...shortHold, RedrivePolicy }), dead }
}

/** Waits for a call that fails, then moves to when its message comes back. */
async function failedCall(framework, wasMade) {
  await until(wasMade)
  if (!framework.returnsAtOnce) await advance('3s')
}

/** Runs a listener while `during` runs, and stops it whatever happens. */
async function listening(framework, queueUrl, handle, during, options = {}) {
  const listener = await framework.listen(queueUrl, handle, options)
  try {
    await during(listener)
  } finally {
    await listener.stop()
  }
}

/**
 * Scenarios for frameworks that send, and that call a handler for what they receive. A framework has
 * - `listen(queueUrl, handle, { fifo? })`, which promises `{ send(body, { groupId?, attributes? }), stop() }`, and hands
 *   `handle` the body and what else it knows: `{ attributes, receiveCount }`;
 * - `attributes`, if it does not know those: why;
 * - `returnsAtOnce`: what failed does not wait for its visibility timeout;
 * - `failure(queueUrl)`, which rejects with what it makes of a queue that is not there, and `tellsMissing(error)`.
 */
export function frameworkScenarios(framework) {
  return {
    handle: async () => {
      const QueueUrl = await newQueue(client)
      const handled = []
      const during = async ({ send }) => {
        for (const body of letters) await send(body)
        await until(async () => handled.length >= letters.length && (await isEmpty(QueueUrl)))
      }
      await listening(framework, QueueUrl, async (body) => handled.push(body), during)
      assert.deepEqual(handled.toSorted(), letters)
    },

    'handle-attributes': framework.attributes ?? (() => attributesArrive(framework)),

    'handle-woken': async () => {
      const QueueUrl = await newQueue(client)
      let hear
      const heard = new Promise((resolve) => {
        hear = resolve
      })
      const during = async ({ send }) => {
        await longPoll(() => heard, 20_000)
        await send('a')
        assert.equal(await heard, 'a')
        await until(() => isEmpty(QueueUrl))
      }
      await listening(framework, QueueUrl, async (body) => hear(body), during)
    },

    'handle-failure': async () => {
      const QueueUrl = await newQueue(client, shortHold)
      const handled = []
      const handle = async (body) => {
        handled.push(body)
        if (handled.length < 3) throw new Error('not yet')
      }
      const during = async ({ send }) => {
        await send('a')
        for (const calls of [1, 2]) await failedCall(framework, () => handled.length >= calls)
        await until(() => isEmpty(QueueUrl))
      }
      await listening(framework, QueueUrl, handle, during)
      assert.deepEqual(handled, ['a', 'a', 'a'])
    },

    'handle-dead-letter': async () => {
      const { source, dead } = await newPair()
      let calls = 0
      const handle = async () => {
        calls += 1
        throw new Error('never')
      }
      const during = async ({ send }) => {
        await send('a')
        for (const expected of [1, 2]) await failedCall(framework, () => calls >= expected)
        await until(async () => (await countsOf(client, dead))[0] === 1)
      }
      await listening(framework, source, handle, during)
      assert.equal(calls, 2)
      assert.ok((await receiveOne(client, dead)).Body.includes('a'))
    },

    'handle-fifo': async () => {
      const QueueUrl = await newFifoQueue()
      const handled = { g1: [], g2: [] }
      const during = async ({ send }) => {
        for (const body of letters) await send(body, { groupId: body < 'e' ? 'g1' : 'g2' })
        await until(() => isEmpty(QueueUrl))
      }
      const handle = async (body) => handled[body < 'e' ? 'g1' : 'g2'].push(body)
      await listening(framework, QueueUrl, handle, during, { fifo: true })
      assert.deepEqual(handled, { g1: letters.slice(0, 4), g2: letters.slice(4) })
    },

    'handle-missing': async () => {
      const QueueUrl = (await newQueue(client)).replace(/orders$/, 'nowhere')
      framework.tellsMissing(await rejectionOf(() => framework.failure(QueueUrl)))
    },
  }
}

async function attributesArrive(framework) {
  const QueueUrl = await newQueue(client)
  const seen = []
  const during = async ({ send }) => {
    await send('a', { attributes: { kind: { DataType: 'String', StringValue: 'greeting' } } })
    await until(() => isEmpty(QueueUrl))
  }
  await listening(framework, QueueUrl, async (_body, known) => seen.push(known), during)
  assert.equal(seen[0].attributes.kind.StringValue, 'greeting')
  assert.equal(seen[0].receiveCount, '1')
}
