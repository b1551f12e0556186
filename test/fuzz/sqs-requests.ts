import type { TestRequest } from '../support/app.ts'
import { type Described, operations } from '../wire/service-description.ts'
import { type Fields, jsonProtocol, queryProtocol, type Value } from '../wire/sqs-protocols.ts'
import type { Chance } from './chance.ts'
import type { Memory } from './memory.ts'

const names = ['orders', 'bills', 'dlq', 'orders.fifo', 'bills.fifo', 'dlq.fifo']
const arns = [...names, 'absent'].map((name) => `arn:aws:sqs:us-east-1:000000000000:${name}`)
const oddTexts = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\ufffe',
  'é😀',
  '__proto__',
  'constructor',
  'x'.repeat(5_000),
  '{"a":',
  '%00',
]
const oddNumbers = [-1, 0, 1, 2, 10, 11, 20, 43_200, 43_201, 0.5, -0, 2 ** 31, 2 ** 53, 1e300]

const redrivePolicies = [
  ...arns.flatMap((arn) =>
    [1, 2, '3', 0, 1_001].map((count) => ({ deadLetterTargetArn: arn, maxReceiveCount: count })),
  ),
  {},
]
const attributeValues: Readonly<Record<string, readonly unknown[]>> = {
  DelaySeconds: ['0', '1', '900', '901'],
  MaximumMessageSize: ['1024', '1048576', '1023'],
  MessageRetentionPeriod: ['60', '345600', '1209600', '59'],
  ReceiveMessageWaitTimeSeconds: ['0', '1', '20', '21'],
  VisibilityTimeout: ['0', '1', '30', '43200', '43201'],
  FifoQueue: ['true', 'false', 'TRUE'],
  ContentBasedDeduplication: ['true', 'false'],
  DeduplicationScope: ['queue', 'messageGroup', 'x'],
  FifoThroughputLimit: ['perQueue', 'perMessageGroupId', 'x'],
  KmsMasterKeyId: ['', 'alias/x'],
  KmsDataKeyReusePeriodSeconds: ['60', '86401'],
  SqsManagedSseEnabled: ['true', 'false'],
  Policy: ['', '{}', '{"Statement":{"Effect":"Allow"}}', '[]'],
  RedrivePolicy: ['', ...redrivePolicies.map((policy) => JSON.stringify(policy))],
  RedriveAllowPolicy: [
    '',
    '{"redrivePermission":"denyAll"}',
    '{"redrivePermission":"allowAll"}',
    JSON.stringify({ redrivePermission: 'byQueue', sourceQueueArns: arns.slice(0, 2) }),
  ],
  QueueArn: ['x'],
  All: [''],
}

const systemAttributes = [
  'All',
  'SentTimestamp',
  'ApproximateReceiveCount',
  'SequenceNumber',
  'MessageGroupId',
  'AWSTraceHeader',
]

/** Values that a member may well have, by its name. */
const likely: Readonly<Record<string, readonly Value[]>> = {
  QueueName: [...names, ...names, 'a b', 'q'.repeat(81)],
  QueueNamePrefix: ['', 'o', 'zzz'],
  MessageBody: ['a', 'b', 'a<b>&"c"', 'x'.repeat(2_000)],
  MessageGroupId: ['g', 'h', 'i'],
  MessageDeduplicationId: ['d', 'e', 'f'],
  ReceiveRequestAttemptId: ['t', 'u'],
  Id: ['1', '2', '3', 'a_b'],
  DelaySeconds: [0, 1, 900],
  VisibilityTimeout: [0, 1, 30, 43_200],
  WaitTimeSeconds: [0, 1, 20],
  MaxNumberOfMessages: [1, 2, 10],
  MaxNumberOfMessagesPerSecond: [1, 3, 500],
  MaxResults: [1, 2, 1_000],
  SourceArn: arns,
  DestinationArn: arns,
  Label: ['l', 'm'],
  DataType: ['String', 'Number', 'Binary', 'String.x', 'Number.float'],
  StringValue: ['1', 'text', '1e400', '-0.5'],
  BinaryValue: ['AQID', 'not base64!'],
  QueueOwnerAWSAccountId: ['000000000000', '111111111111'],
}
const likelyItems: Readonly<Record<string, readonly string[]>> = {
  AttributeNames: [...Object.keys(attributeValues), ...systemAttributes],
  MessageSystemAttributeNames: systemAttributes,
  MessageAttributeNames: ['All', 'a', 'a.*', '.*'],
  AWSAccountIds: ['111111111111', '222222222222'],
  Actions: ['SendMessage', '*', 'CreateQueue'],
  TagKeys: ['k', 'l'],
}

/** How often an action is asked for, where it is not once: what fills queues often, what empties them seldom. */
const weights: Readonly<Record<string, number>> = {
  SendMessage: 24,
  SendMessageBatch: 8,
  ReceiveMessage: 16,
  CreateQueue: 6,
  StartMessageMoveTask: 8,
  CancelMessageMoveTask: 4,
  ChangeMessageVisibility: 6,
  DeleteMessage: 6,
  SetQueueAttributes: 3,
  AddPermission: 3,
  RemovePermission: 3,
}
const weighed = operations.flatMap((operation) => Array.from({ length: weights[operation.name] ?? 1 }, () => operation))

/** An action of SQS with an input that has its shape for the most part, in one of the protocols. */
export function sqsRequest(chance: Chance, memory: Memory): TestRequest {
  const { name, input } = chance.pick(weighed)
  const fields = objectOf(chance, memory, input) as Fields
  if (chance.oneIn(20)) return { ...queryRequest(name, fields), headers: { accept: 'application/json' } }
  const protocol = chance.pick([jsonProtocol, queryProtocol])
  return protocol.request(name, fields, {})
}

/** A link to a queue that does something. */
function queryRequest(name: string, fields: Fields): TestRequest {
  const { body = '' } = queryProtocol.request(name, fields, {})
  return { method: 'GET', target: `/000000000000/orders?${body.toString()}` }
}

function memberValue(chance: Chance, memory: Memory, shape: Described, name: string): Value {
  if (chance.oneIn(40)) return oddValue(chance)
  switch (shape.kind) {
    case 'text':
      return chance.pick(name === 'QueueUrl' ? [...names, ...memory.of(name)] : (likely[name] ?? memory.of(name)))
    case 'integer':
      return chance.oneIn(6) ? chance.pick(oddNumbers) : chance.pick(likely[name] ?? oddNumbers)
    case 'boolean':
      return chance.oneIn(2)
    case 'list': {
      const items = likelyItems[name]
      return chance.several(chance.oneIn(10) ? 12 : 3, () =>
        items ? chance.pick(items) : memberValue(chance, memory, shape.item, name),
      )
    }
    case 'map':
      return name === 'Attributes' ? attributesOf(chance) : pairsOf(chance, memory, shape.value)
    case 'object':
      return objectOf(chance, memory, shape)
  }
}

function objectOf(chance: Chance, memory: Memory, shape: Described): Value {
  if (shape.kind !== 'object') return {}
  const fields: Record<string, Value> = {}
  for (const [name, member] of Object.entries(shape.members)) {
    const there = shape.required.includes(name) ? !chance.oneIn(60) : chance.oneIn(member.kind === 'map' ? 8 : 3)
    if (there) fields[name] = memberValue(chance, memory, member, name)
  }
  return fields
}

function attributesOf(chance: Chance): Value {
  const few = chance.several(3, () => chance.pick(Object.keys(attributeValues)))
  return Object.fromEntries(few.map((name) => [name, String(chance.pick(attributeValues[name]!))]))
}

function pairsOf(chance: Chance, memory: Memory, value: Described): Value {
  const keys = chance.some(['k', 'l', 'a.b', 'AWSTraceHeader'])
  if (chance.oneIn(10)) keys.push(chance.pick(oddTexts))
  return Object.fromEntries(keys.map((key) => [key, memberValue(chance, memory, value, 'Value')]))
}

function oddValue(chance: Chance): Value {
  const odd = [...oddTexts, ...oddNumbers, null, true, false, [], {}, [[]], [null], { a: null }, { __proto__: [] }]
  return chance.pick<Value>(odd)
}
