import { performance } from 'node:perf_hooks'
import type { Identity } from '../../protocols/adapter.ts'
import {
  type Adapter,
  type Call,
  isCall,
  type TransportFailure,
  type WireRequest,
  type WireResponse,
} from '../../protocols/adapter.ts'
import { identify } from '../../protocols/identify.ts'
import type { Broker } from '../broker/broker.ts'
import type { Requester } from '../broker/requester.ts'
import type { Command, ReplyTo } from '../core/commands/commands.ts'
import type { QueueAddress } from '../core/model.ts'
import { type Result, refuse } from '../core/refusal.ts'
import type { Log } from '../log.ts'

/** The connection that a request came on, and its answer goes out on. */
export interface Connection {
  /** True once the client can no longer get an answer. */
  readonly closed: boolean
  /** Calls `gone` if the client goes away before it is answered. */
  onClose(gone: () => void): void
  /** Sends the answer. Throws if a header holds what HTTP cannot carry; then nothing was sent. */
  answer(response: WireResponse): void
}

/** Says why a queue has nothing to hand out; undefined: no reason is known. */
type WhyEmpty = (queue: QueueAddress) => string | undefined

/**
 * Carries requests of both clouds from the wire to the broker and back: identify, decode, execute, encode. Knows no HTTP
 * server. It has a broker once the state is loaded.
 */
export class Dispatcher {
  readonly #adapters: readonly Adapter[]
  readonly #log: Log
  readonly #called = new Set<string>()
  #lastCalled: Adapter | undefined
  #broker: Broker | undefined
  #whyEmpty: WhyEmpty | undefined

  /** A request goes to the adapter of its API. The last adapter also gets what no API claims. */
  constructor(adapters: readonly Adapter[], log: Log) {
    this.#adapters = adapters
    this.#log = log
  }

  /**
   * Carries out requests from now on; earlier ones are told that twinmq is not ready. With `whyEmpty`, the log explains
   * each receive that comes back empty.
   */
  open(broker: Broker, whyEmpty?: WhyEmpty): void {
    this.#broker = broker
    this.#whyEmpty = whyEmpty
  }

  /** Names of the adapters that have taken a call. */
  get called(): ReadonlySet<string> {
    return this.#called
  }

  /** Forgets which adapters have taken a call. */
  forgetCalls(): void {
    this.#lastCalled = undefined
    this.#called.clear()
  }

  /** Answers a request, at once or when its command is decided and durable. Never throws. */
  dispatch(request: WireRequest, connection: Connection): void {
    const startedMs = performance.now()
    const identity = identify(request)
    const adapter = this.#adapterOf(identity)
    if (!this.#broker) {
      connection.answer(adapter.failure(request, 'notReady', identity))
      return
    }
    const exchange = new Exchange(this, adapter, request, connection, startedMs)
    try {
      this.#carryOut(this.#broker, exchange, identity)
    } catch (error) {
      this.answer(exchange, error instanceof Error ? error : new Error(String(error)))
    }
  }

  /** The answer to a request that failed before all of it was read. */
  failure(request: WireRequest, failure: TransportFailure): WireResponse {
    const identity = identify(request)
    const adapter = this.#adapterOf(identity)
    const response = adapter.failure(request, failure, identity)
    this.#logged(adapter, failure, undefined, response, performance.now())
    return response
  }

  /** Ends an exchange: writes its line in the log, and sends its answer. An error is a fault of ours. */
  answer(exchange: Exchange, outcome: WireResponse | Error): void {
    const { adapter, request, connection, call } = exchange
    const response = outcome instanceof Error ? this.#internal(adapter, request, outcome) : outcome
    const action = call?.action ?? `${request.method} ${pathOf(request.target)}`
    this.#logged(adapter, action, call?.command, response, exchange.startedMs)
    try {
      connection.answer(response)
    } catch (error) {
      connection.answer(this.#internal(adapter, request, error))
    }
  }

  /** Explains in the log why a receive, or a look at the messages that are ready, came back empty. */
  explain(command: Command, result: Result<ReplyTo<Command>>): void {
    if (this.#whyEmpty === undefined) return
    const looks = command.kind === 'peekMessages' && command.which === 'ready'
    if (command.kind !== 'receiveMessages' && !looks) return
    const empty = result.ok ? 'messages' in result.value && result.value.messages.length === 0 : true
    if (!empty || (!result.ok && result.refusal.kind !== 'queueNotFound')) return
    const why = this.#whyEmpty(command.queue)
    if (why !== undefined) this.#log.debug(why)
  }

  #carryOut(broker: Broker, exchange: Exchange, identity: Identity): void {
    const { adapter, request, connection } = exchange
    const decoded = adapter.decode(request, identity)
    if (adapter !== this.#lastCalled && (isCall(decoded) || decoded.status < 400)) {
      this.#lastCalled = adapter
      this.#called.add(adapter.name)
    }
    if (!isCall(decoded)) {
      this.answer(exchange, decoded)
      return
    }
    exchange.call = decoded
    broker.submit(decoded.command, exchange)
    if (exchange.waiting) connection.onClose(() => broker.forget(exchange))
  }

  #adapterOf({ api }: Identity): Adapter {
    return this.#adapters.find(({ name }) => name === api) ?? this.#adapters.at(-1)!
  }

  #internal(adapter: Adapter, request: WireRequest, error: unknown): WireResponse {
    this.#log.error(`a fault in twinmq: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    return adapter.failure(request, 'internal', identify(request))
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
      code: response.errorCode,
      tookMs: performance.now() - startedMs,
    })
  }
}

/** One request on its way through the broker. */
class Exchange implements Requester {
  readonly #dispatcher: Dispatcher
  readonly adapter: Adapter
  readonly request: WireRequest
  readonly connection: Connection
  /** Instant of `performance.now`. */
  readonly startedMs: number
  /** What the request asks for; undefined until it is decoded, and for one that asks for nothing. */
  call: Call | undefined
  #response: WireResponse | Error | undefined

  constructor(
    dispatcher: Dispatcher,
    adapter: Adapter,
    request: WireRequest,
    connection: Connection,
    startedMs: number,
  ) {
    this.#dispatcher = dispatcher
    this.adapter = adapter
    this.request = request
    this.connection = connection
    this.startedMs = startedMs
    this.call = undefined
    this.#response = undefined
  }

  get waiting(): boolean {
    return this.#response === undefined
  }

  get gone(): boolean {
    return this.connection.closed
  }

  /** Words the answer while what the result holds is live. */
  decided(result: Result<ReplyTo<Command>>): void {
    const call = this.call!
    this.#dispatcher.explain(call.command, result)
    try {
      this.#response = call.encode(result)
    } catch (error) {
      this.#response = error instanceof Error ? error : new Error(String(error))
    }
  }

  failed(reason: string): void {
    this.decided(refuse({ kind: 'storageUnavailable', reason }))
  }

  released(): void {
    this.#dispatcher.answer(this, this.#response!)
  }
}

/** Name of the queue or topic that a command is about. */
function aboutOf(command: Command): string | undefined {
  if ('queue' in command) return command.queue.name
  return 'topic' in command ? command.topic.name : undefined
}

/** The path of a request, cut to what a line of the log has room for. */
function pathOf(target: string): string {
  return target.split('?', 1)[0]!.slice(0, 200)
}
