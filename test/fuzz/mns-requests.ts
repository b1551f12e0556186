import type { TestRequest } from '../support/app.ts'
import type { Chance } from './chance.ts'
import type { Memory } from './memory.ts'

const queues = ['bills', 'dlq', 'orders.fifo', 'dlq.fifo', 'absent', '%20', 'a%2Fb', 'x'.repeat(300)]
const numbers = [
  '0',
  '1',
  '2',
  '16',
  '17',
  '30',
  '31',
  '60',
  '604800',
  '1048576',
  '43200',
  '-1',
  '1.5',
  'x',
  '',
  '9'.repeat(30),
]
const texts = [
  'a',
  'aGVsbG8=',
  '&lt;b&gt;',
  '<![CDATA[c]]>',
  '',
  ' ',
  '&#13;',
  '&#0;',
  '&nope;',
  'é😀',
  'True',
  'x'.repeat(3_000),
]

/** Elements of the documents of the API, and what may stand in them. */
const queueElements: Readonly<Record<string, readonly string[]>> = {
  DelaySeconds: numbers,
  MaximumMessageSize: numbers,
  MessageRetentionPeriod: numbers,
  VisibilityTimeout: numbers,
  PollingWaitSeconds: numbers,
  LoggingEnabled: ['True', 'False', 'maybe'],
  Strange: texts,
}
const messageElements: Readonly<Record<string, readonly string[]>> = {
  MessageBody: texts,
  DelaySeconds: numbers,
  Priority: numbers,
  MessageGroupId: ['g', 'h', ''],
  UserProperties: ['<PropertyValue><Name>n</Name><Type>STRING</Type><Value>v</Value></PropertyValue>', 'x', ''],
  SystemProperties: ['<SystemPropertyValue><Name>traceparent</Name><Value>v</Value></SystemPropertyValue>', ''],
}

/** A call of MNS that has the form of one for the most part. */
export function mnsRequest(chance: Chance, memory: Memory): TestRequest {
  const { line, body = '' } = chance.pick(calls)(chance, memory)
  const [method = '', target = ''] = line.split(' ')
  return { method, target, body, headers: { 'x-mns-version': '2015-06-06' } }
}

type Line = { readonly line: string; readonly body?: string }

const calls: readonly ((chance: Chance, memory: Memory) => Line)[] = [
  (chance, memory) => ({
    line: `GET /queues${query(chance, { marker: memory.of('NextMarker'), 'ret-number': numbers })}`,
  }),
  (chance) => ({ line: `PUT ${queue(chance)}`, body: document(chance, 'Queue', queueElements) }),
  (chance) => ({ line: `PUT ${queue(chance)}?metaoverride=true`, body: document(chance, 'Queue', queueElements) }),
  (chance) => ({ line: `GET ${queue(chance)}` }),
  (chance) => ({ line: `${chance.oneIn(12) ? 'DELETE' : 'GET'} ${queue(chance)}` }),
  (chance) => ({ line: `POST ${queue(chance)}/messages`, body: document(chance, 'Message', messageElements) }),
  (chance) => ({ line: `POST ${queue(chance)}/messages`, body: messages(chance) }),
  (chance) => ({
    line: `GET ${queue(chance)}/messages${query(chance, { numOfMessages: numbers, waitseconds: numbers, peekonly: ['true', 'x'] })}`,
  }),
  (chance, memory) => ({
    line: `DELETE ${queue(chance)}/messages${query(chance, { ReceiptHandle: memory.of('ReceiptHandle') })}`,
  }),
  (chance, memory) => ({ line: `DELETE ${queue(chance)}/messages`, body: handles(chance, memory) }),
  (chance, memory) => ({
    line: `PUT ${queue(chance)}/messages${query(chance, { receiptHandle: memory.of('ReceiptHandle'), visibilityTimeout: numbers })}`,
  }),
]

function queue(chance: Chance): string {
  return `/queues/${chance.oneIn(3) ? chance.pick(queues) : 'orders'}`
}

function query(chance: Chance, items: Readonly<Record<string, readonly string[]>>): string {
  const some = Object.entries(items).filter(() => !chance.oneIn(3))
  return some.length === 0
    ? ''
    : `?${some.map(([name, values]) => `${name}=${encodeURIComponent(chance.pick(values))}`).join('&')}`
}

function document(chance: Chance, root: string, elements: Readonly<Record<string, readonly string[]>>): string {
  const names = Object.keys(elements).filter((name) => (name === 'MessageBody' ? !chance.oneIn(8) : chance.oneIn(4)))
  const inner = names.map((name) => `<${name}>${chance.pick(elements[name]!)}</${name}>`).join('')
  return `${chance.oneIn(2) ? '<?xml version="1.0"?>' : ''}<${root} xmlns="http://mns.aliyuncs.com/doc/v1/">${inner}</${root}>`
}

function messages(chance: Chance): string {
  return `<Messages>${chance.several(17, () => document(chance, 'Message', messageElements).replace(/^<\?.*\?>/, '')).join('')}</Messages>`
}

function handles(chance: Chance, memory: Memory): string {
  const given = chance.several(17, () => `<ReceiptHandle>${chance.pick(memory.of('ReceiptHandle'))}</ReceiptHandle>`)
  return `<ReceiptHandles>${given.join('')}</ReceiptHandles>`
}
