import type { LogLevel } from './config/options.ts'
import { logLevels } from './config/options.ts'

/** Takes lines for people. */
export interface Log {
  error(message: string): void
  warn(message: string): void
  info(message: string): void
  debug(message: string): void
  /** One line for an answered request. */
  request(request: LoggedRequest): void
}

/** A request, as the log shows it. */
export type LoggedRequest = {
  /** `sqs`, `mns` or `twinmq`. */
  readonly api: string
  readonly action: string
  /** The queue it names, if any. */
  readonly queue: string | undefined
  readonly status: number
  /** Error code, if it failed. */
  readonly code: string | undefined
  readonly tookMs: number
}

/** A log that writes nothing. */
export const silentLog: Log = { error() {}, warn() {}, info() {}, debug() {}, request() {} }

/** A log whose `flush` writes the last lines at once, before the program ends. */
type LineLog = Log & { flush(): void }

/** A log that writes the lines of one turn of the event loop together. `colour`: the word for a level in lines of text. */
export function lineLog(
  level: LogLevel,
  format: 'text' | 'json',
  write: (text: string) => void,
  colour: (severity: LogLevel) => string = (severity) => severity,
): LineLog {
  const enabled = logLevels.indexOf(level)
  let lines = ''
  const flush = (): void => {
    const text = lines
    lines = ''
    if (text !== '') write(text)
  }
  const add = (line: string): void => {
    if (lines === '') setImmediate(flush)
    lines += line
  }
  const at = (severity: LogLevel) => {
    if (logLevels.indexOf(severity) > enabled) return () => {}
    const word = colour(severity)
    return (message: string): void => add(format === 'json' ? jsonLine(severity, message) : textLine(word, message))
  }
  const requestLine = format === 'json' ? jsonRequest : textRequest
  return {
    flush,
    error: at('error'),
    warn: at('warn'),
    info: at('info'),
    debug: at('debug'),
    request: enabled >= logLevels.indexOf('info') ? (request) => add(requestLine(request)) : () => {},
  }
}

let stampedMs = 0
let stamp = ''

/** The present as ISO 8601 text, made once a millisecond. */
function timeText(): string {
  const nowMs = Date.now()
  if (nowMs !== stampedMs) {
    stampedMs = nowMs
    stamp = new Date(nowMs).toISOString()
  }
  return stamp
}

/** Nearly every name matches this. It is checked first, because each request is logged. */
const plain = /^[\w.-]*$/

/** Replaces control characters, so that a line stays one line. */
function oneLine(text: string): string {
  return plain.test(text) ? text : text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
}

function textLine(severity: string, message: string): string {
  return `${timeText()} ${severity} ${oneLine(message)}\n`
}

function jsonLine(severity: LogLevel, message: string): string {
  return jsonText({ time: timeText(), level: severity, message })
}

function textRequest({ api, action, queue, status, code, tookMs }: LoggedRequest): string {
  const about = queue === undefined ? '' : ` ${oneLine(queue)}`
  const failure = code === undefined ? '' : ` ${code}`
  return `${timeText()} info ${api} ${action}${about} ${status}${failure} ${tookMs.toFixed(1)}ms\n`
}

function jsonRequest(request: LoggedRequest): string {
  return jsonText({ time: timeText(), level: 'info', ...request, tookMs: Math.round(request.tookMs * 1_000) / 1_000 })
}

/** One line of JSON in which control characters are escaped that JSON allows. */
function jsonText(value: object): string {
  return `${JSON.stringify(value).replace(/[\p{Cc}\u2028\u2029]/gu, escaped)}\n`
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
