/** What one attribute of a queue holds in a document. */
export type AttributeValue = string | number | boolean | Redrive | RedriveAllow

/** Another queue: its name alone where account and region are those of the queue that names it. */
export type QueueReference = string | (Place & { readonly name: string })

type Redrive = { readonly deadLetterQueue: QueueReference; readonly maxReceiveCount: number }
type RedriveAllow = { readonly redrivePermission: string; readonly sourceQueues?: readonly QueueReference[] }

/** Where a queue lives; what is absent is left to whoever loads the document. */
export type Place = { readonly account?: string; readonly region?: string }

/** A queue as a document holds it, in the order in which its members are written. */
export type DocumentQueue = Place & {
  readonly name: string
  readonly attributes?: Readonly<Record<string, AttributeValue>>
  readonly tags?: Readonly<Record<string, string>>
  readonly messages?: readonly DocumentMessage[]
}

/** A message as a document holds it; times are relative: `-5m`, `now`. */
export type DocumentMessage = {
  readonly body: string
  readonly attributes?: Readonly<Record<string, { readonly type: string; readonly value: string }>>
  readonly id?: string
  readonly sender?: string
  readonly groupId?: string
  readonly deduplicationId?: string
  readonly sent?: string
  readonly receives?: number
  readonly firstReceivedAt?: string
  readonly deadLetterSource?: QueueReference
  readonly traceHeader?: string
}

/** Takes a line about something that was left out, made up or understood in a certain way. */
export type Notify = (line: string) => void

/** Why nothing was imported, in one line. */
export class ImportFailure extends Error {
  override readonly name = 'ImportFailure'
}

/** The redrive of a queue, if it has one. */
export function redriveOf({ attributes }: DocumentQueue): Redrive | undefined {
  const redrive = attributes?.RedrivePolicy
  return typeof redrive === 'object' && 'deadLetterQueue' in redrive ? redrive : undefined
}

/** Whether a queue is a FIFO queue. */
export function isFifo({ attributes }: DocumentQueue): boolean {
  return attributes?.FifoQueue === true
}
