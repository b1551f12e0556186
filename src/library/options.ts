import type { SnapshotDocument } from './snapshot-document.ts'

/** How a twinmq in this process is set up. Options of the command with the same name mean the same. All have a default. */
export type TwinmqOptions = {
  /** What an empty state begins with: files (JSON, or YAML by their name) or documents; several are merged. */
  readonly fixture?: string | SnapshotDocument | readonly (string | SnapshotDocument)[] | undefined
  /** Where a manual clock starts: ISO 8601, epoch milliseconds or a Date. Implies `clock: 'manual'`. */
  readonly now?: string | number | Date | undefined
  /** Addresses to listen on: 127.0.0.1 and ::1. */
  readonly host?: readonly string[] | undefined
  /** 0, the default, picks a free one. */
  readonly port?: number | undefined
  /** File of the certificate for HTTPS, PEM, with its key unless `tlsKey` names that. Without one, one is made. */
  readonly tlsCert?: string | undefined
  /** File of the key of that certificate, PEM. */
  readonly tlsKey?: string | undefined
  /** File that keeps the state; without one it is in memory. */
  readonly data?: string | undefined
  /** What an answered change survives, where a file is kept: the death of the process, or loss of power (`process`). */
  readonly durability?: 'process' | 'disk' | undefined
  /** Whether account and region are part of a queue's name (`isolated`). */
  readonly namespace?: 'isolated' | 'shared' | undefined
  /** Keeps AWS's waits of 60 seconds between purges and before a deleted name is taken again; refuses unknown query items of MNS. */
  readonly strict?: boolean | undefined
  /** Keeps the wait between purges alone. */
  readonly purgeCoolDown?: boolean | undefined
  /** Keeps the wait before a deleted name is taken again alone. */
  readonly deleteCoolDown?: boolean | undefined
  /** Whether messages of queues expire; `short`: SQS queues may keep them for less than 60 seconds (`on`). */
  readonly retention?: 'on' | 'short' | 'off' | undefined
  /** Lets one ReceiveMessage take more than ten. */
  readonly unlimitedReceive?: boolean | undefined
  /** File of the keys that signatures are checked by; without one none are. */
  readonly auth?: string | undefined
  /** Scheme and host of every URL that answers hold, instead of those the caller used. */
  readonly publicUrl?: string | undefined
  /** Form of SQS queue URLs; `dynamic`, the default: with the host the caller used. */
  readonly sqsEndpointStrategy?: 'caller' | 'standard' | 'domain' | 'path' | 'off' | 'dynamic' | undefined
  /** `host[:port]` of queue URLs that do not follow the request. */
  readonly urlHost?: string | undefined
  /** Scheme of queue URLs that do not follow the request (`http`). */
  readonly urlScheme?: 'http' | 'https' | undefined
  /** Public host names under which `/_twinmq` may be reached. */
  readonly allowHost?: readonly string[] | undefined
  /** Lets topics push over HTTP to any address, not only to this machine and private networks. */
  readonly pushAnywhere?: boolean | undefined
  /** Account of callers that name none, 12 to 16 digits (`000000000000`). */
  readonly account?: string | undefined
  /** Region of callers that name none (`us-east-1`). */
  readonly region?: string | undefined
  /** Takes the account from access keys that begin AKIA or ASIA, in the place of LKIA and LSIA. */
  readonly awsAccessKeys?: boolean | undefined
  /** Whether time passes by itself (`system`), or only when `clock` is moved. */
  readonly clock?: 'system' | 'manual' | undefined
  /** A whole number that makes message ids, request ids and new accounts repeat from run to run. */
  readonly seed?: number | undefined
  /** Origins whose pages may call, beside local ones; `*` for all. */
  readonly corsOrigins?: readonly string[] | undefined
  /** Headers that such pages may send, beside the usual ones. */
  readonly corsHeaders?: readonly string[] | undefined
  /** Headers of answers that such pages may read, beside the usual ones. */
  readonly corsExposedHeaders?: readonly string[] | undefined
  /** Lets pages of every origin call. */
  readonly noCorsChecks?: boolean | undefined
  /** Leaves the headers for pages of other origins out of answers. */
  readonly noCorsHeaders?: boolean | undefined
  /** Takes OPTIONS for a method like any other. */
  readonly noPreflight?: boolean | undefined
}

/** How a twinmq for the tests of one file is set up. */
export type TestTwinmqOptions = TwinmqOptions & {
  /**
   * What each test begins with: an account of its own (the default), an empty state or the fixture (`reset`, the default
   * where a fixture, `namespace: 'shared'` or `auth` is given), or what the test before left (`nothing`).
   */
  readonly perTest?: 'account' | 'reset' | 'nothing' | undefined
}
