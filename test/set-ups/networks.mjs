import { strict as assert } from 'node:assert'
import { fileURLToPath } from 'node:url'
import { pythonOf } from '../clients/install.mjs'
import { run } from './children.mjs'
import { joinedNamespace } from './namespaces.mjs'
import { cleanVariables, clientVariables, startTwinmq } from './twinmq.mjs'

const fileOf = (name) => fileURLToPath(new URL(name, import.meta.url))

/** Programs of a user in another container: each sends, receives and deletes, and prints the queue URL it was given. */
const apps = {
  'JavaScript v3': () => [process.execPath, fileOf('app.mjs')],
  boto3: () => [pythonOf('current'), fileOf('app.py')],
}

/**
 * Runs each app behind a prefix with its endpoint in the environment, and gives the queue URLs that they were given.
 *
 * @param {string[]} prefix
 * @param {string} folder
 * @param {Record<string, string>} variables
 */
export async function urlsOfApps(prefix, folder, variables) {
  const env = { ...cleanVariables(folder), ...clientVariables, ...variables }
  const urls = []
  for (const command of Object.values(apps)) {
    const out = await run([...prefix, ...command()], { env, cwd: folder })
    urls.push(out.trim())
  }
  return urls
}

const all = (url) => Object.keys(apps).map(() => url)

/** In containers the address is every one, and the name of the service is in the URLs. */
const start = (folder, variables) =>
  startTwinmq({ folder, variables: { GATEWAY_LISTEN: '0.0.0.0:4566', ...variables } })

async function byName({ folder }) {
  await start(folder, {})
  const names = ['localstack', 'queues.internal']
  const { prefix, address } = await joinedNamespace(folder, names)
  for (const name of [...names, address]) {
    const endpoint = `http://${name}:4566`
    const urls = await urlsOfApps(prefix, folder, { AWS_ENDPOINT_URL: endpoint, QUEUE_NAME: 'orders' })
    assert.deepEqual(urls, all(`${endpoint}/000000000000/orders`))
  }
}

/** Names that begin as those of AWS do, though nobody gave them names for each region. */
async function byNameLikeThatOfAws({ folder }) {
  await start(folder, {})
  const everywhere = ['us-east-1', 'eu-west-1']
  // Under a host of the form queue.DOMAIN other regions have names of their own, REGION.queue.DOMAIN, as at AWS.
  const regionsOf = { sqs: everywhere, queue: everywhere, 'sqs.internal': everywhere, 'queue.internal': ['us-east-1'] }
  const { prefix } = await joinedNamespace(folder, Object.keys(regionsOf))
  for (const [name, itsRegions] of Object.entries(regionsOf)) {
    const AWS_ENDPOINT_URL = `http://${name}:4566`
    for (const region of itsRegions) {
      const regions = { AWS_REGION: region, AWS_DEFAULT_REGION: region }
      const urls = await urlsOfApps(prefix, folder, { AWS_ENDPOINT_URL, ...regions, QUEUE_NAME: 'orders' })
      for (const url of urls) assert.ok(url.startsWith(`${AWS_ENDPOINT_URL}/`), `${name} in ${region}: ${url}`)
    }
  }
}

async function byStrategy({ folder }) {
  const names = ['localstack', 'queue.localstack', 'sqs.us-east-1.localstack']
  const { prefix } = await joinedNamespace(folder, names)
  const strategies = {
    caller: 'http://localstack:4566/000000000000/orders',
    dynamic: 'http://localstack:4566/queue/us-east-1/000000000000/orders',
    path: 'http://localstack:4566/queue/us-east-1/000000000000/orders',
    off: 'http://localstack:4566/000000000000/orders',
    standard: 'http://sqs.us-east-1.localstack:4566/000000000000/orders',
    domain: 'http://queue.localstack:4566/000000000000/orders',
  }
  for (const [strategy, url] of Object.entries(strategies)) {
    const twinmq = await start(folder, { LOCALSTACK_HOST: 'localstack', SQS_ENDPOINT_STRATEGY: strategy })
    const variables = { AWS_ENDPOINT_URL: 'http://localstack:4566', QUEUE_NAME: 'orders' }
    assert.deepEqual(await urlsOfApps(prefix, folder, variables), all(url), strategy)
    await twinmq.stop()
  }
}

async function ownCommands({ folder }) {
  await start(folder, {})
  const { prefix } = await joinedNamespace(folder, ['localstack', 'twinmq.example.com'])
  const statusAt = async (host) => {
    const words = ['curl', '-s', '-o', '/dev/null', '-w', '%{http_code}', `http://${host}:4566/_twinmq/queues`]
    return run([...prefix, ...words], { env: cleanVariables(folder), cwd: folder })
  }
  assert.equal(await statusAt('localstack'), '200')
  assert.equal(await statusAt('twinmq.example.com'), '403')
}

/** An app in one container and twinmq in another, on one network. */
export const networks = {
  name: 'two containers',
  needs: ['node', 'current', 'cable', 'mounts', 'curl'],
  scenarios: {
    'the app reaches twinmq by any name, and gets queue URLs under that name': byName,
    'a name that begins as those of AWS do works too': byNameLikeThatOfAws,
    'with LOCALSTACK_HOST every strategy gives URLs that the app can follow': byStrategy,
    'our own API answers there to names of a private network, and refuses public ones': ownCommands,
  },
}
