import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { reasonOf } from './reason.ts'
import { CommandFailure, exitCodes } from './subcommand.ts'

/** A request to the API of a running twinmq. */
type ApiCall = {
  /** Without a slash at its end. */
  readonly url: string
  readonly method: 'GET' | 'PUT' | 'POST'
  /** With its query. */
  readonly path: string
  readonly body?: Readable
  /** Absent: it is JSON. */
  readonly bodyType?: string
  /** A status that is an answer too, beside those from 200 to 299. */
  readonly alsoStatus?: number
}

/** What a twinmq answers to a call that it refuses. */
export class ApiRefusal extends CommandFailure {
  readonly path: string
  readonly line: number | undefined

  constructor(message: string, path: string, line: number | undefined) {
    super(exitCodes.failed, message)
    this.path = path
    this.line = line
  }
}

/** Nobody answers. */
export class Unreachable extends CommandFailure {
  readonly problem: string

  constructor(problem: string, advice = 'name another with --url, or a file at rest with --data') {
    super(exitCodes.failed, `${problem}. Start it with: twinmq start; or ${advice}.`)
    this.problem = problem
  }
}

/** The answer, whose body is yet to be read. Rejects with `ApiRefusal`, or with `CommandFailure` where no twinmq answers. */
export async function callRunning(call: ApiCall): Promise<IncomingMessage> {
  const answer = await answerTo(call)
  const { statusCode = 0 } = answer
  if ((statusCode >= 200 && statusCode < 300) || statusCode === call.alsoStatus) return answer
  throw refusalIn(await textOf(answer), statusCode, call.url)
}

/** The JSON value of the answer. Rejects as `callRunning`. */
export async function askRunning(call: ApiCall): Promise<unknown> {
  const text = await textOf(await callRunning(call))
  try {
    return JSON.parse(text)
  } catch {
    throw noTwinmq(call.url, 'its answer is not JSON')
  }
}

/** As `askRunning`, for what no file at rest can answer. */
export async function askOnlyRunning(call: ApiCall): Promise<unknown> {
  return askRunning(call).catch((error: unknown) => {
    throw error instanceof Unreachable ? new Unreachable(error.problem, 'name another with --url') : error
  })
}

/** On this machine a certificate that twinmq made for itself will do. */
const onThisMachine = /^https:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::|\/|$)/i

/** The answer can come before the whole body is sent. Rejects with `CommandFailure`. */
function answerTo({ url, method, path, body, bodyType = 'application/json' }: ApiCall): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers: Record<string, string> = body ? { 'Content-Type': bodyType } : {}
    const send = url.startsWith('https:') ? httpsRequest : httpRequest
    const rejectUnauthorized = !onThisMachine.test(url)
    const request = send(`${url}/_twinmq${path}`, { method, headers, agent: false, rejectUnauthorized }, resolve)
    request.on('error', (error) => reject(unreachable(url, error)))
    if (!body) return void request.end()
    let unread: CommandFailure | undefined
    body.once('error', (error) => {
      unread = new CommandFailure(exitCodes.failed, `the document cannot be read: ${error.message}`)
    })
    pipeline(body, request).catch((error: unknown) => reject(unread ?? unreachable(url, error)))
  })
}

/** The body of an answer. Rejects with `CommandFailure` if it breaks off. */
export async function* bytesOf(answer: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* answer
  } catch (error) {
    throw new CommandFailure(exitCodes.failed, `the answer of twinmq broke off: ${reasonOf(error)}`)
  }
}

/** All of the body of an answer. Rejects as `bytesOf`. */
export async function textOf(answer: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bytesOf(answer)) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

function refusalIn(text: string, status: number, url: string): CommandFailure {
  const { message, path, line } = members(text)
  if (typeof message !== 'string') return noTwinmq(url, `it answered ${status}`)
  return new ApiRefusal(message, typeof path === 'string' ? path : '', typeof line === 'number' ? line : undefined)
}

function members(text: string): { readonly [name: string]: unknown } {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

function noTwinmq(url: string, why: string): CommandFailure {
  return new CommandFailure(exitCodes.failed, `what is at ${url} is no twinmq, or one without this call: ${why}`)
}

function unreachable(url: string, error: unknown): Unreachable {
  return new Unreachable(`no twinmq answers at ${url} (${reasonOf(error)})`)
}
