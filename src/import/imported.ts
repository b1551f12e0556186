/** The value of a queue attribute in a document. */
export type AttributeValue = string | number | boolean | Redrive | RedriveAllow

/** Another queue. Only its name, if it has the account and region of the queue that refers to it. */
export type QueueReference = string | (Place & { readonly name: string })

type Redrive = { readonly deadLetterQueue: QueueReference; readonly maxReceiveCount: number }
type RedriveAllow = { readonly redrivePermission: string; readonly sourceQueues?: readonly QueueReference[] }

/** Account and region of a queue. The load of the document fills in absent ones. */
export type Place = { readonly account?: string; readonly region?: string }

/** A queue of a document. Members are in the order in which they are written. */
export type DocumentQueue = Place & {
  readonly name: string
  readonly attributes?: Readonly<Record<string, AttributeValue>>
  readonly tags?: Readonly<Record<string, string>>
  readonly messages?: readonly DocumentMessage[]
}

/** A message of a document. Times are relative: `-5m`, `now`. */
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

/** Takes a line about something that the import left out, added or interpreted. */
export type Notify = (line: string) => void

/** Nothing was imported. The message gives the reason in one line. */
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
