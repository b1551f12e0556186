import type { Message, MessageRecord } from '../../src/core/model.ts'
import { deduplicationWindowMs } from '../../src/core/rules/deduplication.ts'
import { messageRecord } from '../../src/core/rules/message-record.ts'
import { receiveAttemptWindowMs } from '../../src/core/rules/receive-attempt.ts'
import type { Queue, State } from '../../src/core/state.ts'
import type { Topic } from '../../src/core/topic.ts'
import type { Topics } from '../../src/core/topics.ts'

/** Everything a state knows that can matter at `nowMs`, as plain values that can be compared. */
export function plainState(state: State, nowMs = state.changedAtMs) {
  const { sequence, origin, starts, changedAtMs, namespace } = state
  return {
    sequence,
    origin,
    starts,
    changedAtMs,
    namespace,
    deleted: [...state.deletedAtMs],
    queues: [...state.queues].map(([key, queue]) => ({ key, ...plainQueue(queue, nowMs) })),
    moveTasks: [...state.moveTasks],
    ids: [...state.queuesById.keys()],
    ...plainTopics(state.topics),
  }
}

function plainTopics({ byKey, byId, deliveries, accounts }: Topics) {
  const plain = ({ subscriptions, settings, ...topic }: Topic) => ({
    ...topic,
    settings: sorted(settings),
    subscriptions: [...subscriptions.values()].map(({ settings, ...rest }) => ({
      ...rest,
      settings: sorted(settings),
    })),
  })
  return {
    topics: [...byKey].map(([key, topic]) => ({ key, ...plain(topic) })),
    topicIds: [...byId.keys()],
    deliveries: [...deliveries.values()].map(({ notification, ...rest }) => ({
      ...rest,
      notification: sorted(notification),
    })),
    accounts: [...accounts].map(([account, settings]) => [account, sorted(settings)]),
  }
}

/** `state` as text, for states that are remembered rather than looked at. */
export function stateText(state: State, nowMs?: number): string {
  return JSON.stringify(plainState(state, nowMs))
}

/** Messages of a queue, in order of arrival. */
export function messagesOf(queue: Queue): MessageRecord[] {
  const records: MessageRecord[] = []
  for (let message: Message | undefined = queue.messages.oldest; message; message = message.newer) {
    const turn = queue.messages.turnOf(message)
    records.push({ ...messageRecord(message), ...(turn && { turn }) })
  }
  return records
}

function plainQueue(queue: Queue, nowMs: number) {
  const { id, address, settings, tags, createdAtMs, modifiedAtMs, purgedAtMs, lastSequence, deduplicatesByGroup } =
    queue
  const messages = messagesOf(queue).map(({ extras = {}, ...record }) => ({ ...record, extras: sorted(extras) }))
  return {
    id,
    address,
    settings: sorted(settings),
    tags: [...tags],
    createdAtMs,
    modifiedAtMs,
    purgedAtMs,
    lastSequence,
    deduplicatesByGroup,
    recentSends: [...queue.recentSends].filter(([, { sentAtMs }]) => sentAtMs + deduplicationWindowMs > nowMs),
    receiveAttempts: [...queue.receiveAttempts].filter(([, { atMs }]) => atMs + receiveAttemptWindowMs > nowMs),
    messages,
  }
}

function sorted(members: object): (readonly [name: string, value: unknown])[] {
  return Object.entries(members)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
}
