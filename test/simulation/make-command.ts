import type { ReceiptRule, SendMessage } from '../../src/core/commands/command.ts'
import type { Command, CommandOf } from '../../src/core/commands/commands.ts'
import type { MessageAttribute, QueueAddress, QueueSettings } from '../../src/core/model.ts'
import type { Endpoint } from '../../src/core/topic.ts'
import type { Chance } from '../fuzz/chance.ts'
import type { Step } from './step.ts'

/** `Omit` for each kind of step by itself. */
type Without<T, K extends keyof T> = T extends unknown ? Omit<T, K> : never

/** A step without what all steps have. */
export type MadeStep = Without<Step, 'together' | 'slow'>

const standard = ['orders', 'invoices', 'dead']
const fifo = ['ledger.fifo', 'groups.fifo', 'dead.fifo']
const names = [...standard, ...standard, ...fifo, 'rare']
const topics = ['news', 'alarms']
const bodies = ['a', 'b', 'x'.repeat(200), '<a>&amp;</a>', '\u00e9 \ud83d\ude00', '{"a":"\\n"}', ' ']
const attributes: readonly MessageAttribute[] = [
  { name: 'kind', type: 'String', value: 'a' },
  { name: '__proto__', type: 'Number', label: 'int', value: '1' },
  { name: 'data', type: 'Binary', value: 'AAEC' },
]

/** Where a queue may be, or a topic. */
export function address(chance: Chance, from: readonly string[] = names): QueueAddress {
  const elsewhere = chance.oneIn(20)
  return {
    account: elsewhere ? '1234567890123456' : '000000000000',
    region: elsewhere ? 'cn-hangzhou' : 'us-east-1',
    name: chance.pick(from),
  }
}

/** A send of either cloud. */
export function send(chance: Chance, queue = address(chance)): SendMessage {
  const body = chance.pick(bodies)
  const isFifo = queue.name.endsWith('.fifo')
  const shared = {
    kind: 'sendMessage',
    queue,
    body,
    bytes: chance.oneIn(50) ? 70_000 : body.length,
    senderId: queue.account,
    ...(chance.oneIn(4) && { attributes: chance.some(attributes) }),
    ...((isFifo || chance.oneIn(3)) && { groupId: `g${chance.below(4)}` }),
    ...(chance.oneIn(8) && { delayMs: chance.pick([0, 1_000, 60_000]) }),
  } as const
  if (chance.oneIn(2)) return { ...shared, ...ofMns(chance) }
  const named = isFifo ? !chance.oneIn(4) : chance.oneIn(40)
  return {
    ...shared,
    defaultMaximumBytes: 1_048_576,
    ceilingBytes: 1_048_576,
    ...(named && { deduplicationId: `d${chance.below(isFifo ? 40 : 2)}` }),
    ...(chance.oneIn(10) && { extras: { traceHeader: 'Root=1' } }),
  }
}

function ofMns(chance: Chance) {
  return {
    defaultMaximumBytes: 65_536,
    ceilingBytes: 65_536,
    fallbackGroupId: 'mns',
    ...(chance.oneIn(2) && { priority: 1 + chance.below(16) }),
  }
}

/** Up to ten sends in one command. */
export function sendBatch(chance: Chance): CommandOf<'batch'> {
  const queue = address(chance)
  return { kind: 'batch', queue, commands: Array.from({ length: 1 + chance.below(10) }, () => send(chance, queue)) }
}

/** A receive of the cloud whose receipts follow this rule. */
export function receive(chance: Chance, rule: ReceiptRule, long: boolean): CommandOf<'receiveMessages'> {
  const sqs = rule === 'reusable'
  return {
    kind: 'receiveMessages',
    queue: address(chance, long ? [...names, 'rare', 'rare', 'rare'] : names),
    maximumMessages: 1 + chance.below(sqs ? 10 : 16),
    waitMs: long ? chance.pick([1_000, 5_000, 20_000]) : 0,
    ...(sqs && chance.oneIn(3) && { visibilityTimeoutMs: chance.pick([0, 1_000, 5_000, 43_200_000]) }),
    ...(sqs && { inFlightLimit: chance.pick([3, 20, 120_000]) }),
    ...(sqs && chance.oneIn(4) && { attemptId: `try ${chance.below(6)}` }),
  }
}

/** A settings change, a look, a purge, or the life of a queue. */
export function manageQueue(chance: Chance): Command {
  const queue = address(chance)
  const kinds = [settings, settings, settings, peek, peek, tag, rareWork] as const
  return chance.pick(kinds)(chance, queue)
}

/** Makes a queue, or finds it. */
export function createQueue(chance: Chance): Command {
  const queue = address(chance)
  const isFifo: QueueSettings = queue.name.endsWith('.fifo') ? { fifo: true } : {}
  const asked: QueueSettings = { ...isFifo, ...someSettings(chance, queue) }
  const scope = isFifo.fifo && chance.oneIn(2) && { deduplicationScope: 'messageGroup' as const }
  return { kind: 'createQueue', queue, settings: { ...asked, ...scope }, tags: [], mustMatch: {}, defaults: {} }
}

function settings(chance: Chance, queue: QueueAddress): Command {
  const redrive = { deadLetterQueue: { ...queue, name: deadLetterName(queue) }, maxReceives: 1 + chance.below(4) }
  const change = chance.oneIn(3) ? { redrive: chance.oneIn(5) ? null : redrive } : someSettings(chance, queue)
  return { kind: 'setQueueSettings', queue, settings: change }
}

function deadLetterName({ name }: QueueAddress): string {
  return name.endsWith('.fifo') ? 'dead.fifo' : 'dead'
}

function someSettings(chance: Chance, { name }: QueueAddress): QueueSettings {
  const kind = chance.below(7)
  if (kind === 0) return { retentionMs: chance.pick([60_000, 60_000, 3_600_000, 1_209_600_000]) }
  if (kind === 1) return { visibilityTimeoutMs: chance.pick([0, 1_000, 30_000]) }
  if (kind === 2) return { delayMs: chance.pick([0, 0, 2_000]) }
  if (kind === 3) return { receiveWaitMs: chance.pick([0, 3_000]) }
  if (kind === 4) return { maximumMessageBytes: chance.pick([1_024, 65_536]) }
  if (kind === 5 && name.endsWith('.fifo')) return { contentBasedDeduplication: !chance.oneIn(3) }
  return {}
}

function peek(chance: Chance, queue: QueueAddress): Command {
  if (chance.oneIn(3)) return { kind: 'getQueue', queue }
  if (chance.oneIn(4)) return { kind: 'listQueues', prefix: '', limit: 3 }
  return { kind: 'peekMessages', queue, limit: 5, which: chance.pick(['ready', 'all']) }
}

function tag(chance: Chance, queue: QueueAddress): Command {
  if (chance.oneIn(3)) return { kind: 'untagQueue', queue, names: ['team'] }
  return { kind: 'tagQueue', queue, tags: [{ name: 'team', value: `${chance.below(3)}` }] }
}

function rareWork(chance: Chance, queue: QueueAddress): Command {
  if (chance.oneIn(2)) return { kind: 'purgeQueue', queue }
  if (chance.oneIn(2)) return { kind: 'deleteQueue', queue }
  if (chance.oneIn(2)) return { kind: 'listDeadLetterSources', queue, limit: 2 }
  return { kind: 'setAccount', account: queue.account, settings: { loggingBucket: `b${chance.below(2)}` } }
}

/** Work of move tasks. */
export function moveTask(chance: Chance): MadeStep {
  const source = address(chance, ['dead', 'dead.fifo', 'orders'])
  if (chance.oneIn(4)) return { does: 'cancelMove', back: chance.below(3) }
  if (chance.oneIn(5)) return { does: 'command', command: { kind: 'listMoveTasks', source, limit: 3 } }
  const to = source.name.endsWith('.fifo') ? fifo : standard
  return {
    does: 'command',
    command: {
      kind: 'startMoveTask',
      source,
      ...(chance.oneIn(2) && { destination: address(chance, to) }),
      ...(chance.oneIn(2) && { ratePerSecond: chance.pick([1, 3, 500]) }),
    },
  }
}

/** A publish, with or without a tag. */
export function publish(chance: Chance): CommandOf<'publishMessage'> {
  const tag = chance.oneIn(2) ? 'red' : undefined
  const topic = address(chance, topics)
  const groupId = chance.oneIn(3) ? 'g1' : undefined
  const carried = { bytes: 1, maximumBytes: 65_536, senderId: topic.account, tag, groupId }
  return { kind: 'publishMessage', topic, body: chance.pick(bodies), ...carried }
}

/** The life of topics and subscriptions. */
export function manageTopic(chance: Chance): Command {
  const topic = address(chance, topics)
  const subscription = `s${chance.below(4)}`
  const kind = chance.below(16)
  if (kind < 6) return { kind: 'createTopic', topic, settings: {}, mustMatch: {}, defaults: {} }
  if (kind < 11) return subscribe(chance, topic, subscription)
  if (kind === 11) return { kind: 'unsubscribe', topic, subscription }
  if (kind === 12) return { kind: 'setSubscriptionSettings', topic, subscription, filterTag: 'red' }
  if (kind === 13) return { kind: 'listSubscriptions', topic, prefix: '', limit: 2 }
  if (kind === 14 && chance.oneIn(2)) return { kind: 'deleteTopic', topic }
  return { kind: 'getTopic', topic }
}

function subscribe(chance: Chance, topic: QueueAddress, subscription: string): Command {
  const queue = address(chance)
  const url = `http://127.0.0.1:${chance.pick(['1', '2', '3'])}/`
  const endpoint: Endpoint = chance.oneIn(3) ? { kind: 'http', url } : { kind: 'queue', queue }
  const endpointText = endpoint.kind === 'http' ? url : `acs:mns:${queue.region}:${queue.account}:queues/${queue.name}`
  const strategy = chance.oneIn(3) ? 'exponentialDecay' : 'backoff'
  const place = { endpoint, endpointText, strategy, format: 'simplified' } as const
  const settings = { ...place, ...(chance.oneIn(4) && { filterTag: 'red' }) }
  const subscriber = topic.account
  return { kind: 'subscribe', topic, subscription, subscriber, settings, defaultMaximumBytes: 65_536 }
}
