import { performance } from 'node:perf_hooks'
import {
  type Adapter,
  type Call,
  isCall,
  type TransportFailure,
  type WireRequest,
  type WireResponse,
} from '../../protocols/adapter.ts'
import { type Identity, identify } from '../../protocols/identify.ts'
import type { Broker } from '../broker/broker.ts'
import type { Requester } from '../broker/requester.ts'
import type { Command, ReplyTo } from '../core/commands/commands.ts'
import type { QueueAddress } from '../core/model.ts'
import { type Result, refuse } from '../core/refusal.ts'
import type { Log } from '../log.ts'

/** The connection of a request, for one that has to wait. */
export interface Connection {
  /** True once the client cannot get an answer any more. */
  readonly closed: boolean
  /** Calls `gone` if the client goes away before it is answered. */
  onClose(gone: () => void): void
}

/**
 * Carries requests of both clouds from the wire to the broker and back: accept, decode, execute, encode. Knows no HTTP
 * server; the broker is there once the state is loaded.
 */
export class Dispatcher {
  readonly #adapters: readonly Adapter[]
  readonly #log: Log
  readonly #called = new Set<string>()
  #lastCalled: Adapter | undefined
  #broker: Broker | undefined
  #whyEmpty: ((queue: QueueAddress) => string | undefined) | undefined

  /** The adapter of its API gets a request; the last one gets what is for none of theirs. */
  constructor(adapters: readonly Adapter[], log: Log) {
    this.#adapters = adapters
    this.#log = log
  }

  /**
   * From now on requests are carried out; before, they are answered that twinmq is not ready. `whyEmpty`: says why a
   * queue has nothing to hand out; present where the log shall say so of each receive that comes back empty.
   */
  open(broker: Broker, whyEmpty?: (queue: QueueAddress) => string | undefined): void {
    this.#broker = broker
    this.#whyEmpty = whyEmpty
  }

  /** Names of the adapters that have taken a call. */
  get called(): ReadonlySet<string> {
    return this.#called
  }

  /** From now on no adapter has taken a call. */
  forgetCalls(): void {
    this.#lastCalled = undefined
    this.#called.clear()
  }

  /** Answers a request, at once or when its command is decided and durable. Never rejects. */
  dispatch(request: WireRequest, connection: Connection): Promise<WireResponse> {
    const startedMs = performance.now()
    const identity = identify(request)
    return this.#carry(this.#adapterOf(identity), request, identity, connection, startedMs)
  }

  /** The answer to a request that failed before it could be read whole. */
  failure(request: WireRequest, failure: TransportFailure): WireResponse {
    const adapter = this.#adapterOf(identify(request))
    const response = adapter.failure(request, failure)
    this.#logged(adapter, failure, undefined, response, performance.now())
    return response
  }

  #carry(
    adapter: Adapter,
    request: WireRequest,
    identity: Identity,
    connection: Connection,
    startedMs: number,
  ): Promise<WireResponse> {
    const broker = this.#broker
    if (!broker) return Promise.resolve(adapter.failure(request, 'notReady'))
    try {
      const decoded = adapter.decode(request, identity)
      if (adapter !== this.#lastCalled && (isCall(decoded) || decoded.status < 400)) {
        this.#lastCalled = adapter
        this.#called.add(adapter.name)
      }
      if (isCall(decoded)) return this.#execute(broker, adapter, request, decoded, connection, startedMs)
      this.#logged(adapter, `${request.method} ${pathOf(request.target)}`, undefined, decoded, startedMs)
      return Promise.resolve(decoded)
    } catch (error) {
      return Promise.resolve(this.#internal(adapter, request, error))
    }
  }

  #execute(
    broker: Broker,
    adapter: Adapter,
    request: WireRequest,
    call: Call,
    connection: Connection,
    startedMs: number,
  ): Promise<WireResponse> {
    return new Promise((resolve) => {
      const exchange = new Exchange(call, connection, (response) => {
        const answer = response instanceof Error ? this.#internal(adapter, request, response) : response
        this.#logged(adapter, call.action, call.command, answer, startedMs)
        resolve(answer)
      })
      if (this.#whyEmpty) exchange.heard = (result) => this.#explain(call.command, result)
      broker.submit(call.command, exchange)
      if (exchange.waiting) connection.onClose(() => broker.forget(exchange))
    })
  }

  /** Says in the log why a receive, or a look at what could be received, came back empty. */
  #explain(command: Command, result: Result<ReplyTo<Command>>): void {
    const looks = command.kind === 'peekMessages' && command.which === 'ready'
    if (command.kind !== 'receiveMessages' && !looks) return
    const empty = result.ok ? 'messages' in result.value && result.value.messages.length === 0 : true
    if (!empty || (!result.ok && result.refusal.kind !== 'queueNotFound')) return
    const why = this.#whyEmpty?.(command.queue)
    if (why !== undefined) this.#log.debug(why)
  }

  #adapterOf({ api }: Identity): Adapter {
    return this.#adapters.find(({ name }) => name === api) ?? this.#adapters.at(-1)!
  }

  #internal(adapter: Adapter, request: WireRequest, error: unknown): WireResponse {
    this.#log.error(`a fault in twinmq: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    return adapter.failure(request, 'internal')
  }

  #logged(
    adapter: Adapter,
    action: string,
    command: Command | undefined,
    response: WireResponse,
    startedMs: number,
  ): void {
    this.#log.request({
      api: adapter.name,
      action,
      queue: command && aboutOf(command),
      status: response.status,
      code: response.status < 400 ? undefined : errorCode(response.body),
      tookMs: performance.now() - startedMs,
    })
  }
}

/** One request on its way through the broker. */
class Exchange implements Requester {
  readonly #call: Call
  readonly #connection: Connection
  readonly #answer: (response: WireResponse | Error) => void
  #response: WireResponse | Error | undefined
  /** Told the result while what it holds is live. */
  heard: ((result: Result<ReplyTo<Command>>) => void) | undefined

  constructor(call: Call, connection: Connection, answer: (response: WireResponse | Error) => void) {
    this.#call = call
    this.#connection = connection
    this.#answer = answer
  }

  get waiting(): boolean {
    return this.#response === undefined
  }

  get gone(): boolean {
    return this.#connection.closed
  }

  decided(result: Result<ReplyTo<Command>>): void {
    this.heard?.(result)
    try {
      this.#response = this.#call.encode(result)
    } catch (error) {
      this.#response = error instanceof Error ? error : new Error(String(error))
    }
  }

  failed(reason: string): void {
    this.decided(refuse({ kind: 'storageUnavailable', reason }))
  }

  released(): void {
    this.#answer(this.#response!)
  }
}

/** Name of the queue or topic that a command is about. */
function aboutOf(command: Command): string | undefined {
  if ('queue' in command) return command.queue.name
  return 'topic' in command ? command.topic.name : undefined
}

/** The path of a request, as much as a line of the log has room for. */
function pathOf(target: string): string {
  return target.split('?', 1)[0]!.slice(0, 200)
}

const codeForm = /<Code>([^<]{1,100})<\/Code>|"__type":"(?:[^"#]{0,100}#)?([^"]{1,100})"|"Code":"([^"]{1,100})"/

/** The error code in a body of either API, for the log. */
function errorCode(body: string): string | undefined {
  const found = codeForm.exec(body.slice(0, 1_000))
  return found?.[1] ?? found?.[2] ?? found?.[3]
}
