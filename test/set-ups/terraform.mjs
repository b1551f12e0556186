import { strict as assert } from 'node:assert'
import * as sdk from '@aws-sdk/client-sqs'
import { startTwinmq } from './twinmq.mjs'

const endpoint = 'http://localhost:4566'
const account = '000000000000'
const arnOf = (name) => `arn:aws:sqs:us-east-1:${account}:${name}`

/** A key that tflocal made of a real one, so that it never reaches a cloud; its account is what the key has in it. */
const tflocalKey = 'LKIAQAAAAAAVNCBMPNSG'

/** As a provider writes it: order and blanks are its own, and it compares text. */
const policy = `{"Version":"2012-10-17","Statement":[{"Sid":"all", "Effect":"Allow","Principal":"*","Action":"sqs:SendMessage",
  "Resource":"${arnOf('orders')}","Condition":{"ArnEquals":{"aws:SourceArn":"arn:aws:sns:us-east-1:${account}:news"}}}]}`

function clientWith(accessKeyId, { at = endpoint, region = 'us-east-1' } = {}) {
  const credentials = { accessKeyId, secretAccessKey: 'test' }
  return new sdk.SQS({ endpoint: at, region, credentials, maxAttempts: 1 })
}

/** The provider takes the name of a queue out of its URL, which is the id of the resource; it refuses every other form. */
function nameInUrl(url) {
  const parts = new URL(url).pathname.split('/')
  if (parts.length !== 3) throw new Error(`SQS Queue URL (${url}) is in the incorrect format`)
  return parts[2]
}

/** What a provider asks first: whose account is this. It speaks the Query protocol, and signs it for STS. */
async function callerIdentity(accessKeyId) {
  const scope = `${accessKeyId}/20260101/us-east-1/sts/aws4_request`
  const headers = {
    'Content-Type': 'application/x-www-form-urlencoded',
    Authorization: `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host;x-amz-date, Signature=0`,
    'X-Amz-Date': '20260101T000000Z',
  }
  const body = 'Action=GetCallerIdentity&Version=2011-06-15'
  const answer = await fetch(endpoint, { method: 'POST', headers, body })
  const text = await answer.text()
  assert.equal(answer.status, 200, text)
  const element = (name) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1]
  return { Account: element('Account'), Arn: element('Arn'), UserId: element('UserId') }
}

/** What a provider reads after each step. */
async function readBack(sqs, QueueUrl) {
  const { Attributes } = await sqs.getQueueAttributes({ QueueUrl, AttributeNames: ['All'] })
  const { Tags } = await sqs.listQueueTags({ QueueUrl })
  return { attributes: Attributes, tags: Tags ?? {} }
}

async function expectGone(sqs, QueueUrl, QueueName) {
  const isGone = (error) => error instanceof sdk.QueueDoesNotExist && error.name === 'QueueDoesNotExist'
  await assert.rejects(sqs.getQueueAttributes({ QueueUrl, AttributeNames: ['All'] }), isGone)
  await assert.rejects(sqs.getQueueUrl({ QueueName }), isGone)
  await assert.rejects(sqs.listQueueTags({ QueueUrl }), isGone)
}

async function standardQueue({ folder }) {
  await startTwinmq({ folder })
  assert.equal((await callerIdentity('test')).Account, account)
  const sqs = clientWith('test')
  await sqs.createQueue({ QueueName: 'orders-dead' })
  const given = {
    DelaySeconds: '90',
    MaximumMessageSize: '2048',
    MessageRetentionPeriod: '86400',
    Policy: policy,
    ReceiveMessageWaitTimeSeconds: '10',
    RedrivePolicy: JSON.stringify({ deadLetterTargetArn: arnOf('orders-dead'), maxReceiveCount: 4 }),
    SqsManagedSseEnabled: 'false',
    VisibilityTimeout: '30',
  }
  const tags = { Environment: 'test', Owner: 'a b=c/ü' }
  const { QueueUrl } = await sqs.createQueue({ QueueName: 'orders', Attributes: given, tags })
  const read = await readBack(sqs, QueueUrl)
  assert.deepEqual(read.tags, tags)
  assert.equal(read.attributes.Policy, policy)
  assert.deepEqual(JSON.parse(read.attributes.RedrivePolicy), JSON.parse(given.RedrivePolicy))
  const { RedrivePolicy: _redrive, ...asText } = given
  for (const [name, value] of Object.entries(asText)) assert.equal(read.attributes[name], value, name)
  assert.equal(read.attributes.QueueArn, arnOf('orders'))
  await sqs.deleteQueue({ QueueUrl })
  await expectGone(sqs, QueueUrl, 'orders')
  await sqs.createQueue({ QueueName: 'orders' })
}

async function encryption({ folder }) {
  await startTwinmq({ folder })
  const sqs = clientWith('test')
  const given = { KmsMasterKeyId: 'alias/aws/sqs', KmsDataKeyReusePeriodSeconds: '600' }
  const { QueueUrl } = await sqs.createQueue({ QueueName: 'orders', Attributes: given })
  const { attributes } = await readBack(sqs, QueueUrl)
  for (const [name, value] of Object.entries(given)) assert.equal(attributes[name], value, name)
  await sqs.setQueueAttributes({ QueueUrl, Attributes: { KmsMasterKeyId: '', SqsManagedSseEnabled: 'true' } })
  const after = await readBack(sqs, QueueUrl)
  assert.deepEqual([after.attributes.KmsMasterKeyId, after.attributes.SqsManagedSseEnabled], [undefined, 'true'])
}

async function updates({ folder }) {
  await startTwinmq({ folder })
  const sqs = clientWith('test')
  await sqs.createQueue({ QueueName: 'dead' })
  const { QueueUrl } = await sqs.createQueue({ QueueName: 'orders', tags: { a: '1', b: '2' } })
  const redrive = JSON.stringify({ maxReceiveCount: 2, deadLetterTargetArn: arnOf('dead') })
  const steps = { DelaySeconds: '1', MaximumMessageSize: '1024', MessageRetentionPeriod: '60', VisibilityTimeout: '0' }
  for (const [name, value] of Object.entries({ ...steps, Policy: policy, RedrivePolicy: redrive })) {
    await sqs.setQueueAttributes({ QueueUrl, Attributes: { [name]: value } })
    const { attributes } = await readBack(sqs, QueueUrl)
    if (name === 'RedrivePolicy') assert.deepEqual(JSON.parse(attributes[name]), JSON.parse(value))
    else assert.equal(attributes[name], value, name)
  }
  await sqs.setQueueAttributes({ QueueUrl, Attributes: { Policy: '', RedrivePolicy: '' } })
  await sqs.tagQueue({ QueueUrl, Tags: { b: '3', c: '4' } })
  await sqs.untagQueue({ QueueUrl, TagKeys: ['a'] })
  const { attributes, tags } = await readBack(sqs, QueueUrl)
  assert.deepEqual([attributes.Policy, attributes.RedrivePolicy], [undefined, undefined])
  assert.deepEqual(tags, { b: '3', c: '4' })
}

async function fifoQueue({ folder }) {
  await startTwinmq({ folder })
  const sqs = clientWith('test')
  const given = {
    FifoQueue: 'true',
    ContentBasedDeduplication: 'true',
    DeduplicationScope: 'messageGroup',
    FifoThroughputLimit: 'perMessageGroupId',
  }
  const { QueueUrl } = await sqs.createQueue({ QueueName: 'orders.fifo', Attributes: given })
  const { attributes } = await readBack(sqs, QueueUrl)
  for (const [name, value] of Object.entries(given)) assert.equal(attributes[name], value, name)
  await sqs.deleteQueue({ QueueUrl })
  await expectGone(sqs, QueueUrl, 'orders.fifo')
}

async function allowPolicy({ folder }) {
  await startTwinmq({ folder })
  const sqs = clientWith('test')
  const { QueueUrl } = await sqs.createQueue({ QueueName: 'dead' })
  const allow = JSON.stringify({ redrivePermission: 'byQueue', sourceQueueArns: [arnOf('orders')] })
  await sqs.setQueueAttributes({ QueueUrl, Attributes: { RedriveAllowPolicy: allow } })
  const { attributes } = await readBack(sqs, QueueUrl)
  assert.deepEqual(JSON.parse(attributes.RedriveAllowPolicy), JSON.parse(allow))
}

async function keyOfTflocal({ folder }) {
  await startTwinmq({ folder })
  const { Account, Arn } = await callerIdentity(tflocalKey)
  assert.equal(Account, '000000000042')
  assert.equal(Arn, `arn:aws:iam::${Account}:root`)
  const sqs = clientWith(tflocalKey)
  const { QueueUrl } = await sqs.createQueue({ QueueName: 'orders' })
  assert.equal(QueueUrl, `${endpoint}/${Account}/orders`)
  const { attributes } = await readBack(sqs, QueueUrl)
  assert.equal(attributes.QueueArn, `arn:aws:sqs:us-east-1:${Account}:orders`)
}

/** What the provider asks again and again until it sees what it set, at the end of every create and update. */
async function untilSeen(sqs, QueueUrl, expected) {
  const { attributes } = await readBack(sqs, QueueUrl)
  for (const [name, value] of Object.entries(expected)) assert.equal(attributes[name], value, name)
}

/** Create, read, update, plan, import by URL, data sources by name and prefix, and destroy, all by the id alone. */
async function wholeFlow(sqs) {
  const id = (await sqs.createQueue({ QueueName: 'orders', tags: { a: '1' } })).QueueUrl
  assert.equal(nameInUrl(id), 'orders')
  await untilSeen(sqs, id, { VisibilityTimeout: '30' })
  const dead = (await sqs.createQueue({ QueueName: 'dead' })).QueueUrl
  const { attributes } = await readBack(sqs, dead)
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: attributes.QueueArn, maxReceiveCount: 4 })
  await sqs.setQueueAttributes({ QueueUrl: id, Attributes: { RedrivePolicy, VisibilityTimeout: '60' } })
  await untilSeen(sqs, id, { VisibilityTimeout: '60' })
  await sqs.setQueueAttributes({ QueueUrl: id, Attributes: { Policy: policy } })
  await untilSeen(sqs, id, { Policy: policy })
  await sqs.tagQueue({ QueueUrl: id, Tags: { b: '2' } })
  assert.deepEqual((await readBack(sqs, id)).tags, { a: '1', b: '2' })
  const found = await sqs.getQueueUrl({ QueueName: nameInUrl(id), QueueOwnerAWSAccountId: account })
  const listed = await sqs.listQueues({ QueueNamePrefix: 'orders' })
  const sources = await sqs.listDeadLetterSourceQueues({ QueueUrl: dead })
  assert.deepEqual([found.QueueUrl, listed.QueueUrls, sources.queueUrls], [id, [id], [id]])
  for (const url of [id, dead]) {
    await sqs.deleteQueue({ QueueUrl: url })
    await expectGone(sqs, url, nameInUrl(url))
  }
}

async function everywhere({ folder }) {
  await startTwinmq({ folder })
  for (const at of ['http://localhost:4566', 'http://127.0.0.1:4566', 'http://[::1]:4566']) {
    for (const region of ['us-east-1', 'eu-west-1', 'cn-north-1', 'us-gov-west-1']) {
      const sqs = clientWith('test', { at, region })
      await wholeFlow(sqs)
      sqs.destroy()
    }
  }
}

async function twoRegions({ folder }) {
  await startTwinmq({ folder })
  const [west, east] = ['eu-west-1', 'us-east-1'].map((region) => clientWith('test', { region }))
  const [inWest, inEast] = [
    await west.createQueue({ QueueName: 'orders' }),
    await east.createQueue({ QueueName: 'orders' }),
  ]
  assert.equal(inWest.QueueUrl, inEast.QueueUrl)
  await west.sendMessage({ ...inWest, MessageBody: 'west' })
  assert.equal((await east.receiveMessage(inEast)).Messages, undefined)
  await east.deleteQueue(inEast)
  await assert.rejects(east.getQueueAttributes(inEast), /exists in region eu-west-1 .*--sqs-endpoint-strategy dynamic/)
  assert.equal((await west.receiveMessage(inWest)).Messages[0].Body, 'west')
}

/** The calls that Terraform's provider makes for a queue, in its order, pointed here as tflocal does it. */
export const terraform = {
  name: 'Terraform',
  needs: [],
  scenarios: {
    'a queue is read back exactly as it was set, and gone at once when deleted': standardQueue,
    'each attribute and tag is changed, read back, and removed': updates,
    'a key for encryption is read back as it was set, and taken away': encryption,
    'a FIFO queue is read back as it was set': fifoQueue,
    'a redrive allow policy is read back as it was set': allowPolicy,
    'the whole flow of a queue by its URL alone, from three hosts and in four regions': everywhere,
    'two providers, one in each region, have queues of one name and one URL that stay apart': twoRegions,
    'a key that tflocal made harmless has the account that is in it, in STS and in SQS': keyOfTflocal,
  },
}
