import { strict as assert } from 'node:assert'

/** Elements of a queue that are always told, in any order. Source: MNS API, GetQueueAttributes. */
const attributesOfEveryQueue = [
  'ActiveMessages',
  'CreateTime',
  'DelayMessages',
  'DelaySeconds',
  'InactiveMessages',
  'LastModifyTime',
  'LoggingEnabled',
  'MaximumMessageSize',
  'MessageRetentionPeriod',
  'PollingWaitSeconds',
  'QueueName',
  'VisibilityTimeout',
]

/** Asserts the status of an answer, which a client that keeps it to itself gives as undefined. */
export function statusIs(told, expected) {
  if (told !== undefined) assert.equal(told, expected)
}

/** The counts of a queue: `[active, inactive, delayed]`. */
export async function countsOf(mns, queue) {
  const attributes = await mns.getAttributes(queue)
  return ['ActiveMessages', 'InactiveMessages', 'DelayMessages'].map((name) => Number(attributes[name]))
}

async function namesListed(mns, options) {
  const { urls } = await mns.listQueues(options)
  return urls.map((url) => url.slice(url.lastIndexOf('/') + 1))
}

async function sixQueues(mns) {
  for (const name of ['page-1', 'page-2', 'page-3', 'page-4', 'page-5', 'other']) await mns.createQueue(name)
}

/** Scenarios about queues for the MNS clients for JavaScript, which differ in calls and are given as one table of calls. */
export const queueScenarios = {
  'create-queue': async ({ mns, refused }) => {
    statusIs(await mns.createQueue('orders', { VisibilityTimeout: 45 }), 201)
    statusIs(await mns.createQueue('orders', { VisibilityTimeout: 45 }), 204)
    await refused('QueueAlreadyExist', () => mns.createQueue('orders', { VisibilityTimeout: 46 }))
    await refused('QueueAlreadyExist', () => mns.createQueue('orders'))
    assert.equal((await mns.getAttributes('orders')).VisibilityTimeout, '45')
  },

  'queue-attributes': async ({ mns }) => {
    await mns.createQueue('orders', { DelaySeconds: 7, LoggingEnabled: true })
    await mns.setAttributes('orders', { PollingWaitSeconds: 5 })
    const attributes = await mns.getAttributes('orders')
    assert.deepEqual(Object.keys(attributes).toSorted(), attributesOfEveryQueue)
    const { CreateTime, LastModifyTime, ...others } = attributes
    assert.match(CreateTime, /^\d{10}$/)
    assert.ok(LastModifyTime >= CreateTime)
    assert.deepEqual(others, {
      QueueName: 'orders',
      DelaySeconds: '7',
      MaximumMessageSize: '65536',
      MessageRetentionPeriod: '345600',
      VisibilityTimeout: '30',
      PollingWaitSeconds: '5',
      LoggingEnabled: 'True',
      ActiveMessages: '0',
      InactiveMessages: '0',
      DelayMessages: '0',
    })
  },

  'attribute-value': async ({ mns, refused }) => {
    await mns.createQueue('orders')
    await refused('InvalidArgument', () => mns.setAttributes('orders', { VisibilityTimeout: 43_201 }))
    await refused('InvalidArgument', () => mns.setAttributes('orders', { PollingWaitSeconds: 31 }))
    await refused('InvalidArgument', () => mns.createQueue('others', { MaximumMessageSize: 1023 }))
  },

  'queue-missing': async ({ mns, refused }) => {
    await refused('QueueNotExist', () => mns.getAttributes('nowhere'))
    await refused('QueueNotExist', () => mns.setAttributes('nowhere', { DelaySeconds: 1 }))
    await refused('QueueNotExist', () => mns.send('nowhere', { body: 'a' }))
    await refused('QueueNotExist', () => mns.receive('nowhere'))
  },

  'queue-counts': async ({ mns }) => {
    await mns.createQueue('orders')
    for (const body of ['a', 'b', 'c']) await mns.send('orders', { body })
    await mns.send('orders', { body: 'later', delay: 60 })
    await mns.receive('orders')
    assert.deepEqual(await countsOf(mns, 'orders'), [2, 1, 1])
  },

  'list-queues': async ({ mns }) => {
    await sixQueues(mns)
    const names = await namesListed(mns, { prefix: 'page-', limit: 10 })
    assert.deepEqual(names, ['page-1', 'page-2', 'page-3', 'page-4', 'page-5'])
    assert.deepEqual(await namesListed(mns, { prefix: 'page-', limit: 2 }), ['page-1', 'page-2'])
    assert.deepEqual(await namesListed(mns, { prefix: 'Page-', limit: 10 }), [])
  },

  'list-pages': async ({ mns }) => {
    await sixQueues(mns)
    const pages = []
    let marker
    do {
      const page = await mns.listQueues({ prefix: 'page-', limit: 2, marker })
      pages.push(page.urls.length)
      marker = page.next
    } while (marker && pages.length < 9)
    assert.deepEqual(pages, [2, 2, 1])
  },

  'delete-queue': async ({ mns, refused }) => {
    await mns.createQueue('orders')
    await mns.send('orders', { body: 'a' })
    statusIs(await mns.deleteQueue('orders'), 204)
    statusIs(await mns.deleteQueue('orders'), 204)
    await refused('QueueNotExist', () => mns.receive('orders'))
    statusIs(await mns.createQueue('orders'), 201)
    assert.deepEqual(await countsOf(mns, 'orders'), [0, 0, 0])
  },
}
