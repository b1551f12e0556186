import { strict as assert } from 'node:assert'
import { createHash } from 'node:crypto'
import { advance, deliveries, nowMs } from './harness.mjs'

/** MNS prints digests in upper case. Source: MNS API, PublishMessage. */
function md5(text) {
  return createHash('md5').update(text).digest('hex').toUpperCase()
}

/** The value of a leaf in a Notification; the texts here need no unescaping but that of these three. */
function element(xml, name) {
  const found = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)
  return found?.[1].replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

const keys = ['TopicName', 'SubscriptionName', 'MessageId', 'Message', 'MessageMD5', 'MessageTag', 'PublishTime']

/** The parts of a notification in either of the formats that have parts. */
function partsOf(format, body) {
  if (format === 'XML') return Object.fromEntries(keys.map((key) => [key, element(body, key)]))
  const { TopicOwner, Subscriber, ...parts } = JSON.parse(body)
  assert.equal(Subscriber, TopicOwner)
  return parts
}

async function topicWith(mns, ...subscriptions) {
  await mns.createTopic('news')
  for (const subscription of subscriptions) await mns.subscribe('news', subscription)
}

/** What is told of a message with the body `<a> & b` and the tag vip. */
async function assertNotification(format, body, sent, subscription) {
  if (format === 'SIMPLIFIED') return assert.equal(body, '<a> & b')
  const expected = {
    TopicName: 'news',
    SubscriptionName: subscription,
    MessageId: sent.MessageId,
    Message: '<a> & b',
    MessageMD5: md5('<a> & b'),
    MessageTag: 'vip',
    PublishTime: String(await nowMs()),
  }
  return assert.deepEqual(partsOf(format, body), expected)
}

const formats = ['XML', 'JSON', 'SIMPLIFIED']

const ofEveryPush = ['request-id', 'signing-cert-url', 'version']
const ofBareBody = ['message-id', 'publish-time', 'subscriber', 'subscription-name', 'topic-name', 'topic-owner']

/** The headers that the signature covers by their prefix: a body that tells nothing else has more of them. */
function namedHeaders(format, tag) {
  const more = format === 'SIMPLIFIED' ? [...ofBareBody, ...(tag ? ['message-tag'] : [])] : []
  return [...ofEveryPush, ...more].map((name) => `x-mns-${name}`).toSorted()
}

/** Scenarios about what is published, for the MNS clients for JavaScript and Java. */
export const publishScenarios = {
  publish: async ({ mns }) => {
    await mns.createTopic('news')
    const sent = await mns.publish('news', { body: 'I am 测试字符串.' })
    assert.match(sent.MessageId, /^[0-9A-F]{32}$/)
    assert.equal(sent.MessageBodyMD5, '9D75198CAA17528AB23790C1861987AF')
  },

  'publish-refused': async ({ mns, refused }) => {
    await mns.createTopic('news', { MaximumMessageSize: 1024 })
    await mns.publish('news', { body: 'a', tag: 'x'.repeat(16) })
    await refused('InvalidArgument', () => mns.publish('news', { body: 'a', tag: 'x'.repeat(17) }))
    await refused('InvalidArgument', () => mns.publish('news', { body: 'x'.repeat(1025) }))
  },

  'push-queue': async ({ mns }) => {
    for (const format of formats) await mns.createQueue(`in-${format}`)
    const subscriptions = formats.map((format) => ({ name: format, endpoint: mns.addressOf(`in-${format}`), format }))
    await topicWith(mns, ...subscriptions)
    const sent = await mns.publish('news', { body: '<a> & b', tag: 'vip' })
    for (const format of formats) {
      const received = await mns.receive(`in-${format}`, { raw: true })
      await assertNotification(format, received.body, sent, format)
      assert.equal(received.MessageBodyMD5, md5(received.body))
      assert.notEqual(received.MessageId, sent.MessageId)
    }
  },

  'push-queue-local': async ({ mns }) => {
    await mns.createQueue('inbox')
    await mns.createTopic('news')
    const endpoint = await mns.queueEndpoint('news', 'inbox')
    await mns.subscribe('news', { name: 'sub', endpoint, format: 'SIMPLIFIED' })
    await mns.publish('news', { body: 'a' })
    assert.equal((await mns.receive('inbox', { raw: true })).body, 'a')
  },

  'push-properties': async ({ mns }) => {
    await mns.createQueue('inbox')
    await topicWith(mns, { name: 'sub', endpoint: mns.addressOf('inbox'), format: 'SIMPLIFIED' })
    const properties = [
      { Name: 'kind', Value: 'greeting', Type: 'STRING' },
      { Name: 'raw', Value: 'AAECfw==', Type: 'BINARY' },
      { Name: 'size', Value: '12.5', Type: 'NUMBER' },
      { Name: 'urgent', Value: 'true', Type: 'BOOLEAN' },
    ]
    await mns.publish('news', { body: 'a', properties })
    const received = await mns.receive('inbox', { raw: true })
    assert.deepEqual(
      received.properties.toSorted((one, other) => one.Name.localeCompare(other.Name)),
      properties,
    )
  },

  'filter-tag': async ({ mns, refused }) => {
    await mns.createQueue('inbox')
    await topicWith(mns, { name: 'sub', endpoint: mns.addressOf('inbox'), format: 'SIMPLIFIED', tag: 'vip' })
    await mns.publish('news', { body: 'none' })
    await mns.publish('news', { body: 'other', tag: 'VIP' })
    await mns.publish('news', { body: 'own', tag: 'vip' })
    assert.equal((await mns.receive('inbox', { raw: true })).body, 'own')
    await refused('MessageNotExist', () => mns.receive('inbox', { raw: true }))
  },

  'push-http': async ({ mns, receiver }) => {
    await receiver.answer(204)
    const { url } = await receiver.address()
    for (const format of formats) {
      await topicWith(mns, { name: format, endpoint: `${url}/take?format=${format}`, format })
      const sent = await mns.publish('news', { body: '<a> & b', tag: 'vip' })
      const push = await receiver.next()
      assert.equal(push.verified, true, String(push.verified))
      assert.equal(push.path, `/take?format=${format}`)
      if (format === 'SIMPLIFIED') {
        assert.equal(push.headers['x-mns-message-id'], sent.MessageId)
        assert.equal(push.headers['x-mns-message-tag'], 'vip')
      }
      await assertNotification(format, push.body, sent, format)
      await mns.unsubscribe('news', format)
    }
  },

  'push-exact': async ({ mns, receiver }) => {
    await receiver.answer(204)
    const { url } = await receiver.address()
    for (const format of formats) {
      await topicWith(mns, { name: format, endpoint: `${url}/take?format=${format}`, format })
      for (const tag of [undefined, 'vip']) {
        await mns.publish('news', { body: '<a> & b', ...(tag && { tag }) })
        const push = await receiver.next()
        assert.equal(push.verified, true, String(push.verified))
        const found = Object.keys(push.headers).filter((name) => /^x-mns-/i.test(name))
        assert.deepEqual(found.toSorted(), namedHeaders(format, tag))
      }
      await mns.unsubscribe('news', format)
    }
    await advance('1ms') // the outcome of every push is known then
    const statuses = (await deliveries()).map(({ status }) => status)
    assert.deepEqual(statuses, Array(6).fill(204))
  },

  'push-base64': async ({ mns, receiver }) => {
    await receiver.answer(204)
    const { url } = await receiver.address()
    await topicWith(mns, { name: 'sub', endpoint: url, format: 'SIMPLIFIED' })
    await mns.publish('news', { body: 'I am 测试字符串.', base64: true })
    const push = await receiver.next()
    assert.equal(push.verified, true, String(push.verified))
    assert.equal(push.path, '/notifications')
    assert.equal(Buffer.from(push.body, 'base64').toString(), 'I am 测试字符串.')
  },

  'push-retry': async ({ mns, receiver }) => {
    const { url } = await receiver.address()
    await receiver.answer(500)
    const strategy = 'EXPONENTIAL_DECAY_RETRY'
    await topicWith(mns, { name: 'sub', endpoint: url, format: 'SIMPLIFIED', strategy })
    await mns.publish('news', { body: 'a' })
    await receiver.next()
    for (const seconds of [1, 2, 4, 8]) {
      await advance(`${seconds * 1000 - 1}ms`)
      assert.equal(await receiver.count(), 0)
      await advance('1ms')
      assert.equal((await receiver.next()).body, 'a')
    }
    await receiver.answer(204)
    await advance('16s')
    assert.equal((await receiver.next()).body, 'a')
    await advance('1h')
    assert.equal(await receiver.count(), 0)
  },

  'push-given-up': async ({ mns, receiver }) => {
    const { url } = await receiver.address()
    await receiver.answer(503)
    await topicWith(mns, { name: 'sub', endpoint: url, format: 'SIMPLIFIED' })
    await mns.publish('news', { body: 'a' })
    await receiver.next()
    await advance('9999ms')
    assert.equal(await receiver.count(), 0)
    await advance('50001ms')
    for (let tries = 0; tries < 3; tries++) await receiver.next()
    await advance('1d')
    assert.equal(await receiver.count(), 0)
  },

  'push-elsewhere': async ({ mns, receiver }) => {
    await receiver.answer(204)
    const { url } = await receiver.address()
    const mail = { name: 'mail', endpoint: 'mail:directmail:someone@example.com' }
    const textMessage = { name: 'sms', endpoint: 'sms:directsms:13800000000' }
    await topicWith(mns, mail, textMessage, { name: 'sub', endpoint: url, format: 'SIMPLIFIED' })
    await mns.publish('news', { body: 'a', phone: '13800000000' })
    assert.equal((await receiver.next()).body, 'a')
  },
}
