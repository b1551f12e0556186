// Requests as the official SDKs write them: ten headers, a signature among them, and a message body of 500 bytes.
import { createHash, createHmac } from 'node:crypto'

/** Bytes of each message body. */
const bodyBytes = 500

/** Messages in one batch request. */
export const batchSize = 10

const digest = createHash('sha256').update('twinmq').digest('hex')
const clientTime = new Date().toISOString().replace(/[-:]|\.\d+/g, '')
const batchNumbers = Array.from({ length: batchSize }, (_, entry) => entry)

/** A small JSON document, as applications queue them; each number gives another text of the same size. */
function messageBody(number) {
  const order = {
    id: `order-${String(number).padStart(8, '0')}`,
    customer: 'c-20481',
    currency: 'EUR',
    lines: [
      { sku: 'A-1001', quantity: 2, price: 19.9 },
      { sku: 'B-2040', quantity: 1, price: 149 },
      { sku: 'C-0007', quantity: 12, price: 0.75 },
    ],
    note: '',
  }
  order.note = 'leave it at the door '.repeat(30).slice(0, bodyBytes - JSON.stringify(order).length)
  return JSON.stringify(order)
}

function post(target, headers, body) {
  return message(`POST ${target} HTTP/1.1`, headers, body)
}

function message(line, headers, body) {
  return `${line}\r\n${headers.join('\r\n')}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
}

function signedByAws(signedHeaders) {
  const scope = `${clientTime.slice(0, 8)}/us-east-1/sqs/aws4_request`
  return `Authorization: AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/${scope}, SignedHeaders=${signedHeaders}, Signature=${digest}`
}

const awsClient = [
  'User-Agent: Boto3/1.44.8 md/Botocore#1.44.8 ua/2.1 os/linux#6.1 md/arch#x86_64 lang/python#3.12.3 cfg/retry-mode#standard',
  `X-Amz-Date: ${clientTime}`,
  'amz-sdk-invocation-id: 6f1c5f4e-3f0b-4a43-9d8c-0c2a8d1f7b55',
  'amz-sdk-request: attempt=1; max=3',
]

function sqsJson(queue, action, input) {
  const headers = [
    `Host: 127.0.0.1:${queue.port}`,
    `X-Amz-Target: AmazonSQS.${action}`,
    'Content-Type: application/x-amz-json-1.0',
    'x-amzn-query-mode: true',
    ...awsClient,
    signedByAws('content-type;host;x-amz-date;x-amz-target;x-amzn-query-mode'),
  ]
  return post('/', headers, JSON.stringify({ QueueUrl: queue.url, ...input }))
}

function sqsQuery(queue, action, input) {
  const headers = [
    `Host: 127.0.0.1:${queue.port}`,
    'Accept-Encoding: identity',
    'Content-Type: application/x-www-form-urlencoded; charset=utf-8',
    'Connection: keep-alive',
    ...awsClient,
    signedByAws('content-type;host;x-amz-date'),
  ]
  const form = new URLSearchParams({ Action: action, Version: '2012-11-05', QueueUrl: queue.url, ...input })
  return post('/', headers, form.toString())
}

/** The key that requests to a queue marked `signed` are really signed with, as a file of keys holds it. */
export const mnsKey = {
  cloud: 'alibaba',
  accessKeyId: 'LTAIEXAMPLE',
  secret: 'twinmq-bench-secret',
  account: '000000000000',
}

/** The Authorization header of a request with these headers, each absent one empty. Source: MNS API, request signatures. */
export function mnsAuthorization({ method, md5, type, date, versions, target }) {
  const text = [method, md5, type, date, ...versions, target].join('\n')
  return `MNS ${mnsKey.accessKeyId}:${createHmac('sha1', mnsKey.secret).update(text).digest('base64')}`
}

function mns(queue, method, query, body) {
  const target = `/queues/${queue.name}/messages${query}`
  const type = 'text/xml;charset=UTF-8'
  const md5 = createHash('md5').update(body).digest('base64')
  const date = new Date().toUTCString()
  const version = 'x-mns-version: 2015-06-06'
  const authorization = queue.signed
    ? mnsAuthorization({ method, md5, type, date, versions: [version.replace(' ', '')], target })
    : `MNS ${mnsKey.accessKeyId}:${Buffer.from(digest, 'hex').toString('base64').slice(0, 28)}`
  const headers = [
    `Host: 127.0.0.1:${queue.port}`,
    'Accept-Encoding: identity',
    `Content-Type: ${type}`,
    `Content-MD5: ${md5}`,
    `Date: ${date}`,
    version,
    'User-Agent: aliyun-sdk-python/1.3.0(Linux/6.1;3.12.3)',
    'Connection: keep-alive',
    `Authorization: ${authorization}`,
  ]
  return message(`${method} ${target} HTTP/1.1`, headers, body)
}

const xmlHead = '<?xml version="1.0" encoding="utf-8"?>'
const mnsNamespace = 'http://mns.aliyuncs.com/doc/v1/'
const mnsMessage = (number) => `<MessageBody>${messageBody(number)}</MessageBody>`

function queryEntries(number) {
  const fields = batchNumbers.flatMap((entry) => [
    [`SendMessageBatchRequestEntry.${entry + 1}.Id`, `entry-${entry}`],
    [`SendMessageBatchRequestEntry.${entry + 1}.MessageBody`, messageBody(number + entry)],
  ])
  return Object.fromEntries(fields)
}

/**
 * How each protocol words the calls of the bench. `queue` is `{ port, name, url }`; `number` picks a message body; a
 * long poll waits up to 20 seconds; `sendFifo` (SQS JSON alone) also takes a message group and a deduplication id; `remove` takes a receipt handle encoded for its place. `handle` tells where one stands
 * in the answer to a receive, and how it is encoded to be sent back.
 */
export const protocols = {
  'sqs-json': {
    label: 'SQS JSON',
    send: (queue, number) => sqsJson(queue, 'SendMessage', { MessageBody: messageBody(number) }),
    sendFifo: (queue, number, MessageGroupId, MessageDeduplicationId) =>
      sqsJson(queue, 'SendMessage', { MessageBody: messageBody(number), MessageGroupId, MessageDeduplicationId }),
    batch: (queue, number) =>
      sqsJson(queue, 'SendMessageBatch', {
        Entries: batchNumbers.map((entry) => ({ Id: `entry-${entry}`, MessageBody: messageBody(number + entry) })),
      }),
    receive: (queue) => sqsJson(queue, 'ReceiveMessage', { MaxNumberOfMessages: 1 }),
    longPoll: (queue) => sqsJson(queue, 'ReceiveMessage', { MaxNumberOfMessages: 1, WaitTimeSeconds: 20 }),
    remove: (queue, handle) => sqsJson(queue, 'DeleteMessage', { ReceiptHandle: handle }),
    handle: { before: '"ReceiptHandle":"', after: '"', encode: (handle) => handle },
  },
  'sqs-query': {
    label: 'SQS Query',
    send: (queue, number) => sqsQuery(queue, 'SendMessage', { MessageBody: messageBody(number) }),
    batch: (queue, number) => sqsQuery(queue, 'SendMessageBatch', queryEntries(number)),
    receive: (queue) => sqsQuery(queue, 'ReceiveMessage', { MaxNumberOfMessages: 1 }),
    longPoll: (queue) => sqsQuery(queue, 'ReceiveMessage', { MaxNumberOfMessages: 1, WaitTimeSeconds: 20 }),
    remove: (queue, handle) => sqsQuery(queue, 'DeleteMessage', { ReceiptHandle: handle }),
    handle: { before: '<ReceiptHandle>', after: '<', encode: encodeURIComponent },
  },
  mns: {
    label: 'MNS',
    send: (queue, number) =>
      mns(queue, 'POST', '', `${xmlHead}<Message xmlns="${mnsNamespace}">${mnsMessage(number)}</Message>`),
    batch: (queue, number) => {
      const messages = batchNumbers.map((entry) => `<Message>${mnsMessage(number + entry)}</Message>`)
      return mns(queue, 'POST', '', `${xmlHead}<Messages xmlns="${mnsNamespace}">${messages.join('')}</Messages>`)
    },
    receive: (queue) => mns(queue, 'GET', '', ''),
    longPoll: (queue) => mns(queue, 'GET', '?waitseconds=20', ''),
    remove: (queue, handle) => mns(queue, 'DELETE', `?ReceiptHandle=${handle}`, ''),
    handle: { before: '<ReceiptHandle>', after: '<', encode: encodeURIComponent },
  },
}
