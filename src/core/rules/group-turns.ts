/**
 * Rule: Groups of a FIFO queue take turns by the moment at which their first message became ready, and a receive takes all it can from one group first.
 * Source: SQS Developer Guide, FIFO queue delivery logic.
 */

import type { Message } from '../model.ts'
import { compareMoments } from '../moment.ts'

/** Whether the group whose first message is `a` goes before that of `b`. Of two that are due at one moment, the message that arrived first decides. */
export function goesBefore(a: Message, b: Message): boolean {
  const order = compareMoments(a.group!.turn!, b.group!.turn!)
  return order < 0 || (order === 0 && a.sequence < b.sequence)
}
