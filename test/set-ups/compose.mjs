import { strict as assert } from 'node:assert'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { awslocalVariables } from './awslocal.mjs'
import { runToEnd } from './children.mjs'
import { readComposeFile } from './compose-file.mjs'
import { containerPrefix, insideOf, joinedNamespace } from './namespaces.mjs'
import { urlsOfApps } from './networks.mjs'
import { startTwinmq } from './twinmq.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const dockerfile = fileURLToPath(new URL('../../Dockerfile', import.meta.url))
const appEndpoint = 'http://localstack:4566'

/** The user's project folder, with what the engine makes of it: sources of mounts that are not there are empty folders. */
async function project(folder) {
  const place = join(folder, 'project')
  await mkdir(place)
  for (const name of ['compose.yaml', 'init']) await cp(join(here, name), join(place, name), { recursive: true })
  await mkdir(join(place, 'volume'))
  return readComposeFile(join(place, 'compose.yaml'))
}

/**
 * What stands in the container: the mounts of the service, and the hosts file that an engine writes, by which a container
 * knows itself. The engine's socket is mounted by habit; there is none here, and an ordinary file must do.
 */
async function mountsOf({ mounts, names }, folder) {
  const socket = join(folder, 'docker.sock')
  await writeFile(socket, '')
  const hosts = join(folder, 'container-hosts')
  await writeFile(hosts, `127.0.0.1 localhost ${names.join(' ')}\n`)
  const there = mounts.map((mount) => (mount.host.endsWith('docker.sock') ? { ...mount, host: socket } : mount))
  return [...there, { host: hosts, container: '/etc/hosts', readOnly: false }]
}

/** What processes of the container are told: by our image, then by the compose file. Both clients are on the path. */
async function variablesOf({ environment }, folder, changed) {
  const { PATH, DISABLE_DEPRECATION_NOTICE } = awslocalVariables(folder)
  return { ...(await imageVariables()), ...environment, ...changed, PATH, DISABLE_DEPRECATION_NOTICE }
}

/** What the last stage of our image sets. */
async function imageVariables() {
  const text = (await readFile(dockerfile, 'utf8')).replace(/\\\n/g, ' ')
  const lastStage = text.slice(text.lastIndexOf('\nFROM '))
  const lines = [...lastStage.matchAll(/^ENV (.*)$/gm)].map(({ 1: rest }) => rest)
  const pairs = lines.flatMap((line) => [...line.matchAll(/(\w+)=(?:"([^"]*)"|(\S+))/g)])
  return Object.fromEntries(pairs.map(([, name, quoted, bare]) => [name, quoted ?? bare]))
}

/** Starts the service localstack with our image in the place of its own, and what else it says. */
async function up(service, folder, changed = {}) {
  const variables = await variablesOf(service, folder, changed)
  const prefix = await containerPrefix(folder, await mountsOf(service, folder))
  return startTwinmq({ folder, variables, flags: [], prefix })
}

/** Runs the health check of a service in its container until it holds; gives how often it did not. */
async function untilHealthy(service, twinmq, folder) {
  const { command, intervalMs, timeoutMs, retries } = service.healthCheck
  const env = await variablesOf(service, folder, {})
  for (let failures = 0; ; failures++) {
    const limit = ['timeout', String(timeoutMs / 1000)]
    const { code, out, err } = await runToEnd([...insideOf(twinmq.pid), ...limit, ...command], { env, cwd: folder })
    if (code === 0) return failures
    assert.ok(failures + 1 < retries, `unhealthy: ${out}${err}\n${twinmq.stderr()}`)
    await new Promise((resolve) => setTimeout(resolve, intervalMs))
  }
}

async function asItStands({ folder }) {
  const { localstack, app } = await project(folder)
  assert.deepEqual(app.waitsFor, [{ other: 'localstack', condition: 'service_healthy' }])
  const twinmq = await up(localstack, folder)
  await untilHealthy(localstack, twinmq, folder)
  const { prefix } = await joinedNamespace(folder, localstack.names)
  const urls = await urlsOfApps(prefix, folder, app.environment)
  for (const url of urls) assert.equal(url, `${appEndpoint}/000000000000/orders`)
  const alias = { ...app.environment, AWS_ENDPOINT_URL: 'http://queue.internal:4566' }
  for (const url of await urlsOfApps(prefix, folder, alias))
    assert.ok(url.startsWith('http://queue.internal:4566/'), url)
  await expectQueuesOfInit(twinmq, folder)
  assert.equal(await twinmq.stop(), 0)
}

/** What the init script made is as it wrote it, and it ran once. */
async function expectQueuesOfInit(twinmq, folder) {
  const query = ['--query', 'Attributes.[VisibilityTimeout,RedrivePolicy]', '--output', 'json']
  const words = ['sqs', 'get-queue-attributes', '--queue-url', 'orders', '--attribute-names', 'All', ...query]
  const surroundings = { env: awslocalVariables(folder), cwd: folder }
  const { out, err } = await runToEnd([...insideOf(twinmq.pid), 'awslocal', ...words], surroundings)
  const [visibilityTimeout, redrivePolicy] = JSON.parse(out || assert.fail(err))
  const deadLetterTargetArn = 'arn:aws:sqs:us-east-1:000000000000:orders-dead'
  assert.equal(visibilityTimeout, '45')
  assert.deepEqual(JSON.parse(redrivePolicy), { deadLetterTargetArn, maxReceiveCount: 3 })
  const init = await (await fetch('http://127.0.0.1:4566/_localstack/init')).json()
  const scripts = init.scripts.map(({ stage, name, state }) => [stage, name.split('/').at(-1), state])
  assert.deepEqual(scripts, [['READY', '10-queues.sh', 'SUCCESSFUL']])
}

async function withStrategy({ folder }) {
  const { localstack, app } = await project(folder)
  const urls = { caller: '', dynamic: '/queue/us-east-1', path: '/queue/us-east-1', off: '' }
  const { prefix } = await joinedNamespace(folder, localstack.names)
  for (const [strategy, path] of Object.entries(urls)) {
    const place = join(folder, strategy)
    await mkdir(place)
    const twinmq = await up(localstack, place, { SQS_ENDPOINT_STRATEGY: strategy })
    await untilHealthy(localstack, twinmq, place)
    for (const url of await urlsOfApps(prefix, folder, app.environment))
      assert.equal(url, `${appEndpoint}${path}/000000000000/orders`, strategy)
    await twinmq.stop()
  }
}

async function fromTheHost({ folder }) {
  const { localstack, app } = await project(folder)
  assert.ok(localstack.ports.some(({ host, container }) => host === '4566' && container === '4566'))
  const twinmq = await up(localstack, folder)
  await untilHealthy(localstack, twinmq, folder)
  const urls = await urlsOfApps([], folder, { ...app.environment, AWS_ENDPOINT_URL: 'http://localhost:4566' })
  for (const url of urls) assert.equal(url, 'http://localhost:4566/000000000000/orders')
}

async function scriptFails({ folder }) {
  const { localstack } = await project(folder)
  const init = join(folder, 'project', 'init')
  await writeFile(join(init, '05-fails.sh'), '#!/bin/sh\necho oops >&2\nexit 3\n', { mode: 0o755 })
  await writeFile(join(init, 'notes.txt'), 'no script')
  const twinmq = await up(localstack, folder)
  await untilHealthy(localstack, twinmq, folder)
  const { scripts } = await (await fetch('http://127.0.0.1:4566/_localstack/init/ready')).json()
  const states = scripts.map(({ name, state }) => [name.split('/').at(-1), state])
  assert.deepEqual(states, [
    ['05-fails.sh', 'ERROR'],
    ['10-queues.sh', 'SUCCESSFUL'],
  ])
  assert.match(twinmq.stderr(), /05-fails\.sh/)
}

/** A compose file of LocalStack's users in which the line `image` alone was changed. */
export const compose = {
  name: 'compose file',
  needs: ['node', 'current', 'awslocal', 'cable', 'mounts', 'curl', 'bash'],
  scenarios: {
    'it comes up, turns healthy, runs the init script, and the apps of the other container work': asItStands,
    'the same with each strategy whose URLs the network can resolve': withStrategy,
    'the mapped port serves the host as it serves the containers': fromTheHost,
    'an init script that fails is told, and keeps nothing from coming up': scriptFails,
  },
}
