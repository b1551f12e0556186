import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { InexpressibleCall } from './harness.mjs'

/** A call that failed, as the program of the other language tells it: `kind` is the class it caught, `causes` what lay behind. */
class CallError extends Error {
  constructor({ kind, code, causes, message }) {
    super(`${kind} ${code ?? causes}: ${message}`)
    this.kind = kind
    this.code = code
    this.causes = causes ?? []
  }
}

/**
 * Starts a program that makes the calls of its language's SDK, and returns what looks like a client: each method takes
 * the input of the action and promises its output. Calls are JSON documents, one a line; answers come in any order.
 *
 * @param {readonly string[]} command
 * @param {(document: Record<string, unknown>) => void} [hear] is given what the program tells without being asked
 */
export function startBridge([program, ...words], hear) {
  const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'inherit'] })
  const open = new Map()
  let ended
  const end = (why) => {
    ended = new Error(`${program} ended: ${why}`)
    for (const { reject } of open.values()) reject(ended)
  }
  child.on('error', (error) => end(error.message))
  child.on('exit', (code, signal) => end(code ?? signal))
  child.stdin.on('error', () => {}) // told by its exit
  createInterface({ input: child.stdout }).on('line', (line) => take(open, hear, JSON.parse(line, decoded)))

  let last = 0
  const call = (action, input) =>
    new Promise((resolve, reject) => {
      if (ended) throw ended
      last += 1
      open.set(last, { action, resolve, reject })
      child.stdin.write(`${JSON.stringify({ n: last, action, input: encoded(input) })}\n`)
    })
  return new Proxy({}, { get: (_target, name) => (input) => call(`${name[0].toUpperCase()}${name.slice(1)}`, input) })
}

function take(open, hear, document) {
  const { n, output, error, inexpressible } = document
  if (n === undefined) return hear(document)
  const { action, resolve, reject } = open.get(n)
  open.delete(n)
  if (inexpressible) reject(new InexpressibleCall(inexpressible))
  else if (error) reject(new CallError(error))
  else resolve(renamed(action, output ?? {}))
}

/** Bytes go as base64. */
function encoded(value) {
  if (Buffer.isBuffer(value)) return value.toString('base64')
  if (Array.isArray(value)) return value.map(encoded)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, encoded(member)]))
}

/** What is null in another language is absent here. */
function decoded(name, value) {
  if (value === null || name === 'ResultMetadata') return undefined
  return name === 'BinaryValue' ? Buffer.from(value, 'base64') : value
}

/** The one member that the API spells in lower case, and most languages do not. */
function renamed(action, output) {
  if (action !== 'ListDeadLetterSourceQueues') return output
  return { queueUrls: output.queueUrls ?? output.QueueUrls, NextToken: output.NextToken }
}
