import type { Emptiness, MessageCounts, MessageSeen, QueueView } from '../admin/queue-view.ts'
import type { SnapshotDocument } from './snapshot-document.ts'

/** What an SQS client is made with, such as `new SQSClient({ ...twinmq.sqs() })`. */
export type SqsSettings = {
  endpoint: string
  region: string
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string }
}

/** What an MNS client is made with, such as `new Client(accountId, { ...twinmq.mns() })` of `@alicloud/mns`. */
export type MnsSettings = {
  endpoint: string
  accountId: string
  region: string
  accessKeyId: string
  accessKeySecret: string
  securityToken?: string
}

/** Whose queues a client sees; what is left out is that of the twinmq. */
export type TwinmqPlace = {
  /** 12 digits; MNS takes up to 16. */
  readonly account?: string | undefined
  readonly region?: string | undefined
}

/** How many messages a queue holds. */
export type QueueCounts = MessageCounts
/** A message, as one sees it that does not receive it. */
export type PeekedMessage = MessageSeen
/** Why a receive from a queue comes back empty. */
export type WhyEmpty = Emptiness

/** One account: clients made with its settings see its queues and topics, and no others. Looks at queues are from there. */
export type TwinmqAccount = QueueView & {
  /** 12 digits. */
  readonly account: string
  /** Region of `sqs()`. */
  readonly region: string
  /** What an SQS client of this account is made with. */
  sqs(): SqsSettings
  /** What an MNS client of this account is made with. MNS tells regions by host name, so here it has that of the twinmq. */
  mns(): MnsSettings
}

/** A twinmq that runs in this process. */
export type Twinmq = QueueView & {
  /** `http://127.0.0.1:<port>`: the endpoint of both clouds. */
  readonly url: string
  /** Account of callers that name none. */
  readonly account: string
  /** Region of callers that name none. */
  readonly region: string
  /** What an SQS client is made with; where signatures are checked, with the first key that is good for it. */
  sqs(place?: TwinmqPlace): SqsSettings
  /** What an MNS client is made with; where signatures are checked, with the first key that is good for it. */
  mns(place?: Pick<TwinmqPlace, 'account'>): MnsSettings
  /** An account that was not given out before, for a test that wants queues of its own. Throws where accounts do not part queues. */
  newAccount(place?: Pick<TwinmqPlace, 'region'>): TwinmqAccount
  readonly clock: TwinmqClock
  /** The whole state; `relative`: with times as they lie from now, good for a fixture. */
  snapshot(times?: 'absolute' | 'relative'): Promise<SnapshotDocument>
  /**
   * Puts a document, or that of a file (YAML if its name ends in .yaml or .yml), in the place of the state; `merge`: adds
   * it. Where `data` keeps the state, the one before goes to `backup`. Rejects, with nothing changed, when it is no good.
   */
  load(
    document: string | SnapshotDocument,
    options?: { readonly merge?: boolean },
  ): Promise<{ readonly backup: string | undefined }>
  /** Empties the state; `fixture`: puts what it began with in its place. */
  reset(to?: 'fixture'): Promise<void>
  /** Ends it; open long polls are answered empty. A second call waits for the first. */
  stop(): Promise<void>
  /** The same as `stop`, so that `await using` ends it with its block. */
  [Symbol.asyncDispose](): Promise<void>
}

/** A twinmq that starts before the tests of a file and ends after them. `sqs()` and `mns()` are of the account of the test that runs. */
export type TestTwinmq = Omit<Twinmq, 'stop' | typeof Symbol.asyncDispose>

type Unit = 'ms' | 's' | 'm' | 'h' | 'd'

/** A duration with units: `250ms`, `1.5s`, `30s`, `5m`, `12h`, `4d` and sums such as `1h30m`. */
export type TwinmqDuration = `${number}${Unit}` | `${number}${Unit}${number}${string}${Unit}`

/** The clock. Moves resolve when all that became due has been done. */
export type TwinmqClock = {
  /** Epoch milliseconds. */
  now(): number
  /** Stops at the present. */
  freeze(): Promise<void>
  /** Moves on. Throws on the system clock, and for a duration without a unit. */
  advance(duration: TwinmqDuration): Promise<void>
  /** Moves to an instant, back only while no message exists. Throws on the system clock. */
  set(instant: number | string | Date): Promise<void>
  /** Moves to the next instant at which something becomes due, if there is one. Throws on the system clock. */
  next(): Promise<void>
  /** Goes on with the time of the machine. */
  useSystem(): Promise<void>
}
