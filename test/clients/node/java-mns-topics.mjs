// aliyun-sdk-mns and topics: the receiver of pushes is in Java as well.
// `node java-mns-topics.mjs <V2 or V4> <command> [word …]`
import { strict as assert } from 'node:assert'
import { runProgram, url } from './harness.mjs'
import { startJava } from './java-mns-bridge.mjs'
import { publishScenarios } from './mns-pushes.mjs'
import { accountScenarios, subscriptionScenarios, topicScenarios } from './mns-topics.mjs'

const [signature, ...command] = process.argv.slice(2)
const { java, mns: queues, refused } = startJava(command, signature)

const mns = {
  ...queues,
  addressOf: (queue) => `acs:mns:cn-hangzhou:000000000000:queues/${queue}`,

  async createTopic(topic, attributes = {}) {
    assert.equal((await java.createTopic({ topic, attributes })).url, `${url}/topics/${topic}`)
  },

  getTopic: (topic) => java.getTopic({ topic }),
  setTopic: (topic, attributes) => java.setTopic({ topic, attributes }),
  deleteTopic: async (topic) => void (await java.deleteTopic({ topic })),
  listTopics: (options) => java.listTopics(options),
  publish: (topic, message) => java.publish({ topic, ...message }),
  queueEndpoint: async (topic, queue) => (await java.queueEndpoint({ topic, queue })).endpoint,

  async subscribe(topic, subscription) {
    const created = await java.subscribe({ topic, ...subscription })
    assert.equal(created.url, `${url}/topics/${topic}/subscriptions/${subscription.name}`)
  },

  getSubscription: (topic, name) => java.getSubscription({ topic, name }),
  setSubscription: (topic, subscription) => java.setSubscription({ topic, ...subscription }),
  unsubscribe: async (topic, name) => void (await java.unsubscribe({ topic, name })),
  listSubscriptions: (topic, options) => java.listSubscriptions({ topic, ...options }),
  getAccount: () => java.getAccount(),
  setAccount: (attributes) => java.setAccount(attributes),
  openService: () => java.openService(),
}

const receiver = {
  address: () => java.receiverUrl(),
  answer: (status) => java.answerPushes({ status }),
  next: () => java.nextPush(),
  count: async () => (await java.countPushes()).count,
}

await runProgram(
  { ...topicScenarios, ...subscriptionScenarios, ...publishScenarios, ...accountScenarios },
  { mns, refused, receiver },
)
