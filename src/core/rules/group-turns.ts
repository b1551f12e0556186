/**
 * Rule: Groups of a FIFO queue take turns by the moment at which their first message became ready, and a receive takes all it can from one group first.
 * Source: SQS Developer Guide, FIFO queue delivery logic.
 */

import { compareMoments, type Moment } from '../moment.ts'

/** The first message of a group. */
type First = { readonly sequence: number; readonly group: { readonly turn?: Moment | undefined } | undefined }

/** Whether the group whose first message is `a` goes before that of `b`. Of two that are due at one moment, the message that arrived first decides. */
export function goesBefore(a: First, b: First): boolean {
  const order = compareMoments(a.group!.turn!, b.group!.turn!)
  return order < 0 || (order === 0 && a.sequence < b.sequence)
}
