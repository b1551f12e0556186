/**
 * Rule: A standard queue hands out lower priority numbers first, then earlier sends; a message that comes back goes before later sends.
 * Source: MNS API, SendMessage, Priority, and ReceiveMessage.
 */

/** Priority of a message that names none. */
export const defaultPriority = 8

/** The last priority to be handed out; 1 is the first. */
export const lastPriority = 16

type Ranked = { readonly priority: number; readonly sequence: number }

/** Whether `a` is handed out before `b`. */
export function comesBefore(a: Ranked, b: Ranked): boolean {
  return a.priority < b.priority || (a.priority === b.priority && a.sequence < b.sequence)
}
