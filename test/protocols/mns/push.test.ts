import { createSign, createVerify, generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { bodyMd5 } from '../../../protocols/mns/digests.ts'
import { notificationBody, pushRequest } from '../../../protocols/mns/push.ts'
import { isXmlFault, parseXml } from '../../../protocols/xml/reader.ts'
import type { Notification, NotifyFormat } from '../../../src/core/topic.ts'
import { childNames } from './client.ts'

const notification: Notification = {
  messageId: '0909ff0d9c3a430c832b8a14bd2011b6',
  topic: { account: '1234567890', region: 'cn-hangzhou', name: 'news' },
  subscriber: '1234567890',
  subscription: 's',
  body: 'a <b> & é\r\n',
  tag: 'vip',
  publishedAtMs: 1_767_225_600_001,
  senderId: '1234567890',
}
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })

function push(url: string, format: NotifyFormat = 'xml', changes: Partial<Notification> = {}) {
  return pushRequest({
    notification: { ...notification, ...changes },
    format,
    url,
    certificateUrl: 'http://127.0.0.1:4566/_twinmq/mns/certificate.pem',
    requestId: '0123456789abcdef0123456789abcdef',
    nowMs: 1_767_225_601_000,
    sign: (text) => createSign('RSA-SHA1').update(text).sign(privateKey, 'base64'),
  })
}

/** What every push carries, but for its signature, by the exact spelling of each name. */
const ofEveryPush = {
  Date: 'Thu, 01 Jan 2026 00:00:01 GMT',
  'User-Agent': 'Aliyun Notification Service Agent',
  'x-mns-request-id': '0123456789ABCDEF01234567',
  'x-mns-version': '2015-06-06',
  'x-mns-signing-cert-url': 'aHR0cDovLzEyNy4wLjAuMTo0NTY2L190d2lubXEvbW5zL2NlcnRpZmljYXRlLnBlbQ==',
}

/** What those carry whose body says nothing of it. */
const ofBareBody = {
  'x-mns-message-id': '0909FF0D9C3A430C832B8A14BD2011B6',
  'x-mns-message-tag': 'vip',
  'x-mns-publish-time': '1767225600001',
  'x-mns-subscriber': '1234567890',
  'x-mns-subscription-name': 's',
  'x-mns-topic-name': 'news',
  'x-mns-topic-owner': '1234567890',
}

const formats = [
  ['xml', 'text/xml;charset=utf-8', {}],
  ['json', 'application/json;charset=utf-8', {}],
  ['simplified', 'text/plain;charset=utf-8', ofBareBody],
  ['stream', 'text/plain;charset=utf-8', ofBareBody],
] as const

describe.each(formats)('a push in %s', (format, contentType, more) => {
  test('carries the headers that the reference names for it, spelled as the service does, and no others', () => {
    const { method, path, headers, body } = push('http://127.0.0.1:9/in?a=b&c=d', format)
    expect([method, path]).toEqual(['POST', '/in?a=b&c=d'])
    const { Authorization, ...others } = headers
    expect(Authorization).toMatch(/^[A-Za-z0-9+/]{171}=$/)
    expect(others).toEqual({ ...ofEveryPush, ...more, 'Content-Type': contentType, 'Content-md5': bodyMd5(body) })
  })

  test('is signed over the verb, three headers, all that begin x-mns- by name, and path with query', () => {
    const { headers, path } = push('http://127.0.0.1:9/in?a=b', format)
    const named = Object.entries({ ...ofEveryPush, ...more }).filter(([name]) => name.startsWith('x-mns-'))
    const lines = named.map(([name, value]) => `${name}:${value}\n`).sort()
    const text = `POST
${headers['Content-md5']}
${contentType}
Thu, 01 Jan 2026 00:00:01 GMT
${lines.join('')}${path}`
    const verify = (signed: string): boolean =>
      createVerify('RSA-SHA1').update(signed).verify(publicKey, headers.Authorization!, 'base64')
    expect([verify(text), verify(`${text}x`)]).toEqual([true, false])
  })
})

test.each([
  ['http://127.0.0.1:9', '/notifications'],
  ['http://127.0.0.1:9?a=b', '/notifications?a=b'],
  ['http://127.0.0.1:9#there', '/notifications'],
  ['http://127.0.0.1:9/', '/'],
  ['https://user:secret@localhost/a/?b#c', '/a/?b'],
  ['http://localhost/é b', '/%C3%A9%20b'],
])('a push to %s goes to %s', (url, path) => {
  expect(push(url).path).toBe(path)
})

describe('the body', () => {
  test('in XML is a Notification of elements in order, whatever the text', () => {
    const { body, headers } = push('http://localhost/')
    const document = parseXml(body)
    if (isXmlFault(document)) throw new Error(document.fault)
    expect(body).toMatch(/^<\?xml version="1.0" \?>\n<Notification xmlns="http:\/\/mns.aliyuncs.com\/doc\/v1">\n/)
    expect(childNames(document)).toEqual([
      'TopicOwner',
      'TopicName',
      'Subscriber',
      'SubscriptionName',
      'MessageId',
      'Message',
      'MessageMD5',
      'MessageTag',
      'PublishTime',
    ])
    expect(document.children.map(({ text }) => text)).toEqual([
      '1234567890',
      'news',
      '1234567890',
      's',
      '0909FF0D9C3A430C832B8A14BD2011B6',
      'a <b> & é\r\n',
      bodyMd5('a <b> & é\r\n'),
      'vip',
      '1767225600001',
    ])
    expect(headers['Content-Type']).toBe('text/xml;charset=utf-8')
  })

  test('in JSON is an object of the same keys, all of them texts', () => {
    const { body, headers } = push('http://localhost/', 'json')
    const read: Record<string, unknown> = JSON.parse(body)
    expect(Object.keys(read)).toEqual([
      'TopicOwner',
      'TopicName',
      'Subscriber',
      'SubscriptionName',
      'MessageId',
      'Message',
      'MessageMD5',
      'MessageTag',
      'PublishTime',
    ])
    expect([read.Message, read.PublishTime]).toEqual(['a <b> & é\r\n', '1767225600001'])
    expect(headers['Content-Type']).toBe('application/json;charset=utf-8')
  })

  test.each(['simplified', 'stream'] as const)('in %s is what was published', (format) => {
    const { body, headers } = push('http://localhost/', format)
    expect(body).toBe('a <b> & é\r\n')
    expect(headers['Content-Type']).toBe('text/plain;charset=utf-8')
    expect(headers['Content-md5']).toBe(bodyMd5(body))
  })

  test('of a message without a tag names none, and neither do the headers', () => {
    expect(push('http://localhost/', 'xml', { tag: undefined }).body).not.toContain('MessageTag')
    const { headers } = push('http://localhost/', 'simplified', { tag: undefined })
    expect(headers).not.toHaveProperty('x-mns-message-tag')
    expect(notificationBody({ ...notification, tag: undefined }, 'json')).not.toContain('MessageTag')
  })
})

test.each([
  ['é', '%C3%A9'],
  ['a\r\nHost: b', 'a%0D%0AHost%3A%20b'],
  [' a', '%20a'],
  ['a b', 'a b'],
  ['\ud800', '%EF%BF%BD'],
])('the tag "%s" stands in its header as %s', (tag, text) => {
  expect(push('http://localhost/', 'simplified', { tag }).headers['x-mns-message-tag']).toBe(text)
})
