import { batch } from '../handlers/batch.ts'
import { changeVisibility } from '../handlers/change-visibility.ts'
import { createQueue } from '../handlers/create-queue.ts'
import { deleteMessage } from '../handlers/delete-message.ts'
import { deleteQueue } from '../handlers/delete-queue.ts'
import { addPolicyStatement, removePolicyStatement } from '../handlers/edit-policy.ts'
import { getQueue } from '../handlers/get-queue.ts'
import { listDeadLetterSources, listQueues } from '../handlers/list-queues.ts'
import { cancelMoveTask, listMoveTasks, startMoveTask } from '../handlers/move-tasks.ts'
import { noteTime } from '../handlers/note-time.ts'
import { peekMessages } from '../handlers/peek-messages.ts'
import { purgeQueue } from '../handlers/purge-queue.ts'
import { receiveMessages } from '../handlers/receive-messages.ts'
import { reset } from '../handlers/reset.ts'
import { sendMessage } from '../handlers/send-message.ts'
import { setQueueSettings } from '../handlers/set-queue-settings.ts'
import { startRun } from '../handlers/start-run.ts'
import {
  getAccount,
  getSubscription,
  listSubscriptions,
  setAccount,
  setSubscriptionSettings,
  settleDelivery,
  subscribe,
  unsubscribe,
} from '../handlers/subscriptions.ts'
import { tagQueue, untagQueue } from '../handlers/tag-queue.ts'
import { tick } from '../handlers/tick.ts'
import { createTopic, deleteTopic, getTopic, listTopics, publishMessage, setTopicSettings } from '../handlers/topics.ts'
import type { Result } from '../refusal.ts'
import type { Turn } from '../turn.ts'
import type { Done } from './command.ts'
import type { NoteTime, Reset, StartRun, Tick } from './upkeep-command.ts'

/** The row of a command. The parameter and result of the handler are the types of command and reply. */
type CommandRow<C, R> = {
  readonly handler: (turn: Turn, command: C) => Result<R>
  /** Changes nothing that a client could miss, so it is carried out even when nothing can be written down. */
  readonly onlyReads: boolean
}

function write<C, R>(handler: (turn: Turn, command: C) => Result<R>): CommandRow<C, R> {
  return { handler, onlyReads: false }
}

function read<C, R>(handler: (turn: Turn, command: C) => Result<R>): CommandRow<C, R> {
  return { handler, onlyReads: true }
}

/** Every command that the engine carries out. */
export const commands = {
  createQueue: write(createQueue),
  getQueue: read(getQueue),
  listQueues: read(listQueues),
  setQueueSettings: write(setQueueSettings),
  tagQueue: write(tagQueue),
  untagQueue: write(untagQueue),
  deleteQueue: write(deleteQueue),
  purgeQueue: write(purgeQueue),
  sendMessage: write(sendMessage),
  receiveMessages: write(receiveMessages),
  deleteMessage: write(deleteMessage),
  changeVisibility: write(changeVisibility),
  peekMessages: read(peekMessages),
  batch: write(batch),
  listDeadLetterSources: read(listDeadLetterSources),
  startMoveTask: write(startMoveTask),
  cancelMoveTask: write(cancelMoveTask),
  listMoveTasks: read(listMoveTasks),
  addPolicyStatement: write(addPolicyStatement),
  removePolicyStatement: write(removePolicyStatement),
  createTopic: write(createTopic),
  getTopic: read(getTopic),
  setTopicSettings: write(setTopicSettings),
  deleteTopic: write(deleteTopic),
  listTopics: read(listTopics),
  subscribe: write(subscribe),
  getSubscription: read(getSubscription),
  setSubscriptionSettings: write(setSubscriptionSettings),
  unsubscribe: write(unsubscribe),
  listSubscriptions: read(listSubscriptions),
  publishMessage: write(publishMessage),
  settleDelivery: write(settleDelivery),
  setAccount: write(setAccount),
  getAccount: read(getAccount),
  /** Drops what time has ended in any case, so it goes on when nothing can be written down. */
  tick: read<Tick, Done>(tick),
  noteTime: write<NoteTime, Done>(noteTime),
  startRun: write<StartRun, Done>(startRun),
  reset: write<Reset, Done>(reset),
}

type Rows = typeof commands

/** The names of commands. */
export type CommandKind = keyof Rows
/** Any command. */
export type Command = { [K in CommandKind]: Rows[K] extends CommandRow<infer C, unknown> ? C : never }[CommandKind]
/** The command of that name. */
export type CommandOf<K extends CommandKind> = Extract<Command, { kind: K }>
/** What each command earns. */
export type Replies = { [K in CommandKind]: Rows[K] extends CommandRow<never, infer R> ? R : never }
/** What that command earns. */
export type ReplyTo<C extends Command> = Replies[C['kind']]
