import type { MessageRecord } from '../core/model.ts'
import { contentId } from '../core/rules/deduplication.ts'
import type { Queue } from '../core/state.ts'
import { checkHidden, refuseForbidden } from './hand-written.ts'
import { afterNow } from './instants.ts'
import type { Draft } from './members.ts'
import { checkSize } from './message-body.ts'
import { type Reading, ValidationError, within } from './values.ts'

/** A message as it is read. What it says about a queue has its meaning only in the queue that holds it. */
export type MessageDraft = Draft<MessageRecord> & {
  deadLetterSource?: unknown
  visibleInMs?: number
  inFlightForMs?: number
  turnNumber?: number
  turnAtMs?: number
}

/** What the words for a hidden message say of its times and receives. */
export function hide(draft: MessageDraft, reading: Reading): void {
  const { visibleInMs, inFlightForMs } = draft
  if (draft.visibleAtMs !== undefined || (visibleInMs !== undefined && inFlightForMs !== undefined))
    throw new ValidationError('only one of the members "visibleAt", "visibleIn" and "inFlightFor" can stand here')
  const step = visibleInMs === undefined ? 'inFlightFor' : 'visibleIn'
  const hiddenMs = visibleInMs ?? inFlightForMs ?? 0
  draft.visibleAtMs = within(step, () => {
    const visibleAtMs = afterNow(hiddenMs, reading)
    if (reading.byHand) checkHidden(hiddenMs, step === 'inFlightFor' || Boolean(draft.receiveCount))
    return visibleAtMs
  })
  delete draft.visibleInMs
  delete draft.inFlightForMs
  if (step === 'visibleIn' && !draft.receiveCount && draft.receivedAtMs === undefined) return
  draft.receivedAtMs ??= reading.nowMs
  if (draft.receiveCount) return
  draft.receiveCount = 1
  draft.firstReceivedAtMs ??= draft.receivedAtMs
}

/** What a message says of the turn of its group; its other times are known by now. */
export function takeTurn(draft: MessageDraft): void {
  const { turnNumber, turnAtMs, visibleAtMs = 0 } = draft
  if (turnNumber === undefined && turnAtMs === undefined) return
  draft.turn = { atMs: turnAtMs ?? visibleAtMs, number: turnNumber ?? 0 }
  delete draft.turnNumber
  delete draft.turnAtMs
}

/** Throws `ValidationError` for what no message of that queue is. */
export function checkMessage(draft: MessageDraft, { settings }: Queue, { nowMs }: Reading): void {
  const { extras, visibleAtMs = 0, receiveCount = 0, receivedAtMs } = draft
  checkSize(draft.body!, draft.attributes, settings.maximumMessageBytes)
  if (!settings.fifo && extras?.deduplicationId !== undefined)
    within('deduplicationId', () => {
      throw new ValidationError('only messages of FIFO queues have one, and this queue is none')
    })
  if (!settings.fifo && draft.turn !== undefined)
    within('turn', () => {
      throw new ValidationError('only groups of FIFO queues take turns, and this queue is none')
    })
  const { traceHeader } = extras ?? {}
  if (traceHeader !== undefined) within('traceHeader', () => refuseForbidden(traceHeader))
  if (visibleAtMs > nowMs)
    within('visibleAt', () => checkHidden(visibleAtMs - nowMs, receiveCount > 0 || receivedAtMs !== undefined))
}

/** When people mean that a message was first received, epoch milliseconds; undefined: never. */
export function firstReceive({ receiveCount, receivedAtMs, sentAtMs }: MessageDraft): number | undefined {
  if (receiveCount === 0) return undefined
  return receiveCount === 1 && receivedAtMs !== undefined ? receivedAtMs : sentAtMs
}

/** A message of a FIFO queue is as a send makes it. */
export function join(draft: MessageDraft, { settings }: Queue): void {
  if (draft.groupId === undefined)
    throw new ValidationError('a member "group" is expected, since this message stands in a FIFO queue')
  if (draft.extras?.deduplicationId !== undefined) return
  const deduplicationId = settings.contentBasedDeduplication ? contentId(draft.body!) : draft.id!
  draft.extras = { ...draft.extras, deduplicationId }
}
