import type { Action } from './action.ts'
import { changeMessageVisibility, changeMessageVisibilityBatch } from './actions/change-message-visibility.ts'
import { createQueue } from './actions/create-queue.ts'
import { deleteMessage, deleteMessageBatch } from './actions/delete-message.ts'
import { deleteQueue } from './actions/delete-queue.ts'
import { getQueueAttributes } from './actions/get-queue-attributes.ts'
import { getQueueUrl } from './actions/get-queue-url.ts'
import { listQueueTags } from './actions/list-queue-tags.ts'
import { listQueues } from './actions/list-queues.ts'
import { purgeQueue } from './actions/purge-queue.ts'
import { receiveMessage } from './actions/receive-message.ts'
import { sendMessage, sendMessageBatch } from './actions/send-message.ts'
import { setQueueAttributes } from './actions/set-queue-attributes.ts'
import { tagQueue } from './actions/tag-queue.ts'
import { untagQueue } from './actions/untag-queue.ts'

const rows: readonly Action[] = [
  sendMessage,
  sendMessageBatch,
  receiveMessage,
  deleteMessage,
  deleteMessageBatch,
  changeMessageVisibility,
  changeMessageVisibilityBatch,
  createQueue,
  getQueueUrl,
  listQueues,
  getQueueAttributes,
  setQueueAttributes,
  deleteQueue,
  purgeQueue,
  tagQueue,
  untagQueue,
  listQueueTags,
]

/** Every action by its name. */
export const actions: ReadonlyMap<string, Action> = new Map(rows.map((row) => [row.name, row]))

/** Actions of the API that are known and not offered. Source: SQS API Reference, Actions. */
export const unofferedActions: ReadonlySet<string> = new Set([
  'AddPermission',
  'RemovePermission',
  'StartMessageMoveTask',
  'CancelMessageMoveTask',
  'ListMessageMoveTasks',
  'ListDeadLetterSourceQueues',
])
