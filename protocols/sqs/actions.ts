import type { Action } from './action.ts'
import { addPermission } from './actions/add-permission.ts'
import { cancelMessageMoveTask } from './actions/cancel-message-move-task.ts'
import { changeMessageVisibility, changeMessageVisibilityBatch } from './actions/change-message-visibility.ts'
import { createQueue } from './actions/create-queue.ts'
import { deleteMessage, deleteMessageBatch } from './actions/delete-message.ts'
import { deleteQueue } from './actions/delete-queue.ts'
import { getQueueAttributes } from './actions/get-queue-attributes.ts'
import { getQueueUrl } from './actions/get-queue-url.ts'
import { listDeadLetterSourceQueues } from './actions/list-dead-letter-source-queues.ts'
import { listMessageMoveTasks } from './actions/list-message-move-tasks.ts'
import { listQueueTags } from './actions/list-queue-tags.ts'
import { listQueues } from './actions/list-queues.ts'
import { purgeQueue } from './actions/purge-queue.ts'
import { receiveMessage } from './actions/receive-message.ts'
import { removePermission } from './actions/remove-permission.ts'
import { sendMessage, sendMessageBatch } from './actions/send-message.ts'
import { setQueueAttributes } from './actions/set-queue-attributes.ts'
import { startMessageMoveTask } from './actions/start-message-move-task.ts'
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
  listDeadLetterSourceQueues,
  getQueueAttributes,
  setQueueAttributes,
  deleteQueue,
  purgeQueue,
  tagQueue,
  untagQueue,
  listQueueTags,
  addPermission,
  removePermission,
  startMessageMoveTask,
  cancelMessageMoveTask,
  listMessageMoveTasks,
]

/** Every action by its name. */
export const actions: ReadonlyMap<string, Action> = new Map(rows.map((row) => [row.name, row]))
