import type { CommandKind, CommandOf, Replies } from './commands/command.ts'
import { batch } from './handlers/batch.ts'
import { changeVisibility } from './handlers/change-visibility.ts'
import { createQueue } from './handlers/create-queue.ts'
import { deleteMessage } from './handlers/delete-message.ts'
import { deleteQueue } from './handlers/delete-queue.ts'
import { addPolicyStatement, removePolicyStatement } from './handlers/edit-policy.ts'
import { getQueue } from './handlers/get-queue.ts'
import { listDeadLetterSources, listQueues } from './handlers/list-queues.ts'
import { cancelMoveTask, listMoveTasks, startMoveTask } from './handlers/move-tasks.ts'
import { noteTime } from './handlers/note-time.ts'
import { peekMessages } from './handlers/peek-messages.ts'
import { purgeQueue } from './handlers/purge-queue.ts'
import { receiveMessages } from './handlers/receive-messages.ts'
import { reset } from './handlers/reset.ts'
import { sendMessage } from './handlers/send-message.ts'
import { setQueueSettings } from './handlers/set-queue-settings.ts'
import { startRun } from './handlers/start-run.ts'
import {
  getAccount,
  getSubscription,
  listSubscriptions,
  setAccount,
  setSubscriptionSettings,
  settleDelivery,
  subscribe,
  unsubscribe,
} from './handlers/subscriptions.ts'
import { tagQueue, untagQueue } from './handlers/tag-queue.ts'
import { tick } from './handlers/tick.ts'
import { createTopic, deleteTopic, getTopic, listTopics, publishMessage, setTopicSettings } from './handlers/topics.ts'
import type { Result } from './refusal.ts'
import type { Turn } from './turn.ts'

/** How each command is carried out. */
export const handlers: { readonly [K in CommandKind]: (turn: Turn, command: CommandOf<K>) => Result<Replies[K]> } = {
  addPolicyStatement,
  batch,
  cancelMoveTask,
  changeVisibility,
  createQueue,
  deleteMessage,
  deleteQueue,
  getQueue,
  listDeadLetterSources,
  listMoveTasks,
  listQueues,
  noteTime,
  peekMessages,
  purgeQueue,
  receiveMessages,
  removePolicyStatement,
  reset,
  sendMessage,
  setQueueSettings,
  startMoveTask,
  startRun,
  tagQueue,
  untagQueue,
  tick,
  createTopic,
  deleteTopic,
  getAccount,
  getSubscription,
  getTopic,
  listSubscriptions,
  listTopics,
  publishMessage,
  setAccount,
  setSubscriptionSettings,
  setTopicSettings,
  settleDelivery,
  subscribe,
  unsubscribe,
}
