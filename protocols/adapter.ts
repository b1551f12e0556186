import type { Command, ReplyTo } from '../src/core/commands/commands.ts'
import type { Namespace } from '../src/core/model.ts'
import type { Refusal, Result } from '../src/core/refusal.ts'
import type { Authentication } from './signing/keys.ts'

/** A request as it came, before any protocol has read it. */
export type WireRequest = {
  /** Upper case. */
  readonly method: string
  /** Path and query exactly as received; of an absolute-form target the part after the authority. */
  readonly target: string
  /** Lower-case names. Names that came several times are joined as node:http does. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
  /** `http` or `https`. */
  readonly scheme: string
  /** `scheme://host` by which the client reaches us: from `--public-url`, an absolute-form target, the Host header, or our own address. No slash at the end. */
  readonly base: string
  /** Host the client used, with the port if it has one: of an absolute-form target, the Host header, or our own address. */
  readonly host: string
  /** Present when the user fixed it with `--public-url`. */
  readonly publicUrl?: string
}

/** An answer as it goes out. */
export type WireResponse = {
  readonly status: number
  /** Written as they stand; `Content-Length` and `Date` are added by the server. */
  readonly headers: Record<string, string>
  /** Empty: no body. */
  readonly body: string
  /** Error code of the API, for the log. Absent: the request succeeded, or its error has no code. */
  readonly errorCode?: string | undefined
}

/** The API that a request is for, and the protocol in which it is read and answered. `none`: an AWS service that twinmq does not serve. */
export type Identity =
  | { readonly api: 'sqs'; readonly protocol: AwsProtocol }
  | { readonly api: 'sts'; readonly protocol: 'query' }
  | { readonly api: 'mns'; readonly protocol: 'xml' }
  | { readonly api: 'none'; readonly protocol: AwsProtocol; readonly service: string }

/** AWS JSON 1.0, or AWS Query. */
export type AwsProtocol = 'json' | 'query'

/** How the URL of a queue is formed, in the words of emulators of SQS. Source: LocalStack documentation, SQS, queue URLs. */
export type QueueUrlOptions = {
  /** `caller`: account and name under the host that the client used. `dynamic`: the form follows that host, and names the region. */
  readonly strategy: 'caller' | 'standard' | 'domain' | 'path' | 'off' | 'dynamic'
  /** Host, and port if there is one, of the forms that do not follow the request. */
  readonly host: () => string
  /** Scheme of the forms `domain`, `path` and `off`. */
  readonly scheme: 'http' | 'https'
}

/** What an adapter is made with. */
export type AdapterOptions = {
  readonly defaultAccount: string
  readonly defaultRegion: string
  /** `--strict`: refuse what a cloud may refuse and we otherwise allow. */
  readonly strict: boolean
  /** `shared`: answers show the client's own account and region for every queue. */
  readonly namespace: Namespace
  /** SQS: how queue URLs are formed. Absent: account and name under the host that the client used. */
  readonly queueUrls?: QueueUrlOptions
  /** SQS: access keys that begin AKIA or ASIA stand for the account that AWS encodes in them. Absent: no. */
  readonly awsAccessKeys?: boolean
  /** SQS: a queue may keep messages for a second, not only for a minute and more. Absent: no. */
  readonly shortRetention?: boolean
  /** SQS: a receive may ask for any number of messages, not only for ten; -1 stands for all there are. Absent: no. */
  readonly manyMessages?: boolean
  /** Whole-second and millisecond times of answers come from here. */
  readonly nowMs: () => number
  /** Request ids: 32 lower-case hexadecimal digits. */
  readonly nextRequestId: () => string
  /** One line for the log of the program, such as a hint why a request may not do what its sender expects. */
  readonly warn: (line: string) => void
  /** The same for a line of information. Absent: such lines are dropped. */
  readonly info?: (line: string) => void
  /** Present: signatures are checked. Absent: any signature, or none, is accepted. */
  readonly authentication?: Authentication
}

/** A decoded request: the command to run, and all that is needed to word its answer. */
export interface Call {
  /** Name of the API action, for the log: `SendMessage`. */
  readonly action: string
  readonly command: Command
  /** Words the answer. Called once, in the same turn in which the engine decided, before anything else runs. */
  encode(result: Result<ReplyTo<Command>>): WireResponse
}

/** One cloud's API. Values in, values out: knows neither HTTP server nor broker. */
export interface Adapter {
  /** Which API it is; the log names it so. */
  readonly name: 'sqs' | 'sts' | 'mns'
  /** A call to carry out, or the answer to a request that asks for none, mostly bad input. `identity`: what `identify` says of the request. Never throws. */
  decode(request: WireRequest, identity: Identity): Call | WireResponse
  /** An answer in this API's error form for what happens outside an action. `request.body` may be incomplete. */
  failure(request: WireRequest, failure: TransportFailure, identity: Identity): WireResponse
}

/** Failures outside an action. */
export type TransportFailure = 'bodyTooLarge' | 'bodyTimeout' | 'notReady' | 'internal'

/** Largest request body either API takes, in bytes: a 1 MiB message can take several times that once escaped. */
export const maximumBodyBytes = 8 * 1024 * 1024

/** Tells a call to carry out from an answer that is ready. */
export function isCall(decoded: Call | WireResponse): decoded is Call {
  return 'command' in decoded
}

/** A row of a table of wire errors: how one protocol words each refusal. A missing kind does not compile. */
export type RefusalTable<E> = { readonly [K in Refusal['kind']]: (refusal: Extract<Refusal, { kind: K }>) => E }
