/**
 * Rule: While a message of a group on a FIFO queue is in flight or delayed, later ones of that group are not received.
 * Source: SQS Developer Guide, FIFO queue delivery logic.
 */

import type { Message } from '../model.ts'
import type { MessageGroup } from '../ready/message-group.ts'

/**
 * Tells which hidden message of its group keeps a ready one from being received; undefined: none, as on every standard
 * queue. It keeps what it found of a group, so use it for one look at a queue.
 */
export function groupLocks(): (message: Message) => Message | undefined {
  const firstHidden = new Map<MessageGroup, Message | undefined>()
  return ({ group, sequence }) => {
    if (group === undefined) return undefined
    if (!firstHidden.has(group)) firstHidden.set(group, firstHiddenOf(group))
    const hidden = firstHidden.get(group)
    return hidden !== undefined && hidden.sequence < sequence ? hidden : undefined
  }
}

function firstHiddenOf({ first }: MessageGroup): Message | undefined {
  let message = first
  while (message && message.place !== 'hidden') message = message.groupNewer
  return message
}
