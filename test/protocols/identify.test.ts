// What a request is, where two of its hints disagree. docs/requests.md shows the order; here is a row for every pair.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hints, identify } from '../../protocols/identify.ts'
import { actions as sqsActions } from '../../protocols/sqs/actions.ts'
import { startTestApp } from '../support/app.ts'
import { wireRequest } from './sqs/requests.ts'

type Asked = Parameters<typeof wireRequest>[0]
type Headers = Readonly<Record<string, string>>

const json: Headers = { 'content-type': 'application/x-amz-json-1.0' }
const form: Headers = { 'content-type': 'application/x-www-form-urlencoded' }
const target = (name: string): Headers => ({ 'x-amz-target': name })
const scope = (service: string): Headers => ({
  authorization: `AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/${service}/aws4_request, SignedHeaders=host, Signature=0`,
})
const mnsVersion: Headers = { 'x-mns-version': '2015-06-06' }
const mnsSigned: Headers = { authorization: 'MNS ak:c2ln' }
const inForm = (body: string, headers: Headers = {}): Asked => ({ headers: { ...form, ...headers }, body })
const inUrl = (query: string, headers: Headers = {}): Asked => ({ method: 'GET', target: `/?${query}`, headers })

const mnsHost = '1234567890.mns.cn-hangzhou.aliyuncs.com'
const sqsHost = 'sqs.us-east-1.localhost.localstack.cloud:4566'

/** `api protocol`, or the service that is not here and its protocol. */
function told(asked: Asked): string {
  const identity = identify(wireRequest(asked))
  return `${identity.api === 'none' ? identity.service : identity.api} ${identity.protocol}`
}

describe('one hint alone tells', () => {
  test.each<[string, Asked, string]>([
    ['nothing', {}, 'sqs query'],
    ['content type of JSON', { headers: json }, 'sqs json'],
    ['content type of a form', { headers: form, body: 'a=b' }, 'sqs query'],
    ['target', { headers: target('AmazonSQS.ListQueues'), body: '{}' }, 'sqs json'],
    ['target of another service', { headers: target('DynamoDB_20120810.ListTables'), body: '{}' }, 'dynamodb json'],
    ['target without a service', { headers: target('ListQueues'), body: '{}' }, 'sqs json'],
    ['action of SQS in the URL', inUrl('Action=ListQueues'), 'sqs query'],
    ['action of SQS in a form', inForm('QueueName=a&Action=CreateQueue'), 'sqs query'],
    ['action of STS', inForm('Action=GetCallerIdentity'), 'sts query'],
    ['action that STS has and twinmq has not', inForm('Action=GetSessionToken'), 'sts query'],
    ['action that nobody has', inForm('Action=Frobnicate'), 'sqs query'],
    ['version of SQS', inForm('Version=2012-11-05'), 'sqs query'],
    ['version of STS', inUrl('Version=2011-06-15'), 'sts query'],
    ['action and version of SNS', inForm('Action=ListTopics&Version=2010-03-31'), 'sns query'],
    ['scope of SQS', { headers: scope('sqs') }, 'sqs query'],
    ['scope of STS', { headers: scope('sts') }, 'sts query'],
    ['scope of S3', { headers: scope('s3') }, 's3 query'],
    ['presigned for S3', inUrl('X-Amz-Credential=test%2F20260101%2Fus-east-1%2Fs3%2Faws4_request'), 's3 query'],
    ['signature of version 2', { headers: { authorization: 'AWS key:c2ln' } }, 'sqs query'],
    ['mark of MNS', { headers: mnsVersion }, 'mns xml'],
    ['signature of MNS', { headers: mnsSigned }, 'mns xml'],
    ['newer signature of MNS', { headers: { authorization: 'MNS4-HMAC-SHA256 Credential=ak/x' } }, 'mns xml'],
    ['host of MNS', { host: mnsHost }, 'mns xml'],
    ['host of STS', { host: 'sts.us-east-1.amazonaws.com' }, 'sts query'],
    ['host of SQS', { host: sqsHost }, 'sqs query'],
    ['host of S3', { host: 's3.amazonaws.com' }, 's3 query'],
    ['host of a bucket', { host: 'photos.s3.amazonaws.com', target: '/cat.jpg' }, 's3 query'],
    ['path of MNS', { target: '/queues/orders/messages' }, 'mns xml'],
    ['path of topics', { target: '/topics' }, 'mns xml'],
    ['path of a queue of SQS', { target: '/000000000000/orders' }, 'sqs query'],
    ['the developer path', { method: 'GET', target: '/_aws/sqs/messages?QueueUrl=a' }, 'sqs query'],
    ['JSON to the developer path', { target: '/_aws/sqs/messages', headers: json, body: '{}' }, 'sqs json'],
    ['Accept of JSON', { headers: { accept: 'application/json' } }, 'sqs query'],
  ])('%s', (_hint, asked, expected) => expect(told(asked)).toBe(expected))
})

/** Every pair of hints that can disagree: which two, a request that holds both, and what it is. */
const pairs: readonly (readonly [one: string, other: string, asked: Asked, expected: string])[] = [
  // How it is read: content type, then action, then target.
  ['content type', 'target', inForm('Action=CreateQueue', target('AmazonSQSv20121105.CreateQueue')), 'sqs query'],
  ['content type', 'target', inForm('QueueName=a', target('AmazonSQS.CreateQueue')), 'sqs query'],
  ['content type', 'target', inForm('Action=ListTables', target('DynamoDB_20120810.ListTables')), 'sqs query'],
  ['content type', 'target', { headers: { ...json, ...target('AmazonSQSv20121105.ListQueues') } }, 'sqs json'],
  ['content type', 'target', { headers: { ...form, ...target('AmazonSQS.ListQueues') }, body: '{}' }, 'sqs json'],
  ['content type', 'target', { headers: { ...form, ...target('AmazonSQS.ListQueues') } }, 'sqs json'],
  ['content type', 'action', { target: '/?Action=ListQueues', headers: json, body: '{}' }, 'sqs json'],
  ['content type', 'action', { target: '/?Action=GetCallerIdentity', headers: json }, 'sqs json'],
  ['content type', 'action', { headers: { 'content-type': 'text/plain' }, body: 'Action=ListQueues' }, 'sqs query'],
  ['content type', 'version', { target: '/?Version=2011-06-15', headers: json, body: '{}' }, 'sqs json'],
  ['content type', 'scope', { headers: { ...json, ...scope('sts') }, body: '{}' }, 'sts in AWS JSON json'],
  [
    'content type',
    'path',
    { target: '/queues/a', headers: { ...json, ...target('AmazonSQS.ListQueues') } },
    'sqs json',
  ],
  ['content type', 'Accept', { headers: { ...json, accept: 'text/xml' }, body: '{}' }, 'sqs json'],
  ['content type', 'Accept', inForm('Action=ListQueues', { accept: 'application/json' }), 'sqs query'],
  ['target', 'action', { headers: target('AmazonSQS.ListQueues'), body: 'Action=ListQueues' }, 'sqs query'],
  ['target', 'action', { headers: target('AmazonSQS.SendMessage'), body: '{"MessageBody":"&Action=a"}' }, 'sqs json'],
  ['target', 'action', { headers: target('AmazonSQS.SendMessage'), body: '\n {"a":"&Action=a"}' }, 'sqs json'],
  ['target', 'action', inUrl('Action=GetCallerIdentity', target('AmazonSQS.ListQueues')), 'sqs query'],
  ['target', 'version', { target: '/?Version=2011-06-15', headers: target('AmazonSQS.a'), body: '{}' }, 'sqs json'],
  ['target', 'version', inForm('Action=a&Version=2012-11-05', target('DynamoDB_20120810.a')), 'sqs query'],
  ['action', 'path', { ...inUrl('Action=ListTopics'), target: '/queues?Action=ListTopics' }, 'sqs query'],
  ['target', 'version', inForm('Action=a&Version=2011-06-15', target('AmazonSQS.a')), 'sts query'],
  ['target', 'version', inForm('Action=a&Version=2010-03-31', target('AmazonSQS.a')), 'sqs query'],
  ['target', 'scope', { headers: { ...json, ...target('AmazonSQS.ListQueues'), ...scope('execute-api') } }, 'sqs json'],
  ['target', 'scope', { headers: { ...target('AWSEvents.PutEvents'), ...scope('sqs') }, body: '{}' }, 'events json'],
  ['target', 'scope', { headers: { ...target('Logs_20140328.Put'), ...scope('logs') }, body: '{}' }, 'logs json'],
  ['target', 'scope', { headers: { ...target('ListQueues'), ...scope('s3') }, body: '{}' }, 's3 json'],
  ['target', 'path', { target: '/queues/a', headers: target('AmazonSQS.ListQueues'), body: '{}' }, 'sqs json'],
  ['target', 'host', { host: 's3.amazonaws.com', headers: target('AmazonSQS.ListQueues'), body: '{}' }, 'sqs json'],
  ['target', 'Accept', { headers: { ...target('AmazonSQS.ListQueues'), accept: 'text/xml' }, body: '{}' }, 'sqs json'],
  // Which API it is for: MNS's marks, version, credential, host, then what only one has.
  ["MNS's marks", 'version', inUrl('Action=ListQueues&Version=2012-11-05', mnsVersion), 'mns xml'],
  ["MNS's marks", 'target', { headers: { ...mnsVersion, ...json, ...target('AmazonSQS.ListQueues') } }, 'mns xml'],
  ["MNS's marks", 'scope', { headers: { ...mnsVersion, ...scope('sqs') }, target: '/queues/a' }, 'mns xml'],
  ["MNS's marks", 'host', { headers: mnsVersion, host: sqsHost, target: '/queues/a' }, 'mns xml'],
  ["MNS's marks", 'path', { headers: mnsVersion, target: '/000000000000/orders' }, 'mns xml'],
  ["MNS's marks", 'developer path', { headers: mnsVersion, target: '/_aws/sqs/messages' }, 'sqs query'],
  ['version', 'scope', inForm('Action=ListQueues&Version=2012-11-05', scope('execute-api')), 'sqs query'],
  ['version', 'scope', inForm('Action=ListQueues&Version=2012-11-05', scope('sns')), 'sqs query'],
  ['version', 'scope', inForm('Action=GetCallerIdentity&Version=2011-06-15', scope('sqs')), 'sts query'],
  ['version', 'scope', inForm('Action=ListQueues&Version=1999-01-01', scope('sqs')), 'sqs query'],
  ['version', 'scope', inForm('Action=ListQueues&Version=2010-03-31', scope('sqs')), 'sqs query'],
  ['version', 'signature of MNS', inUrl('Action=ListQueues&Version=2012-11-05', mnsSigned), 'sqs query'],
  ['version', 'host', { ...inForm('Action=ListQueues&Version=2012-11-05'), host: mnsHost }, 'sqs query'],
  ['version', 'host', { ...inForm('Action=ListQueues&Version=2012-11-05'), host: 's3.amazonaws.com' }, 'sqs query'],
  ['version', 'action', inForm('Action=GetCallerIdentity&Version=2012-11-05'), 'sqs query'],
  ['version', 'action', inForm('Action=ListQueues&Version=2011-06-15'), 'sts query'],
  ['version', 'action', inForm('Action=ListQueues&Version=2010-03-31'), 'sqs query'],
  ['version', 'path', { ...inForm('Action=ListQueues&Version=2012-11-05'), target: '/queues/a' }, 'sqs query'],
  [
    'version in the form',
    'version in the URL',
    { ...inForm('Version=2012-11-05'), target: '/?Version=2011-06-15' },
    'sqs query',
  ],
  ['scope', 'action', inForm('Action=GetCallerIdentity', scope('sqs')), 'sqs query'],
  ['scope', 'action', inForm('Action=ListQueues', scope('sts')), 'sts query'],
  ['scope', 'action', inForm('Action=ListQueues', scope('sns')), 'sns query'],
  ['scope', 'host', { headers: scope('sqs'), host: mnsHost }, 'sqs query'],
  ['scope', 'host', { headers: scope('s3'), host: sqsHost }, 's3 query'],
  ['scope', 'path', { headers: scope('s3'), target: '/queues/key' }, 's3 query'],
  ['scope', 'path', { headers: scope('sqs'), target: '/topics/news' }, 'sqs query'],
  ['scope', 'developer path', { headers: scope('s3'), target: '/_aws/sqs/messages' }, 'sqs query'],
  ['scope', 'Accept', { headers: { ...scope('sts'), accept: 'application/json' } }, 'sts query'],
  [
    'signature of MNS',
    'target',
    { headers: { ...mnsSigned, ...target('AmazonSQS.ListQueues') }, body: '{}' },
    'sqs json',
  ],
  ['signature of MNS', 'action', inUrl('Action=ListQueues', mnsSigned), 'sqs query'],
  ['signature of MNS', 'host', { headers: mnsSigned, host: sqsHost, target: '/queues/a' }, 'mns xml'],
  ['signature of MNS', 'path', { headers: mnsSigned, target: '/000000000000/orders' }, 'mns xml'],
  ['host', 'action', { ...inUrl('Action=GetCallerIdentity'), host: sqsHost }, 'sqs query'],
  ['host', 'action', { ...inUrl('Action=ListQueues'), host: mnsHost }, 'mns xml'],
  ['host', 'path', { target: '/000000000000/orders', host: mnsHost }, 'mns xml'],
  ['host', 'path', { target: '/queues/a', host: sqsHost }, 'sqs query'],
  ['host of a machine', 'path', { target: '/queues/a', host: 'sqs.internal:4566' }, 'mns xml'],
  ['host of another service', 'action', { ...inUrl('Action=ListQueues'), host: 'events.internal' }, 'sqs query'],
  ['host of another service', 'path', { target: '/queues/a', host: 's3.internal' }, 'mns xml'],
  ['action', 'path', { target: '/queues/a?Action=ListQueues' }, 'sqs query'],
  ['action', 'Accept', inUrl('Action=ListQueues', { accept: 'application/json' }), 'sqs query'],
  ['path', 'Accept', { target: '/queues', headers: { accept: 'application/json' } }, 'mns xml'],
]

describe('where two hints disagree', () => {
  test.each(pairs)('%s and %s: %j', (_one, _other, asked, expected) => expect(told(asked)).toBe(expected))
})

test('the page of the docs has the hints in the order in which they are asked', () => {
  const page = readFileSync(new URL('../../docs/requests.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| \d+ \| ([^|]+) \|/gm)].map(([, name]) => name!.trim())
  expect(rows.map((row) => row.toLowerCase())).toEqual(hints.map(({ name }) => name.toLowerCase()))
})

test('a request that names an action and the version of SQS is one of SQS, whatever else it says', () => {
  const service = fc.constantFrom('sqs', 'sns', 's3', 'sts', 'execute-api', 'dynamodb')
  const header = fc.record(
    {
      authorization: fc.oneof(
        service.map((name) => scope(name).authorization!),
        fc.constantFrom('MNS ak:c2ln', 'AWS key:c2ln', 'Bearer token'),
      ),
      'x-amz-target': fc.constantFrom('AmazonSQSv20121105.CreateQueue', 'DynamoDB_20120810.ListTables', 'x', ''),
      accept: fc.constantFrom('application/json', 'text/xml', '*/*'),
      'content-type': fc.constantFrom('application/x-www-form-urlencoded', 'text/plain', 'application/json'),
    },
    { requiredKeys: [] },
  )
  const host = fc.constantFrom('localhost', mnsHost, sqsHost, 's3.amazonaws.com', 'sts.amazonaws.com', 'x.s3.local')
  const path = fc.constantFrom('/', '/queues/a', '/topics', '/000000000000/orders', '/any/path')
  const action = fc.constantFrom(...sqsActions.keys())
  fc.assert(
    fc.property(header, host, path, action, fc.boolean(), (headers, at, place, name, posted) => {
      const said = `Action=${name}&Version=2012-11-05`
      const asked = posted ? { target: place, body: said } : { method: 'GET', target: `${place}?${said}` }
      expect(told({ ...asked, headers, host: at })).toBe('sqs query')
    }),
  )
})

test('any bytes at all are some request', () => {
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom('Action=', '&Action', 'Version=&Action=%', 'AmazonSQS.', '/queues'),
  )
  const names = fc.constantFrom('content-type', 'x-amz-target', 'authorization', 'accept', 'x-mns-version')
  fc.assert(
    fc.property(fc.dictionary(names, text), text, text, text, (headers, path, body, host) => {
      expect(['sqs', 'sts', 'mns', 'none']).toContain(
        identify(wireRequest({ target: `/${path}`, headers, body, host })).api,
      )
    }),
  )
})

describe('the answer has the form of the protocol', () => {
  const perl: Headers = { ...form, ...target('AmazonSQSv20121105.CreateQueue'), ...scope('sqs') }

  test.each<[string, Asked, number, string, RegExp]>([
    [
      'a form with a target',
      { headers: perl, body: 'Action=CreateQueue&Version=2012-11-05&QueueName=a' },
      200,
      'text/xml',
      /<CreateQueueResponse .*<QueueUrl>/,
    ],
    [
      'JSON with the version in its target',
      { headers: { ...json, ...target('AmazonSQSv20121105.CreateQueue') }, body: '{"QueueName":"a"}' },
      200,
      'application/x-amz-json-1.0',
      /^\{"QueueUrl":/,
    ],
    [
      'JSON that curl sends as a form',
      { headers: { ...form, ...target('AmazonSQS.CreateQueue') }, body: '{"QueueName":"a"}' },
      200,
      'application/x-amz-json-1.0',
      /^\{"QueueUrl":/,
    ],
    [
      'a form that asks for JSON',
      inForm('Action=CreateQueue&QueueName=a', { accept: 'application/json' }),
      200,
      'application/json',
      /^\{"CreateQueueResponse":/,
    ],
    [
      'a form of STS with a target',
      inForm(
        'Action=GetCallerIdentity&Version=2011-06-15',
        target('AWSSecurityTokenServiceV20110615.GetCallerIdentity'),
      ),
      200,
      'text/xml',
      /<GetCallerIdentityResponse /,
    ],
    [
      'a form without an action',
      inForm('QueueName=a', target('AmazonSQSv20121105.CreateQueue')),
      400,
      'text/xml',
      /<Code>MissingAction<\/Code>/,
    ],
    [
      'JSON without a target',
      { headers: json, body: '{}' },
      404,
      'application/x-amz-json-1.0',
      /UnknownOperationException/,
    ],
    [
      'a form of another version',
      inForm('Action=ListQueues&Version=1999-01-01'),
      400,
      'text/xml',
      /<Code>NoSuchVersion<\/Code>/,
    ],
    [
      'a form for a service that is not here',
      inForm('Action=ListTopics&Version=2010-03-31', target('SNS.ListTopics')),
      501,
      'text/xml',
      /The service sns is not offered here/,
    ],
    [
      'JSON for a service that is not here',
      { headers: { ...json, ...target('DynamoDB_20120810.ListTables') }, body: '{}' },
      501,
      'application/x-amz-json-1.0',
      /The service dynamodb is not offered here/,
    ],
  ])('%s', async (_form, asked, status, type, body) => {
    const app = await startTestApp()
    const reply = await app.request({ target: '/', ...asked })
    await app.close()
    expect([reply.status, reply.headers['Content-Type']]).toEqual([status, type])
    expect(reply.body).toMatch(body)
  })
})
