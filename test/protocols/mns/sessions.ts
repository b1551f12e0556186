import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'

/** A session of a real client, byte by byte; every receipt in it is one that twinmq gave out in that session. */
export type Session = {
  readonly client: string
  readonly source: string
  /** Calls by which others made what this client cannot make. */
  readonly before?: readonly string[]
  readonly steps: readonly SessionStep[]
}

type SessionStep = {
  readonly name: string
  /** Line and headers as they came, with line feeds for line ends. */
  readonly head: string
  /** What followed the empty line. Absent: nothing. */
  readonly body?: string
  readonly status: number
  /** Texts of all elements of a name, in order. */
  readonly texts?: Readonly<Record<string, readonly string[]>>
}

/** A request as the API is asked. */
type RecordedRequest = {
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

const folder = new URL('../../../fixtures/mns/clients/', import.meta.url)

/** When the sessions were recorded. */
export const recordedAtMs = Date.UTC(2026, 10, 30, 12, 15)

/** Every session, with the name of its file. */
export const sessions: readonly (readonly [string, Session])[] = readdirSync(folder)
  .sort()
  .map((file) => [file, parse(readFileSync(new URL(file, folder), 'utf8'))])

/** What a client wrote. The server takes an absolute target apart before it asks the API. */
export function requestOf({ head, body = '' }: SessionStep): RecordedRequest {
  const [line = '', ...fields] = head.split('\n')
  const [method = '', target = ''] = line.replace(/ http:\/\/[^/]+/, ' ').split(' ')
  const headers = fields.map((field) => [field.slice(0, field.indexOf(':')), field.slice(field.indexOf(':') + 2)])
  return { method, target, headers: Object.fromEntries(headers), body: Buffer.from(body) }
}
