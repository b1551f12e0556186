import { strict as assert } from 'node:assert'
import { nowMs } from './harness.mjs'
import { statusIs } from './mns-queues.mjs'

/** Elements of a topic that are always told, in any order. Source: MNS API, GetTopicAttributes. */
const attributesOfEveryTopic = [
  'CreateTime',
  'LastModifyTime',
  'LoggingEnabled',
  'MaximumMessageSize',
  'MessageCount',
  'MessageRetentionPeriod',
  'TopicName',
]

/** An address that no scenario of this file has anything delivered to. */
const elsewhere = 'http://127.0.0.1:9/never'

const namesIn = (urls) => urls.map((url) => url.slice(url.lastIndexOf('/') + 1))

/** Walks all pages that `list` gives, and returns how many names each had. */
async function pagesOf(list) {
  const pages = []
  let marker
  do {
    const page = await list({ prefix: 'page-', limit: 2, marker })
    pages.push(namesIn(page.urls))
    marker = page.next
  } while (marker && pages.length < 9)
  return pages
}

const pagesOfFive = [['page-1', 'page-2'], ['page-3', 'page-4'], ['page-5']]

async function sixTopics(mns) {
  for (const name of ['page-1', 'page-2', 'page-3', 'page-4', 'page-5', 'other']) await mns.createTopic(name)
}

/** Scenarios about topics for the MNS clients for JavaScript and Java, which are given as one table of calls. */
export const topicScenarios = {
  'create-topic': async ({ mns, refused }) => {
    statusIs(await mns.createTopic('news', { MaximumMessageSize: 2048 }), 201)
    statusIs(await mns.createTopic('news', { MaximumMessageSize: 2048 }), 204)
    await refused('TopicAlreadyExist', () => mns.createTopic('news', { MaximumMessageSize: 2049 }))
    await refused('TopicAlreadyExist', () => mns.createTopic('news'))
    assert.equal((await mns.getTopic('news')).MaximumMessageSize, '2048')
  },

  'topic-attributes': async ({ mns }) => {
    await mns.createTopic('news', { LoggingEnabled: true })
    await mns.setTopic('news', { MaximumMessageSize: 1024 })
    const attributes = await mns.getTopic('news')
    assert.deepEqual(Object.keys(attributes).toSorted(), attributesOfEveryTopic)
    const { CreateTime, LastModifyTime, ...others } = attributes
    assert.equal(CreateTime, String(Math.floor((await nowMs()) / 1000)))
    assert.equal(LastModifyTime, CreateTime)
    assert.deepEqual(others, {
      TopicName: 'news',
      MessageCount: '0',
      MaximumMessageSize: '1024',
      MessageRetentionPeriod: '86400',
      LoggingEnabled: 'True',
    })
  },

  'topic-value': async ({ mns, refused }) => {
    await refused('InvalidArgument', () => mns.createTopic('news', { MaximumMessageSize: 1023 }))
    await refused('InvalidArgument', () => mns.createTopic('news', { MaximumMessageSize: 65_537 }))
    await refused('TopicNameInvalid', () => mns.createTopic('ne_ws'))
  },

  'topic-missing': async ({ mns, refused }) => {
    await refused('TopicNotExist', () => mns.getTopic('nowhere'))
    await refused('TopicNotExist', () => mns.setTopic('nowhere', { MaximumMessageSize: 1024 }))
    await refused('TopicNotExist', () => mns.publish('nowhere', { body: 'a' }))
  },

  'list-topics': async ({ mns }) => {
    await sixTopics(mns)
    const { urls } = await mns.listTopics({ prefix: 'page-', limit: 10 })
    assert.deepEqual(namesIn(urls), ['page-1', 'page-2', 'page-3', 'page-4', 'page-5'])
    assert.deepEqual((await mns.listTopics({ prefix: 'Page-', limit: 10 })).urls, [])
  },

  'list-topic-pages': async ({ mns }) => {
    await sixTopics(mns)
    assert.deepEqual(await pagesOf((options) => mns.listTopics(options)), pagesOfFive)
  },

  'delete-topic': async ({ mns, refused }) => {
    await mns.createTopic('news')
    await mns.subscribe('news', { name: 'sub', endpoint: elsewhere })
    statusIs(await mns.deleteTopic('news'), 204)
    statusIs(await mns.deleteTopic('news'), 204)
    await refused('TopicNotExist', () => mns.getTopic('news'))
    statusIs(await mns.createTopic('news'), 201)
    await refused('SubscriptionNotExist', () => mns.getSubscription('news', 'sub'))
  },
}

/** Scenarios about subscriptions, likewise. */
export const subscriptionScenarios = {
  subscribe: async ({ mns, refused }) => {
    await mns.createTopic('news')
    statusIs(await mns.subscribe('news', { name: 'sub', endpoint: elsewhere, format: 'JSON' }), 201)
    statusIs(await mns.subscribe('news', { name: 'sub', endpoint: elsewhere, format: 'JSON' }), 204)
    const other = { name: 'sub', endpoint: 'http://127.0.0.1:9/other', format: 'JSON' }
    await refused('SubscriptionAlreadyExist', () => mns.subscribe('news', other))
    assert.equal((await mns.getSubscription('news', 'sub')).Endpoint, elsewhere)
  },

  'subscribe-refused': async ({ mns, refused }) => {
    await refused('TopicNotExist', () => mns.subscribe('news', { name: 'sub', endpoint: elsewhere }))
    await mns.createTopic('news')
    await refused('EndpointInvalid', () => mns.subscribe('news', { name: 'sub', endpoint: 'nonsense' }))
    await refused('SubscriptionNameInvalid', () => mns.subscribe('news', { name: 's_b', endpoint: elsewhere }))
  },

  'subscription-attributes': async ({ mns }) => {
    await mns.createTopic('news')
    await mns.subscribe('news', { name: 'sub', endpoint: elsewhere })
    const { CreateTime, LastModifyTime, TopicOwner, Subscriber, ...others } = await mns.getSubscription('news', 'sub')
    assert.equal(CreateTime, String(Math.floor((await nowMs()) / 1000)))
    assert.equal(LastModifyTime, CreateTime)
    assert.match(TopicOwner, /^\d+$/)
    assert.equal(Subscriber ?? TopicOwner, TopicOwner)
    const defaults = {
      SubscriptionName: 'sub',
      TopicName: 'news',
      Endpoint: elsewhere,
      NotifyStrategy: 'BACKOFF_RETRY',
      NotifyContentFormat: 'XML',
    }
    assert.deepEqual(others, defaults)
    await mns.setSubscription('news', { name: 'sub', strategy: 'EXPONENTIAL_DECAY_RETRY' })
    const changed = await mns.getSubscription('news', 'sub')
    assert.equal(changed.NotifyStrategy, 'EXPONENTIAL_DECAY_RETRY')
    assert.equal(changed.Endpoint, elsewhere)
    await mns.subscribe('news', { name: 'vip', endpoint: elsewhere, tag: 'vip' })
    assert.equal((await mns.getSubscription('news', 'vip')).FilterTag, 'vip')
  },

  'subscription-missing': async ({ mns, refused }) => {
    const strategy = 'EXPONENTIAL_DECAY_RETRY'
    await refused('TopicNotExist', () => mns.getSubscription('news', 'sub'))
    await mns.createTopic('news')
    await refused('SubscriptionNotExist', () => mns.getSubscription('news', 'sub'))
    await refused('SubscriptionNotExist', () => mns.setSubscription('news', { name: 'sub', strategy }))
  },

  'list-subscriptions': async ({ mns, refused }) => {
    await refused('TopicNotExist', () => mns.listSubscriptions('news', { limit: 10 }))
    await mns.createTopic('news')
    for (const name of ['page-1', 'page-2', 'page-3', 'page-4', 'page-5', 'other']) {
      await mns.subscribe('news', { name, endpoint: elsewhere })
    }
    assert.deepEqual(await pagesOf((options) => mns.listSubscriptions('news', options)), pagesOfFive)
    assert.deepEqual(namesIn((await mns.listSubscriptions('news', { prefix: 'o', limit: 10 })).urls), ['other'])
  },

  unsubscribe: async ({ mns, refused }) => {
    await mns.createQueue('inbox')
    await mns.createTopic('news')
    await mns.subscribe('news', { name: 'sub', endpoint: mns.addressOf('inbox') })
    statusIs(await mns.unsubscribe('news', 'sub'), 204)
    statusIs(await mns.unsubscribe('news', 'sub'), 204)
    await refused('SubscriptionNotExist', () => mns.getSubscription('news', 'sub'))
    await mns.publish('news', { body: 'a' })
    await refused('MessageNotExist', () => mns.receive('inbox'))
  },
}

/** Scenarios about the account, likewise. */
export const accountScenarios = {
  account: async ({ mns }) => {
    await mns.setAccount({ LoggingBucket: 'bucket-1' })
    assert.equal((await mns.getAccount()).LoggingBucket, 'bucket-1')
  },

  'open-service': async ({ mns }) => {
    assert.match((await mns.openService()).OrderId, /./)
  },
}
