import { strict as assert } from 'node:assert'
import { createRequire } from 'node:module'
import * as sdk from '@aws-sdk/client-sqs'
import { forwardTo } from './forwarder.mjs'
import { clientVariables, startTwinmq } from './twinmq.mjs'

const ofClients = createRequire(new URL('../clients/node/package.json', import.meta.url))
const credentials = { accessKeyId: 'test', secretAccessKey: 'test' }
const region = 'us-east-1'

/** What the container module of each language sets by itself. */
const moduleVariables = {
  java: { SERVICES: 'sqs', LOCALSTACK_HOST: 'localhost' },
  'java, for an old image': { SERVICES: 'sqs', HOSTNAME_EXTERNAL: 'localhost' },
  node: { LOCALSTACK_HOST: 'localhost' },
  python: {
    SERVICES: 'sqs',
    EAGER_SERVICE_LOADING: '1',
    AWS_DEFAULT_REGION: 'us-west-1',
    AWS_ACCESS_KEY_ID: 'testcontainers-localstack',
    AWS_SECRET_ACCESS_KEY: 'testcontainers-localstack',
  },
  go: { LOCALSTACK_HOST: 'localhost', SERVICES: 'sqs' },
}

async function logWaits({ folder }) {
  for (const [language, variables] of Object.entries(moduleVariables)) {
    const twinmq = await startTwinmq({ folder, variables })
    const said = twinmq.stdout()
    assert.equal(said.match(/.*Ready\.\n/g)?.length, 1, `${language}: ${said}`)
    assert.equal(said.match(/^Ready\.$/gm)?.length, 1, `${language}: ${said}`)
    // A wait for the bare word must not be over before the line comes.
    assert.equal(said.indexOf('Ready'), said.indexOf('Ready.\n'), `${language}: ${said}`)
    const health = await fetch('http://127.0.0.1:4566/_localstack/health')
    assert.equal(health.status, 200, language)
    await health.arrayBuffer()
    assert.equal(await twinmq.stop(), 0, language)
    assert.equal(twinmq.stdout().match(/Ready\./g).length, 1, `${language}: said again at the stop`)
    assert.ok(!twinmq.stderr().includes('Ready'), `${language}: said in the log, which engines mix with the output`)
  }
}

/** As the module for Go waits: again and again until it is 200, from before the start. */
async function healthWait({ folder }) {
  let starting = true
  const statuses = new Set()
  const polling = (async () => {
    while (starting || !statuses.has(200)) {
      const status = await fetch('http://127.0.0.1:4566/_localstack/health').then(
        async (answer) => {
          await answer.arrayBuffer()
          return answer.status
        },
        () => undefined,
      )
      statuses.add(status)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })()
  await startTwinmq({ folder, variables: moduleVariables.go })
  starting = false
  await polling
  assert.ok(
    [...statuses].every((status) => [undefined, 200, 503].includes(status)),
    [...statuses].join(),
  )
}

async function sendAndReceive(sqs, QueueUrl) {
  const sent = await sqs.sendMessage({ QueueUrl, MessageBody: 'hello' })
  const { Messages } = await sqs.receiveMessage({ QueueUrl, WaitTimeSeconds: 5 })
  assert.deepEqual([Messages.length, Messages[0].MessageId], [1, sent.MessageId])
  await sqs.deleteMessage({ QueueUrl, ReceiptHandle: Messages[0].ReceiptHandle })
}

/** A port of the host that the container engine chose; what listens on 4566 is shut to the client. */
async function mapped(folder, use) {
  await startTwinmq({ folder, variables: moduleVariables.node })
  const { port, close } = await forwardTo(4566)
  try {
    await use(`http://127.0.0.1:${port}`)
  } finally {
    close()
  }
}

const mappedPortV3 = ({ folder }) =>
  mapped(folder, async (endpoint) => {
    const sqs = new sdk.SQS({ endpoint, region, credentials, maxAttempts: 1 })
    const { QueueUrl } = await sqs.createQueue({ QueueName: 'orders' })
    assert.equal(QueueUrl, `${endpoint}/000000000000/orders`)
    assert.equal((await sqs.getQueueUrl({ QueueName: 'orders' })).QueueUrl, QueueUrl)
    assert.deepEqual((await sqs.listQueues({})).QueueUrls, [QueueUrl])
    await sendAndReceive(sqs, QueueUrl)
    // Where the endpoint comes from the environment this SDK sends to the host of the queue URL.
    Object.assign(process.env, clientVariables, { AWS_ENDPOINT_URL: endpoint })
    try {
      await sendAndReceive(new sdk.SQS({ maxAttempts: 1 }), QueueUrl)
    } finally {
      for (const name of ['AWS_ENDPOINT_URL', ...Object.keys(clientVariables)]) delete process.env[name]
    }
  })

const mappedPortV2 = ({ folder }) =>
  mapped(folder, async (endpoint) => {
    process.env.AWS_SDK_JS_SUPPRESS_MAINTENANCE_MODE_MESSAGE = '1'
    const AWS = ofClients('aws-sdk')
    const client = new AWS.SQS({ endpoint, region, credentials, maxRetries: 0 })
    const sqs = new Proxy(client, { get: (target, name) => (input) => target[name](input).promise() })
    const { QueueUrl } = await sqs.createQueue({ QueueName: 'orders' })
    assert.equal(QueueUrl, `${endpoint}/000000000000/orders`)
    await sendAndReceive(sqs, QueueUrl)
    const sts = new AWS.STS({ endpoint, region, credentials, maxRetries: 0 })
    assert.equal((await sts.getCallerIdentity().promise()).Account, '000000000000')
  })

/** What was there before is still asked for by name: the port is the container's own, so the URL leads nowhere from outside. */
const standardStrategy = async ({ folder }) => {
  await startTwinmq({ folder, variables: { SQS_ENDPOINT_STRATEGY: 'standard' } })
  const { port, close } = await forwardTo(4566)
  try {
    const sqs = new sdk.SQS({ endpoint: `http://127.0.0.1:${port}`, region, credentials, maxAttempts: 1 })
    const { QueueUrl } = await sqs.createQueue({ QueueName: 'orders' })
    assert.equal(QueueUrl, `http://sqs.${region}.localhost.localstack.cloud:4566/000000000000/orders`)
    await sendAndReceive(sqs, QueueUrl)
  } finally {
    close()
  }
}

/** Containers that test code starts, waits for and calls. */
export const testcontainers = {
  name: 'Testcontainers',
  needs: ['node'],
  scenarios: {
    'the line of the log that every language waits for comes once, whatever its module sets': logWaits,
    'health is 200 once ready, and nothing but 503 before': healthWait,
    'behind a mapped port queue URLs lead to that port, and JavaScript v3 works, endpoint in code or not': mappedPortV3,
    'behind a mapped port JavaScript v2 works, which sends to the queue URL': mappedPortV2,
    'the strategy standard keeps the URL of before, which an endpoint in code goes past': standardStrategy,
  },
}
