import type { Emptiness, MessageCounts, MessageSeen, QueueView } from '../admin/queue-view.ts'
import type { SnapshotDocument } from './snapshot-document.ts'

/** Settings for an SQS client: `new SQSClient({ ...twinmq.sqs() })`. */
export type SqsSettings = {
  endpoint: string
  region: string
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string }
}

/** Settings for an MNS client: `new Client(accountId, { ...twinmq.mns() })` of `@alicloud/mns`. */
export type MnsSettings = {
  endpoint: string
  accountId: string
  region: string
  accessKeyId: string
  accessKeySecret: string
  securityToken?: string
}

/** The account and region whose queues a client sees; defaults are those of the twinmq. */
export type TwinmqPlace = {
  /** 12 digits; MNS takes up to 16. */
  readonly account?: string | undefined
  readonly region?: string | undefined
}

/** How many messages a queue holds. */
export type QueueCounts = MessageCounts
/** A message as it is, without being received. */
export type PeekedMessage = MessageSeen
/** Why a receive from a queue comes back empty. */
export type WhyEmpty = Emptiness

/** One account: clients with its settings see its queues and topics, and no others. `counts`, `peek` and `whyEmpty` look at its queues. */
export type TwinmqAccount = QueueView & {
  /** 12 digits. */
  readonly account: string
  /** Region of `sqs()`. */
  readonly region: string
  /** Settings for an SQS client of this account. */
  sqs(): SqsSettings
  /** Settings for an MNS client of this account. MNS takes the region from the host name, so it is that of the twinmq. */
  mns(): MnsSettings
}

/** A twinmq that runs in this process. */
export type Twinmq = QueueView & {
  /** `http://127.0.0.1:<port>`: the endpoint of both clouds. */
  readonly url: string
  /** Account of requests that name none. */
  readonly account: string
  /** Region of requests that name none. */
  readonly region: string
  /** Settings for an SQS client. If signatures are checked, they hold the first key of AWS. */
  sqs(place?: TwinmqPlace): SqsSettings
  /** Settings for an MNS client. If signatures are checked, they hold the first key of Alibaba Cloud. */
  mns(place?: Pick<TwinmqPlace, 'account'>): MnsSettings
  /** A new account, for a test with queues of its own. Throws in the namespace `shared`, and if signatures are checked. */
  newAccount(place?: Pick<TwinmqPlace, 'region'>): TwinmqAccount
  readonly clock: TwinmqClock
  /** The whole state; `relative`: with times relative to now, for use as a fixture. */
  snapshot(times?: 'absolute' | 'relative'): Promise<SnapshotDocument>
  /**
   * Replaces the state by a document, given directly or as a file (YAML if its name ends in .yaml or .yml). `merge` adds the
   * document instead. If `data` keeps the state, the previous one goes to `backup`. If the document is invalid, rejects and
   * changes nothing.
   */
  load(
    document: string | SnapshotDocument,
    options?: { readonly merge?: boolean },
  ): Promise<{ readonly backup: string | undefined }>
  /** Empties the state; `fixture`: restores what it started with. */
  reset(to?: 'fixture'): Promise<void>
  /** Stops it. Open long polls get an empty answer. A second call waits for the first. */
  stop(): Promise<void>
  /** Same as `stop`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>
}

/** A twinmq that starts before the tests of a file and stops after them. `sqs()` and `mns()` are those of the running test's account. */
export type TestTwinmq = Omit<Twinmq, 'stop' | typeof Symbol.asyncDispose>

type Unit = 'ms' | 's' | 'm' | 'h' | 'd'

/** A duration with units: `250ms`, `1.5s`, `30s`, `5m`, `12h`, `4d` and sums such as `1h30m`. */
export type TwinmqDuration = `${number}${Unit}` | `${number}${Unit}${number}${string}${Unit}`

/** The clock. Each move resolves when everything that became due is done. */
export type TwinmqClock = {
  /** Epoch milliseconds. */
  now(): number
  /** Stops the clock. */
  freeze(): Promise<void>
  /** Moves forward. Throws on the system clock, and for a duration without a unit. */
  advance(duration: TwinmqDuration): Promise<void>
  /** Moves to an instant; moves back only while no message exists. Throws on the system clock. */
  set(instant: number | string | Date): Promise<void>
  /** Moves to the next instant at which something is due, if there is one. Throws on the system clock. */
  next(): Promise<void>
  /** Returns to the system clock. */
  useSystem(): Promise<void>
}
