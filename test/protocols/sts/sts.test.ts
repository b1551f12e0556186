import { createHash, createHmac } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { temporaryKeyId } from '../../../protocols/aws/role-session.ts'
import { startTestApp, type TestApp, type TestAppOptions, type TestReply } from '../../support/app.ts'
import { jsonProtocol } from '../../wire/sqs-protocols.ts'

const nowMs = Date.UTC(2026, 0, 1)
const roleArn = 'arn:aws:iam::123456789012:role/team/worker'
const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' }

let app: TestApp
afterEach(() => app.close())

const start = async (options: TestAppOptions = {}): Promise<void> => {
  app = await startTestApp(options)
}

const signedBy = (key: string, service = 'sts', region = 'us-east-1') =>
  `AWS4-HMAC-SHA256 Credential=${key}/20260101/${region}/${service}/aws4_request, SignedHeaders=host, Signature=0`

function ask(fields: Record<string, string>, headers: Record<string, string> = {}): Promise<TestReply> {
  const body = new URLSearchParams({ Version: '2011-06-15', ...fields }).toString()
  return app.request({ headers: { ...formHeaders, ...headers }, body })
}

/** What an action answers, by element. */
async function told(fields: Record<string, string>, headers: Record<string, string> = {}) {
  const { status, body } = await ask(fields, headers)
  const texts = [...body.matchAll(/<(\w+)>([^<]*)<\/\1>/g)].map(({ 1: name, 2: text }): [string, string] => [
    name!,
    text!,
  ])
  return { status, ...Object.fromEntries(texts) } as Readonly<Record<string, string | number>>
}

const assume = (more: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  told({ Action: 'AssumeRole', RoleArn: roleArn, RoleSessionName: 'build', ...more }, headers)

describe('GetCallerIdentity', () => {
  test('names the root of the account in the key', async () => {
    await start()
    const identity = await told({ Action: 'GetCallerIdentity' }, { authorization: signedBy('111122223333') })
    expect(identity).toMatchObject({
      status: 200,
      Arn: 'arn:aws:iam::111122223333:root',
      UserId: '111122223333',
      Account: '111122223333',
    })
  })

  test('is of the default account without a key, and of the partition of the region', async () => {
    await start()
    expect(await told({ Action: 'GetCallerIdentity' })).toMatchObject({ Account: '000000000000' })
    const authorization = signedBy('test', 'sts', 'cn-north-1')
    expect(await told({ Action: 'GetCallerIdentity' }, { authorization })).toMatchObject({
      Arn: 'arn:aws-cn:iam::000000000000:root',
    })
  })

  test('is an XML document of STS, or JSON for who accepts that, with the same request id as the header', async () => {
    await start()
    const xml = await ask({ Action: 'GetCallerIdentity' })
    expect(xml.headers['Content-Type']).toBe('text/xml')
    expect(xml.body).toBe(
      `<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult><Arn>arn:aws:iam::000000000000:root</Arn><UserId>000000000000</UserId><Account>000000000000</Account></GetCallerIdentityResult><ResponseMetadata><RequestId>${xml.headers['x-amzn-RequestId']}</RequestId></ResponseMetadata></GetCallerIdentityResponse>`,
    )
    const json = await ask({ Action: 'GetCallerIdentity' }, { accept: 'application/json' })
    expect(JSON.parse(json.body).GetCallerIdentityResponse.GetCallerIdentityResult).toEqual({
      Arn: 'arn:aws:iam::000000000000:root',
      UserId: '000000000000',
      Account: '000000000000',
    })
  })

  test.each<[string, Parameters<TestApp['request']>[0]]>([
    ['GET', { method: 'GET', target: '/?Action=GetCallerIdentity&Version=2011-06-15' }],
    ['GET without a version', { method: 'GET', target: '/?Action=GetCallerIdentity' }],
    ['a form without a signature', { headers: formHeaders, body: 'Version=2011-06-15&Action=GetCallerIdentity' }],
    [
      'a signature for STS',
      { headers: { ...formHeaders, authorization: signedBy('test') }, body: 'Action=GetCallerIdentity' },
    ],
    [
      'a presigned URL',
      {
        method: 'GET',
        target: '/?Action=GetCallerIdentity&X-Amz-Credential=test%2F20260101%2Fus-east-1%2Fsts%2Faws4_request',
      },
    ],
  ])('is taken by %s', async (_form, request) => {
    await start()
    expect((await app.request(request)).body).toContain('<Account>000000000000</Account>')
  })

  test('is no action of SQS, for which a request without a version was signed', async () => {
    await start()
    const headers = { ...formHeaders, authorization: signedBy('test', 'sqs') }
    const reply = await app.request({ headers, body: 'Action=GetCallerIdentity' })
    expect(reply.body).toContain('<Code>InvalidAction</Code>')
  })
})

describe('AssumeRole', () => {
  test('gives keys that stand for the account of the role, for an hour', async () => {
    await start()
    const given = await assume({}, { authorization: signedBy('111122223333') })
    expect(given).toMatchObject({
      status: 200,
      AccessKeyId: expect.stringMatching(/^LSIA[A-Z2-7]{16}$/),
      SecretAccessKey: expect.stringMatching(/^.{40}$/),
      Expiration: '2026-01-01T01:00:00Z',
      Arn: 'arn:aws:sts::123456789012:assumed-role/worker/build',
      AssumedRoleId: expect.stringMatching(/^AROA[A-Z2-7]{17}:build$/),
    })
    const authorization = signedBy(String(given.AccessKeyId), 'sqs')
    const asked = jsonProtocol.request('CreateQueue', { QueueName: 'orders' }, { authorization })
    expect(jsonProtocol.read(await app.request(asked))).toMatchObject({
      output: { QueueUrl: expect.stringContaining('/123456789012/orders') },
    })
  })

  test.each(['000000000000', '000000000042', '123456789012', '123456789013', '999999999999'])(
    'gives keys that SQS reads the account %s from',
    async (account) => {
      await start()
      const given = await assume({ RoleArn: `arn:aws:iam::${account}:role/worker` })
      const identity = await told(
        { Action: 'GetCallerIdentity' },
        { authorization: signedBy(String(given.AccessKeyId)) },
      )
      expect(identity.Account).toBe(account)
    },
  )

  test('a key of account 42 begins as LocalStack has it', () => {
    expect(temporaryKeyId('LSIA', '000000000042', 'x')).toMatch(/^LSIAQAAAAAAV[A-P]/)
    expect(temporaryKeyId('LSIA', '000000000043', 'x')).toMatch(/^LSIAQAAAAAAV[Q-Z2-7]/)
  })

  test('who uses them is the session in the role, for GetCallerIdentity and as the sender of messages', async () => {
    await start()
    const given = await assume()
    const { AccessKeyId, SessionToken, AssumedRoleId, Arn } = given
    const credentials = { 'x-amz-security-token': String(SessionToken) }
    const authorization = signedBy(String(AccessKeyId))
    expect(await told({ Action: 'GetCallerIdentity' }, { ...credentials, authorization })).toMatchObject({
      Arn,
      UserId: AssumedRoleId,
      Account: '123456789012',
    })
    const sqs = async (action: string, input: Record<string, string | string[]>) =>
      jsonProtocol.read(
        await app.request(
          jsonProtocol.request(action, input, {
            ...credentials,
            authorization: signedBy(String(AccessKeyId), 'sqs'),
          }),
        ),
      )
    await sqs('CreateQueue', { QueueName: 'orders' })
    await sqs('SendMessage', { QueueUrl: 'orders', MessageBody: 'a' })
    expect(await sqs('ReceiveMessage', { QueueUrl: 'orders', AttributeNames: ['SenderId'] })).toMatchObject({
      output: { Messages: [{ Attributes: { SenderId: AssumedRoleId } }] },
    })
  })

  test('a token that is none of ours, or is of other keys, says nothing', async () => {
    await start()
    const token = String((await assume()).SessionToken)
    for (const credentials of [{ 'x-amz-security-token': 'anything' }, { 'x-amz-security-token': token }])
      expect(await told({ Action: 'GetCallerIdentity' }, { ...credentials, authorization: signedBy('test') })).toEqual(
        expect.objectContaining({ Arn: 'arn:aws:iam::000000000000:root' }),
      )
  })

  test('a role has one id, sessions have keys of their own', async () => {
    await start()
    const [first, second] = [await assume(), await assume({ RoleSessionName: 'deploy' })]
    expect(String(second.AssumedRoleId).split(':')[0]).toBe(String(first.AssumedRoleId).split(':')[0])
    expect(second.AccessKeyId).not.toBe(first.AccessKeyId)
  })

  test('tells the expiration in seconds in JSON, as long as was asked for', async () => {
    await start()
    const fields = { Action: 'AssumeRole', RoleArn: roleArn, RoleSessionName: 'build', DurationSeconds: '900' }
    const { body } = await ask({ ...fields, SourceIdentity: 'ann' }, { accept: 'application/json' })
    expect(JSON.parse(body).AssumeRoleResponse.AssumeRoleResult).toMatchObject({
      Credentials: { Expiration: nowMs / 1000 + 900 },
      SourceIdentity: 'ann',
    })
  })

  test.each([
    ['RoleArn', '', "Value '' at 'roleArn'"],
    ['RoleArn', 'worker', 'worker is invalid'],
    ['RoleArn', 'arn:aws:iam::123456789012:user/ann', 'is invalid'],
    ['RoleSessionName', 'a', 'greater than or equal to 2'],
    ['RoleSessionName', 'a'.repeat(65), 'less than or equal to 64'],
    ['RoleSessionName', 'a b', 'regular expression pattern'],
    ['DurationSeconds', '899', 'greater than or equal to 900'],
    ['DurationSeconds', '43201', 'less than or equal to 43200'],
    ['DurationSeconds', 'soon', 'greater than or equal to 900'],
  ])('refuses %s %s', async (name, value, message) => {
    await start()
    const refused = await ask({ Action: 'AssumeRole', RoleArn: roleArn, RoleSessionName: 'build', [name]: value })
    expect(refused.status).toBe(400)
    expect(refused.body).toContain('<Type>Sender</Type><Code>ValidationError</Code>')
    expect(refused.body.replaceAll('&apos;', "'")).toContain(message)
  })
})

describe('what is not served', () => {
  test.each([
    ['GetSessionToken', 501, 'NotImplemented'],
    ['Nonsense', 400, 'InvalidAction'],
    ['', 400, 'MissingAction'],
  ])('action "%s" is answered %i %s', async (Action, status, code) => {
    await start()
    const authorization = signedBy('test')
    const reply = await ask({ Action }, { authorization })
    expect([reply.status, reply.body]).toEqual([status, expect.stringContaining(`<Code>${code}</Code>`)])
    const inJson = await ask({ Action }, { authorization, accept: 'application/json' })
    expect(JSON.parse(inJson.body)).toMatchObject({ Error: { Code: code } })
  })

  test('another version and another method are refused', async () => {
    await start()
    const authorization = signedBy('test')
    expect((await ask({ Action: 'GetCallerIdentity', Version: '2010-05-08' }, { authorization })).status).toBe(400)
    expect((await app.request({ method: 'PUT', headers: { authorization } })).status).toBe(405)
  })
})

describe('where signatures are checked', () => {
  const keys = [{ cloud: 'aws', accessKeyId: 'AKIAEXAMPLE', secret: 'secret', account: '111122223333' }] as const

  type Key = { readonly id: string; readonly secret: string; readonly token?: string }

  /** Headers of a signed form. Source: AWS Signature Version 4. */
  function signed(key: Key, service: string, body: string, extra: Record<string, string> = {}): Record<string, string> {
    const headers: Record<string, string> = {
      ...extra,
      host: '127.0.0.1:4566',
      'x-amz-date': '20260101T000000Z',
      ...(key.token !== undefined && { 'x-amz-security-token': key.token }),
    }
    const names = Object.keys(headers).sort()
    const sha = (text: string) => createHash('sha256').update(text).digest('hex')
    const canonical = `POST\n/\n\n${names.map((name) => `${name}:${headers[name]}\n`).join('')}\n${names.join(';')}\n${sha(body)}`
    const scope = ['20260101', 'us-east-1', service, 'aws4_request']
    const text = `AWS4-HMAC-SHA256\n20260101T000000Z\n${scope.join('/')}\n${sha(canonical)}`
    let last: string | Buffer = `AWS4${key.secret}`
    for (const part of scope) last = createHmac('sha256', last).update(part).digest()
    const signature = createHmac('sha256', last).update(text).digest('hex')
    const authorization = `AWS4-HMAC-SHA256 Credential=${key.id}/${scope.join('/')}, SignedHeaders=${names.join(';')}, Signature=${signature}`
    return { ...headers, authorization }
  }

  const identity = 'Action=GetCallerIdentity&Version=2011-06-15'
  const form = (key: Key, body: string, service = 'sts') =>
    app.request({ headers: signed(key, service, body, formHeaders), body })
  const known: Key = { id: 'AKIAEXAMPLE', secret: 'secret' }

  test('the caller is the account of the key', async () => {
    await start({ keys })
    expect((await form(known, identity)).body).toContain('<Account>111122223333</Account>')
  })

  test.each<[string, Key, string]>([
    ['a wrong secret', { id: 'AKIAEXAMPLE', secret: 'other' }, 'SignatureDoesNotMatch'],
    ['an unknown key', { id: 'AKIAOTHER', secret: 'secret' }, 'InvalidClientTokenId'],
  ])('%s is refused', async (_what, key, code) => {
    await start({ keys })
    const { status, body } = await form(key, identity)
    expect([status, body]).toEqual([403, expect.stringContaining(`<Code>${code}</Code>`)])
  })

  test('a request without a signature is refused', async () => {
    await start({ keys })
    expect((await ask({ Action: 'GetCallerIdentity' })).body).toContain('<Code>MissingAuthenticationToken</Code>')
  })

  test('keys of a role are good for SQS, for as long as they last, and only with their own secret', async () => {
    await start({ keys, realNowMs: nowMs })
    const body = `Action=AssumeRole&Version=2011-06-15&RoleSessionName=build&DurationSeconds=900&RoleArn=${encodeURIComponent(roleArn)}`
    const answer = (await form(known, body)).body
    const field = (name: string): string => new RegExp(`<${name}>([^<]*)</${name}>`).exec(answer)?.[1] ?? ''
    const key = { id: field('AccessKeyId'), secret: field('SecretAccessKey'), token: field('SessionToken') }
    const create = 'Action=CreateQueue&Version=2012-11-05&QueueName=orders'
    expect((await form(key, create, 'sqs')).body).toContain('/123456789012/orders')
    expect((await form({ ...key, secret: 'guess' }, create, 'sqs')).status).toBe(403)
    await app.clock.advance(899_999)
    expect((await form(key, create, 'sqs')).status).toBe(200)
    await app.clock.advance(1)
    expect((await form(key, create, 'sqs')).body).toContain('<Code>ExpiredToken</Code>')
  })
})
