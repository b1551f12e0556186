/** How many messages a queue holds: those a receive can take, or that wait for an earlier one of their group; those not visible yet; those handed out. */
export type MessageCounts = { readonly ready: number; readonly delayed: number; readonly inFlight: number }

/** A message, as one sees it that does not receive it. Instants are ISO 8601 with milliseconds. */
export type MessageSeen = {
  readonly messageId: string
  /** Rises in order of arrival. */
  readonly sequence: number
  readonly state: 'ready' | 'delayed' | 'inFlight'
  /** On a FIFO queue: id of the message of the same group, in flight or delayed, that a ready one waits for. */
  readonly lockedBy?: string
  readonly body: string
  readonly attributes?: Readonly<Record<string, { readonly type: string; readonly value: string }>>
  readonly groupId?: string
  readonly deduplicationId?: string
  /** 1 to 16, 1 first; 8 where none was given. */
  readonly priority: number
  readonly sentAt: string
  /** When it is ready, or became so. */
  readonly visibleAt: string
  readonly receiveCount: number
  readonly firstReceivedAt?: string
  /** Absent: never. */
  readonly expiresAt?: string
}

/** Why a receive from a queue comes back empty. */
export type Emptiness = {
  /** All reasons in one line. */
  readonly message: string
  /** `kind` is for programs: `noMessages`, `delayed`, `inFlight`, `groupsLocked`, `inDeadLetterQueue` or `elsewhere`. */
  readonly reasons: readonly { readonly kind: string; readonly message: string }[]
}

/** Where a queue lives that is given by name alone. */
type Place = { readonly account?: string | undefined; readonly region?: string | undefined }

/**
 * Looks at a queue that change nothing. The queue is a name, or a URL or ARN of either cloud. Each rejects with `TwinmqError`:
 * `queueNotFound`, with what may have been meant; `badArgument`.
 */
export type QueueView = {
  /** How many messages it holds. */
  counts(queue: string, place?: Place): Promise<MessageCounts>
  /** Its messages, oldest first, in flight and delayed ones too; `limit`: how many at most, from 1 (all). */
  peek(queue: string, options?: Place & { readonly limit?: number | undefined }): Promise<readonly MessageSeen[]>
  /** Why a receive from it comes back empty; undefined: a message is ready. */
  whyEmpty(queue: string, place?: Place): Promise<Emptiness | undefined>
}

/** The same looks, from another account and region. */
export function viewFrom(looks: QueueView, from: { readonly account: string; readonly region: string }): QueueView {
  const there = <P extends Place>(place: P | undefined) => ({
    ...place,
    account: place?.account ?? from.account,
    region: place?.region ?? from.region,
  })
  return {
    counts: (queue, place) => looks.counts(queue, there(place)),
    peek: (queue, options) => looks.peek(queue, there(options)),
    whyEmpty: (queue, place) => looks.whyEmpty(queue, there(place)),
  }
}
