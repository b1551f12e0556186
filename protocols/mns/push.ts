import type { Notification, NotifyFormat } from '../../src/core/topic.ts'
import { escapeXml } from '../xml/escape.ts'
import { bodyMd5, printMessageId } from './digests.ts'
import { mnsRequestId } from './responses.ts'
import { namespace, prolog } from './xml-codec.ts'

/** What one push is made of. */
type PushInput = {
  readonly notification: Notification
  readonly format: NotifyFormat
  /** The endpoint: an absolute `http` or `https` URL. */
  readonly url: string
  /** Where the certificate of the signature is to be had. */
  readonly certificateUrl: string
  /** 32 lower-case hexadecimal digits, as the program numbers its answers. */
  readonly requestId: string
  /** Epoch milliseconds. */
  readonly nowMs: number
  /** RSA PKCS#1 v1.5 with SHA-1 of the text, in base64. */
  sign(text: string): string
}

/** A push as it goes over HTTP; `path` is path and query. */
type PushRequest = {
  readonly method: 'POST'
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: string
}

/** JSON has no recorded type; ours is the usual one. Source: MNS, push to an HTTP endpoint. */
const contentTypes: Readonly<Record<NotifyFormat, string>> = {
  xml: 'text/xml;charset=utf-8',
  json: 'application/json;charset=utf-8',
  simplified: 'text/plain;charset=utf-8',
  stream: 'text/plain;charset=utf-8',
}

/**
 * What a subscriber gets: a `Notification` document, the same as JSON, or the published body alone.
 * Source: MNS, NotifyContentFormat.
 */
export function notificationBody(notification: Notification, format: NotifyFormat): string {
  if (format === 'xml') return xmlBody(members(notification))
  if (format === 'json') return JSON.stringify(members(notification))
  return notification.body
}

/** Every value is a text, also in JSON. */
function members(notification: Notification): Record<string, string> {
  const { topic, subscriber, subscription, messageId, body, tag, publishedAtMs } = notification
  return {
    TopicOwner: topic.account,
    TopicName: topic.name,
    Subscriber: subscriber,
    SubscriptionName: subscription,
    MessageId: printMessageId(messageId),
    Message: body,
    MessageMD5: bodyMd5(body),
    ...(tag && { MessageTag: tag }),
    PublishTime: String(publishedAtMs),
  }
}

function xmlBody(values: Record<string, string>): string {
  const lines = Object.entries(values).map(([name, value]) => `<${name}>${escapeXml(value)}</${name}>\n`)
  return `${prolog}<Notification xmlns="${namespace}">\n${lines.join('')}</Notification>`
}

/**
 * The HTTP request of one push, signed. Names of headers are spelled as the service spells them, since receivers look
 * them up by that spelling. Source: MNS, push to an HTTP endpoint; the samples of its SDKs for Java and Go.
 */
export function pushRequest(input: PushInput): PushRequest {
  const { notification, format, url, nowMs } = input
  const body = notificationBody(notification, format)
  const path = pathOf(url)
  const named = mnsHeaders(input)
  const contentMd5 = bodyMd5(body)
  const contentType = contentTypes[format]
  const date = new Date(nowMs).toUTCString()
  const signed = Object.keys(named)
    .sort()
    .map((name) => `${name}:${named[name]}\n`)
  const text = `POST\n${contentMd5}\n${contentType}\n${date}\n${signed.join('')}${path}`
  const headers = {
    Date: date,
    'Content-Type': contentType,
    'Content-md5': contentMd5,
    'User-Agent': 'Aliyun Notification Service Agent',
    ...named,
    Authorization: input.sign(text),
  }
  return { method: 'POST', path, headers, body }
}

/** Formats whose body is the published one alone, so that headers tell the rest. Source: MNS, NotifyContentFormat. */
const bare: ReadonlySet<NotifyFormat> = new Set(['simplified', 'stream'])

/** The headers that the signature covers by their prefix. */
function mnsHeaders({ notification, format, certificateUrl, requestId }: PushInput): Record<string, string> {
  return {
    'x-mns-request-id': mnsRequestId(requestId),
    'x-mns-version': '2015-06-06',
    'x-mns-signing-cert-url': Buffer.from(certificateUrl).toString('base64'),
    ...(bare.has(format) && notificationHeaders(notification)),
  }
}

function notificationHeaders(notification: Notification): Record<string, string> {
  const { topic, subscriber, subscription, messageId, tag, publishedAtMs } = notification
  return {
    'x-mns-message-id': printMessageId(messageId),
    'x-mns-publish-time': String(publishedAtMs),
    'x-mns-topic-owner': headerText(topic.account),
    'x-mns-topic-name': headerText(topic.name),
    'x-mns-subscriber': headerText(subscriber),
    'x-mns-subscription-name': headerText(subscription),
    ...(tag && { 'x-mns-message-tag': headerText(tag) }),
  }
}

const plain = /^[!-~](?:[ -~]*[!-~])?$/

/** A tag may hold what no header can: then it goes percent-encoded. */
function headerText(text: string): string {
  return plain.test(text) ? text : encodeURIComponent(Buffer.from(text).toString())
}

const withoutPath = /^https?:\/\/[^/?#]*(?:[?#]|$)/i

/** Path and query as they go over the wire. */
function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return (withoutPath.test(url) ? '/notifications' : pathname) + search
}
