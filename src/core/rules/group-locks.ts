import type { Message } from '../model.ts'
import type { MessageGroup } from '../ready/message-group.ts'

/**
 * Tells of ready messages which hidden one of their group keeps them from being received; undefined: none does, as on every
 * standard queue. What it has found of a group it keeps, so it is good for one look at a queue.
 * Source: SQS Developer Guide, FIFO queue delivery logic.
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
