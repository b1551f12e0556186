import { strict as assert } from 'node:assert'
import { delimiter } from 'node:path'
import { commandsOf } from '../clients/install.mjs'
import { run, runToEnd } from './children.mjs'
import { cleanVariables, startTwinmq } from './twinmq.mjs'

/**
 * The environment of a shell that has `awslocal` and `aws` on its path and no credentials, region or configuration. Both
 * are the Python ones.
 */
export function awslocalVariables(folder) {
  const clean = cleanVariables(folder)
  return {
    ...clean,
    PATH: `${commandsOf('awslocal')}${delimiter}${clean.PATH}`,
    AWS_EC2_METADATA_DISABLED: 'true',
    DISABLE_DEPRECATION_NOTICE: '1',
  }
}

/** `awslocal` in a folder: what it prints, read as JSON; undefined when it prints nothing. */
function awslocalIn(folder, variables = {}) {
  const env = { ...awslocalVariables(folder), ...variables }
  return async (...words) => {
    const out = await run(['awslocal', ...words], { env, cwd: folder })
    return out.trim() === '' ? undefined : JSON.parse(out)
  }
}

const name = 'orders'
const url = `http://localhost:4566/000000000000/${name}`

async function callsOfAStandardQueue({ folder }) {
  await startTwinmq({ folder })
  const aws = awslocalIn(folder)
  const created = await aws('sqs', 'create-queue', '--queue-name', name, '--attributes', 'VisibilityTimeout=45')
  assert.equal(created.QueueUrl, url)
  assert.deepEqual(await aws('sqs', 'list-queues'), { QueueUrls: [url] })
  assert.deepEqual(await aws('sqs', 'get-queue-url', '--queue-name', name), { QueueUrl: url })
  const at = ['--queue-url', url]
  const sent = await aws('sqs', 'send-message', ...at, '--message-body', 'hello')
  const { Messages } = await aws('sqs', 'receive-message', ...at, '--attribute-names', 'All')
  assert.deepEqual([Messages.length, Messages[0].Body, Messages[0].MessageId], [1, 'hello', sent.MessageId])
  const counted = await aws('sqs', 'get-queue-attributes', ...at, '--attribute-names', 'All')
  assert.equal(counted.Attributes.VisibilityTimeout, '45')
  assert.equal(counted.Attributes.ApproximateNumberOfMessagesNotVisible, '1')
  await aws('sqs', 'delete-message', ...at, '--receipt-handle', Messages[0].ReceiptHandle)
  await aws('sqs', 'set-queue-attributes', ...at, '--attributes', 'VisibilityTimeout=60')
  const after = await aws('sqs', 'get-queue-attributes', ...at, '--attribute-names', 'All')
  assert.equal(after.Attributes.VisibilityTimeout, '60')
  assert.equal(after.Attributes.ApproximateNumberOfMessagesNotVisible, '0')
  await aws('sqs', 'purge-queue', ...at)
  await aws('sqs', 'delete-queue', ...at)
  assert.equal(await aws('sqs', 'list-queues'), undefined)
}

async function callsOfAFifoQueue({ folder }) {
  await startTwinmq({ folder })
  const aws = awslocalIn(folder)
  const attributes = 'FifoQueue=true,ContentBasedDeduplication=true'
  const create = ['--queue-name', 'orders.fifo', '--attributes', attributes, '--tags', 'team=pay']
  const { QueueUrl } = await aws('sqs', 'create-queue', ...create)
  for (const body of ['a', 'b'])
    await aws('sqs', 'send-message', '--queue-url', QueueUrl, '--message-body', body, '--message-group-id', 'g')
  const { Messages } = await aws('sqs', 'receive-message', '--queue-url', QueueUrl, '--max-number-of-messages', '10')
  assert.deepEqual(
    Messages.map(({ Body }) => Body),
    ['a', 'b'],
  )
  assert.deepEqual(await aws('sqs', 'list-queue-tags', '--queue-url', QueueUrl), { Tags: { team: 'pay' } })
}

async function refusal({ folder }) {
  await startTwinmq({ folder })
  const env = awslocalVariables(folder)
  const words = ['awslocal', 'sqs', 'get-queue-url', '--queue-name', 'nobody']
  const { code, err } = await runToEnd(words, { env, cwd: folder })
  assert.notEqual(code, 0)
  assert.match(err, /AWS\.SimpleQueueService\.NonExistentQueue.*GetQueueUrl/)
}

async function elsewhere({ folder }) {
  await startTwinmq({ folder, variables: { GATEWAY_LISTEN: '127.0.0.1:4599' } })
  const ways = [
    [{ LOCALSTACK_HOST: 'localhost:4599' }, 'http://localhost:4599'],
    [{ LOCALSTACK_HOST: '127.0.0.1:4599' }, 'http://127.0.0.1:4599'],
    [{ AWS_ENDPOINT_URL: 'http://127.0.0.1:4599' }, 'http://127.0.0.1:4599'],
  ]
  for (const [variables, base] of ways) {
    const { QueueUrl } = await awslocalIn(folder, variables)('sqs', 'create-queue', '--queue-name', name)
    assert.equal(QueueUrl, `${base}/000000000000/${name}`)
  }
}

async function hostWithoutPort({ folder }) {
  await startTwinmq({ folder })
  const aws = awslocalIn(folder, { LOCALSTACK_HOST: '127.0.0.1' })
  const { QueueUrl } = await aws('sqs', 'create-queue', '--queue-name', name)
  assert.equal(QueueUrl, `http://127.0.0.1:4566/000000000000/${name}`)
}

async function overHttps({ folder }) {
  await startTwinmq({ folder })
  const aws = awslocalIn(folder, { USE_SSL: '1' })
  const { QueueUrl } = await aws('sqs', 'create-queue', '--queue-name', name)
  assert.equal(QueueUrl, `https://localhost:4566/000000000000/${name}`)
}

async function identity({ folder }) {
  await startTwinmq({ folder })
  const who = await awslocalIn(folder)('sts', 'get-caller-identity')
  assert.deepEqual([who.Account, who.Arn], ['000000000000', 'arn:aws:iam::000000000000:root'])
  const other = awslocalIn(folder, { AWS_ACCESS_KEY_ID: '111111111111', AWS_SECRET_ACCESS_KEY: 'any' })
  assert.equal((await other('sts', 'get-caller-identity')).Account, '111111111111')
}

/** awslocal of PyPI, from a shell where nothing is set. */
export const awslocal = {
  name: 'awslocal',
  needs: ['awslocal'],
  scenarios: {
    'a queue is created, listed, found, filled, read, emptied and deleted on port 4566': callsOfAStandardQueue,
    'a FIFO queue with tags is used': callsOfAFifoQueue,
    'a queue that is not there ends the command with the error that scripts look for': refusal,
    'LOCALSTACK_HOST with a port and AWS_ENDPOINT_URL lead to another port': elsewhere,
    'LOCALSTACK_HOST without a port means 4566': hostWithoutPort,
    'USE_SSL=1 leads to the same port over HTTPS': overHttps,
    'get-caller-identity tells the account of the key': identity,
  },
}
