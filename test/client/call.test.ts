import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { call, type Endpoint, pages } from '../../src/client/call.ts'
import { NoAnswer, NotUnderstood, Refused } from '../../src/client/failures.ts'
import { operationOf, type Protocol, services, sqs } from '../../src/client/services.ts'
import type { Values } from '../../src/client/values.ts'
import { fakeEndpoint } from '../import/fake-endpoint.ts'
import { newFolder } from '../support/command.ts'
import { TestEmulator } from '../support/emulator.ts'

const keys = { id: '123456789012', secret: 'test' }

function clientOf(endpoint: Endpoint, service = sqs) {
  return (action: string, input: Values = {}) =>
    call({ service, operation: operationOf(service, action) }, input, endpoint)
}

function endpointOf({ port }: TestEmulator, protocol: Protocol): Endpoint {
  return { url: new URL(`http://127.0.0.1:${port}`), region: 'eu-west-1', keys, protocol }
}

describe.each(['json', 'query'] as const)('in %s', (protocol) => {
  test('a queue is made, tagged and shown as it was asked for', async () => {
    const ask = clientOf(endpointOf(await TestEmulator.start(), protocol))
    const Attributes = { VisibilityTimeout: '45', DelaySeconds: '0' }
    const { QueueUrl } = await ask('CreateQueue', { QueueName: 'q', Attributes, tags: { team: 'pay', cost: '1' } })
    expect(await ask('ListQueueTags', { QueueUrl: QueueUrl! })).toEqual({ Tags: { team: 'pay', cost: '1' } })
    const asked = { QueueUrl: QueueUrl!, AttributeNames: ['VisibilityTimeout', 'QueueArn'] }
    expect(await ask('GetQueueAttributes', asked)).toEqual({
      Attributes: { VisibilityTimeout: '45', QueueArn: 'arn:aws:sqs:eu-west-1:123456789012:q' },
    })
    expect(await ask('DeleteQueue', { QueueUrl: QueueUrl! })).toEqual({})
  })

  test('messages come back with their attributes', async () => {
    const ask = clientOf(endpointOf(await TestEmulator.start(), protocol))
    const QueueUrl = (await ask('CreateQueue', { QueueName: 'q' })).QueueUrl!
    const MessageAttributes = {
      size: { StringValue: '7', DataType: 'Number.int' },
      proof: { BinaryValue: 'AAE=', DataType: 'Binary' },
    }
    const entry = { Id: 'a', MessageBody: 'a & b', MessageAttributes }
    const sent = await ask('SendMessageBatch', { QueueUrl, Entries: [entry, { Id: 'b', MessageBody: '\u0000' }] })
    expect(sent).toEqual({
      Successful: [
        {
          Id: 'a',
          MessageId: expect.any(String),
          MD5OfMessageBody: expect.any(String),
          MD5OfMessageAttributes: expect.any(String),
        },
      ],
      Failed: [{ Id: 'b', SenderFault: true, Code: 'InvalidMessageContents', Message: expect.any(String) }],
    })
    const asked = { QueueUrl, AttributeNames: ['SenderId'], MessageAttributeNames: ['All'] }
    expect(await ask('ReceiveMessage', asked)).toMatchObject({
      Messages: [{ Body: 'a & b', Attributes: { SenderId: '123456789012' }, MessageAttributes }],
    })
    expect(await ask('ReceiveMessage', asked)).toEqual({})
  })

  test('lists are read page after page', async () => {
    const ask = clientOf(endpointOf(await TestEmulator.start(), protocol))
    for (const QueueName of ['a', 'b', 'c']) await ask('CreateQueue', { QueueName })
    const found = []
    for await (const page of pages((input) => ask('ListQueues', input), { MaxResults: 2 })) found.push(page.QueueUrls)
    expect(found).toEqual([[expect.any(String), expect.any(String)], [expect.stringMatching(/\/c$/)]])
  })

  test('a refusal has the code that scripts know', async () => {
    const ask = clientOf(endpointOf(await TestEmulator.start(), protocol))
    const refusal = await ask('GetQueueUrl', { QueueName: 'none' }).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(Refused)
    expect(refusal).toMatchObject({ code: 'AWS.SimpleQueueService.NonExistentQueue', answer: { status: 400 } })
  })

  test('a signature is accepted if its secret is right', async () => {
    const file = join(newFolder(), 'keys.json')
    writeFileSync(file, '[{ "cloud": "aws", "accessKeyId": "ak", "secret": "sk", "account": "000000000000" }]')
    const endpoint = endpointOf(await TestEmulator.start({ auth: file }), protocol)
    const signed = (secret: string) => clientOf({ ...endpoint, keys: { id: 'ak', secret } })('ListQueues')
    expect(await signed('sk')).toEqual({})
    await expect(signed('other')).rejects.toThrow('does not match')
  })

  test('an answer that is not one of SQS is not understood', async () => {
    for (const answer of ['<html></html>', '{"hello":1}', 'hello', undefined]) {
      const url = await fakeEndpoint(() => answer)
      await expect(clientOf({ url, region: 'us-east-1', protocol })('ListQueues')).rejects.toThrow(NotUnderstood)
    }
  })
})

test('without an answer the reason is told', async () => {
  const ask = clientOf({ url: new URL('http://127.0.0.1:1'), region: 'us-east-1' })
  const failure = await ask('ListQueues').catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(NoAnswer)
  expect(failure).toMatchObject({ reason: 'noConnection', message: expect.stringContaining('ECONNREFUSED') })
})

test('a wait for an answer ends', async () => {
  const emulator = await TestEmulator.start()
  const endpoint = { ...endpointOf(emulator, 'json'), connection: { readTimeoutMs: 100 } }
  const ask = clientOf(endpoint)
  const QueueUrl = (await ask('CreateQueue', { QueueName: 'q' })).QueueUrl!
  const late = ask('ReceiveMessage', { QueueUrl, WaitTimeSeconds: 20 })
  await expect(late).rejects.toMatchObject({ name: 'NoAnswer', reason: 'readTimeout' })
})

test('STS is asked in Query, with its lists in members', async () => {
  const sts = services.find(({ name }) => name === 'sts')!
  let sent = new URLSearchParams()
  const answer = `<AssumeRoleResponse><AssumeRoleResult><PackedPolicySize>6</PackedPolicySize><Credentials>
    <AccessKeyId>k</AccessKeyId><Expiration>2026-01-01T00:00:00Z</Expiration></Credentials></AssumeRoleResult></AssumeRoleResponse>`
  const url = await fakeEndpoint(({ form }) => {
    sent = form
    return answer
  })
  const input = { RoleArn: 'r', PolicyArns: [{ arn: 'p' }, { arn: 'q' }], TransitiveTagKeys: ['t'] }
  expect(await clientOf({ url, region: 'us-east-1' }, sts)('AssumeRole', input)).toEqual({
    PackedPolicySize: 6,
    Credentials: { AccessKeyId: 'k', Expiration: '2026-01-01T00:00:00+00:00' },
  })
  expect(Object.fromEntries(sent)).toEqual({
    Action: 'AssumeRole',
    Version: '2011-06-15',
    RoleArn: 'r',
    'PolicyArns.member.1.arn': 'p',
    'PolicyArns.member.2.arn': 'q',
    'TransitiveTagKeys.member.1': 't',
  })
})
