import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startTwinmq, type Twinmq, type TwinmqOptions } from '../../src/index.ts'
import { newFolder } from '../support/command.ts'
import { ask, json, sqsCall } from '../support/http.ts'

async function start(options: TwinmqOptions = {}): Promise<Twinmq> {
  const twinmq = await startTwinmq(options)
  onTestFinished(() => twinmq.stop())
  return twinmq
}

/** A call that an SQS client of these settings makes. */
async function sqsCallAs({ endpoint, region, credentials }: ReturnType<Twinmq['sqs']>, action: string, input: object) {
  const scope = `${credentials.accessKeyId}/20260101/${region}/sqs/aws4_request`
  const authorization = `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=00`
  const request = sqsCall(action, input)
  const answer = await ask(Number(new URL(endpoint).port), {
    ...request,
    headers: { ...request.headers, authorization },
  })
  return json(answer)
}

/** Sends as an MNS client of these settings does; its status. */
async function mnsSendAs({ endpoint, accessKeyId }: ReturnType<Twinmq['mns']>, queue: string): Promise<number> {
  const answer = await ask(Number(new URL(endpoint).port), {
    method: 'POST',
    path: `/queues/${queue}/messages`,
    headers: { authorization: `MNS ${accessKeyId}:x`, 'x-mns-version': '2015-06-06' },
    body: '<Message><MessageBody>a</MessageBody></Message>',
  })
  return answer.status
}

test('each new account is another, and sees the queues of no other', async () => {
  const twinmq = await start()
  const [one, other] = [twinmq.newAccount(), twinmq.newAccount()]
  expect(one.account).toMatch(/^[1-9]\d{11}$/)
  expect(other.account).not.toBe(one.account)
  await sqsCallAs(one.sqs(), 'CreateQueue', { QueueName: 'orders' })
  expect(await sqsCallAs(one.sqs(), 'ListQueues', {})).toMatchObject({
    QueueUrls: [expect.stringContaining(one.account)],
  })
  for (const settings of [other.sqs(), twinmq.sqs()]) expect(await sqsCallAs(settings, 'ListQueues', {})).toEqual({})
})

test('clients of both clouds meet in one account, and nowhere else', async () => {
  const twinmq = await start()
  const [one, other] = [twinmq.newAccount(), twinmq.newAccount()]
  await sqsCallAs(one.sqs(), 'CreateQueue', { QueueName: 'orders' })
  expect(await mnsSendAs(one.mns(), 'orders')).toBe(201)
  expect(await mnsSendAs(other.mns(), 'orders')).toBe(404)
})

test('an account or a region is asked for by name', async () => {
  const twinmq = await start({ region: 'eu-west-1' })
  const account = '111122223333'
  expect(twinmq.sqs({ account, region: 'us-west-2' })).toMatchObject({
    region: 'us-west-2',
    credentials: { accessKeyId: account },
  })
  expect(twinmq.mns({ account })).toMatchObject({ accountId: account, accessKeyId: account, region: 'eu-west-1' })
  expect(twinmq.newAccount({ region: 'us-west-2' }).sqs().region).toBe('us-west-2')
  await sqsCallAs(twinmq.sqs({ account, region: 'us-west-2' }), 'CreateQueue', { QueueName: 'orders' })
  expect((await twinmq.snapshot()).queues).toMatchObject([{ name: 'orders', account, region: 'us-west-2' }])
})

test('the same seed gives the same accounts', async () => {
  const [one, other] = [await start({ seed: 7 }), await start({ seed: 7 })]
  expect(one.newAccount().account).toBe(other.newAccount().account)
})

test('with a seed, a run that goes on with a kept file gives other accounts than the run before', async () => {
  const options = { seed: 7, data: join(newFolder(), 'state.json') }
  const first = await startTwinmq(options)
  const accounts = [first.newAccount().account, first.newAccount().account]
  await first.stop()
  const second = await start(options)
  accounts.push(second.newAccount().account, second.newAccount().account)
  expect(new Set(accounts).size).toBe(4)
})

test('what is neither an account nor a region is refused', async () => {
  const twinmq = await start()
  const refusal = expect.objectContaining({ name: 'TwinmqError', code: 'badArgument' })
  for (const account of ['', 'test', '11112222333', '11112222333344445'])
    for (const call of [() => twinmq.sqs({ account }), () => twinmq.mns({ account })]) expect(call).toThrow(refusal)
  for (const call of [() => twinmq.sqs({ region: 'Mars 1' }), () => twinmq.newAccount({ region: '' })])
    expect(call).toThrow(refusal)
})

test('where all accounts are one, none is given out', async () => {
  const twinmq = await start({ namespace: 'shared' })
  expect(() => twinmq.newAccount()).toThrow(/namespace 'isolated'/)
})

test('where signatures are checked, clients get the key of their cloud and account', async () => {
  const auth = join(newFolder(), 'keys.json')
  const keyOf = (cloud: string, account: string, more = {}) => ({
    cloud,
    accessKeyId: `key-${account}`,
    secret: `secret-${account}`,
    account,
    ...more,
  })
  const keys = [
    keyOf('aws', '111111111111', { sessionToken: 'token' }),
    keyOf('aws', '222222222222'),
    keyOf('alibaba', '3333333333333333', { sessionToken: 'token' }),
  ]
  writeFileSync(auth, JSON.stringify(keys))
  const twinmq = await start({ auth })
  expect(twinmq.sqs().credentials).toEqual({
    accessKeyId: 'key-111111111111',
    secretAccessKey: 'secret-111111111111',
    sessionToken: 'token',
  })
  expect(twinmq.sqs({ account: '222222222222' }).credentials.accessKeyId).toBe('key-222222222222')
  expect(twinmq.mns()).toMatchObject({ accountId: '3333333333333333', securityToken: 'token' })
  expect(() => twinmq.mns({ account: '111111111111' })).toThrow(/no key of alibaba .* 111111111111/)
  expect(() => twinmq.newAccount()).toThrow(/reset\(\)/)
})
