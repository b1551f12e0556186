import { textIn } from './mns-client.mjs'

/** How long a received message is held, seconds: longer than a round and the restart after it. */
export const holdSeconds = 40

/** Queues that stand all the time, with the attributes they are made with. The dead-letter queue comes before its source. */
export const standing = {
  plain: { VisibilityTimeout: String(holdSeconds) },
  post: { VisibilityTimeout: String(holdSeconds) },
  'orders.fifo': { VisibilityTimeout: String(holdSeconds), FifoQueue: 'true' },
  'work-dead': { VisibilityTimeout: String(holdSeconds) },
  work: {
    VisibilityTimeout: String(holdSeconds),
    RedrivePolicy: JSON.stringify({
      deadLetterTargetArn: 'arn:aws:sqs:us-east-1:000000000000:work-dead',
      maxReceiveCount: 2,
    }),
  },
  'copy-all': { VisibilityTimeout: String(holdSeconds) },
  'copy-vip': { VisibilityTimeout: String(holdSeconds) },
  scratch: {},
  changing: { VisibilityTimeout: '30' },
  bulk: {},
}

/** Attributes that a fact is kept of. */
const watched = ['VisibilityTimeout', 'DelaySeconds', 'RedrivePolicy', 'FifoQueue', 'MaximumMessageSize']

const defaults = { VisibilityTimeout: '30', DelaySeconds: '0', MaximumMessageSize: '1048576' }

export const topic = 'news'
export const workDeadArn = 'arn:aws:sqs:us-east-1:000000000000:work-dead'

/** Makes what stands all the time, in a twinmq that is empty. */
export async function buildWorld({ sqs, mns, facts }) {
  for (const [name, attributes] of Object.entries(standing)) {
    const changes = [facts.ask(`queue ${name}`, 'there')]
    for (const attribute of watched)
      changes.push(facts.ask(`${name} ${attribute}`, attributes[attribute] ?? defaults[attribute]))
    changes.push(facts.ask(`${name} tag made`, 'yes'))
    await done(changes, sqs.ask('CreateQueue', { QueueName: name, Attributes: attributes, tags: { made: 'yes' } }))
  }
  await done([facts.ask(`topic ${topic}`, 'there')], mns.ask('CreateTopic', 'PUT', `/topics/${topic}`, '<Topic/>'))
  const all = facts.ask('subscription all', 'copy-all ')
  await done([all], mns.subscribe(topic, 'all', 'copy-all'))
  const vip = facts.ask('subscription vip', 'copy-vip vip')
  await done([vip], mns.subscribe(topic, 'vip', 'copy-vip', 'vip'))
}

async function done(changes, call) {
  const { outcome, status, text } = await call
  if (outcome !== 'answered') throw new Error(`the queues of the trial could not be made: ${status} ${text}`)
  for (const change of changes) change.answered()
}

/** All that is there: messages as `MessageLedger.audit` takes them, and facts as `FactLedger.audit` does. */
export async function readWorld({ calls, sqs, mns }) {
  const facts = new Map()
  const { queues } = await ours(calls, '/_twinmq/queues')
  await Promise.all([...queues.map(({ name }) => readQueue(sqs, name, facts)), readTopics(mns, facts)])
  return { facts, queues: queues.map(({ name }) => name) }
}

/** Messages of some queues, read one after the other: those out of which tasks move messages come first. */
export async function readMessages(calls, names) {
  const listed = []
  for (const name of names) listed.push({ queue: name, messages: await messagesOf(calls, name) })
  return listed
}

/** Answer of our own API. Throws if it has none. */
export async function ours(calls, path) {
  const answer = await calls.make('own API', { method: 'GET', path, reads: true, ownForm: /^\{/ })
  if (answer.outcome !== 'answered') throw new Error(`GET ${path} was answered ${answer.status} ${answer.text}`)
  return JSON.parse(answer.text)
}

async function readQueue(sqs, name, facts) {
  facts.set(`queue ${name}`, 'there')
  const attributes = await sqs.ask('GetQueueAttributes', { QueueUrl: name, AttributeNames: watched })
  for (const [attribute, value] of Object.entries(attributes.value?.Attributes ?? {}))
    facts.set(`${name} ${attribute}`, value)
  const tags = await sqs.ask('ListQueueTags', { QueueUrl: name })
  for (const [tag, value] of Object.entries(tags.value?.Tags ?? {})) facts.set(`${name} tag ${tag}`, value)
}

async function readTopics(mns, facts) {
  const topics = await mns.ask('ListTopic', 'GET', '/topics')
  for (const [, name] of topics.text.matchAll(/\/topics\/([\w-]+)<\/TopicURL>/g)) facts.set(`topic ${name}`, 'there')
  const listed = await mns.ask('ListSubscriptionByTopic', 'GET', `/topics/${topic}/subscriptions`)
  for (const [, name] of listed.text.matchAll(/\/subscriptions\/([\w-]+)<\/SubscriptionURL>/g)) {
    const { text } = await mns.ask('GetSubscriptionAttributes', 'GET', `/topics/${topic}/subscriptions/${name}`)
    const queue = textIn('Endpoint', text)?.split('/').at(-1)
    facts.set(`subscription ${name}`, `${queue} ${textIn('FilterTag', text) ?? ''}`)
  }
}

async function messagesOf(calls, queue) {
  const messages = []
  let after = ''
  while (after !== undefined) {
    const page = await ours(calls, `/_twinmq/messages?queue=${queue}&limit=1000${after}`)
    messages.push(...page.messages)
    after = page.next === undefined ? undefined : `&after=${page.next}`
  }
  return messages
}
