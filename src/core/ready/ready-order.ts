import type { Message } from '../model.ts'
import type { Moment } from '../moment.ts'

/**
 * The order in which a queue hands out its ready messages. The queue's `Messages` tells it of every change. It may set
 * `message.place` of a ready message as it likes, `hidden` and `gone` excepted.
 */
export interface ReadyOrder {
  /** A message with the highest sequence yet came to the queue; saved with it: what `turnOf` told. */
  arrived(message: Message, turn: Moment | undefined): void
  /** A message left the queue; it is not ready any more. */
  left(message: Message, at: Moment): void
  /** A message is ready: `new` if it was never hidden, else `returned`. */
  add(message: Message, place: 'new' | 'returned'): void
  /** A message is not ready any more. */
  remove(message: Message): void
  /** A message went into flight (1) or is in flight no more (-1). */
  inFlightChanged(message: Message, by: 1 | -1): void
  /** The message a receive hands out next. */
  first(): Message | undefined
  /** What a receive that has just handed out `message` goes on with, when that is not simply the first. */
  following(message: Message): Message | undefined
  /** What must be saved with a message for the order to be the same after a restart; undefined: nothing. */
  turnOf(message: Message): Moment | undefined
  /** Ready messages in the order of handing out, at most `limit`. */
  peek(limit: number): Message[]
}
