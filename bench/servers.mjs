import { spawn } from 'node:child_process'
import { existsSync, ftruncateSync, mkdtempSync, openSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { nodeOn, serverCore } from './pinning.mjs'

const bareServer = fileURLToPath(new URL('bare-server.mjs', import.meta.url))
const libraryServer = fileURLToPath(new URL('library-server.mjs', import.meta.url))
const program = fileURLToPath(new URL('../dist/cli.js', import.meta.url))
const startLimitMs = 30_000
const running = new Set()

/** How the program keeps its state: the arguments for it, given a folder. `journal` is its default with a file. */
const stores = {
  memory: () => ['--memory'],
  journal: (folder) => ['--data', join(folder, 'state.json')],
}

/** Names of the stores, in the order of the tables. */
export const storeNames = Object.keys(stores)

/** Starts the bare server. */
export function startBare(folder) {
  return start('bare', [bareServer], mkdtempSync(join(folder, 'bare-')))
}

/** Starts the program as shipped: default log level, stderr to a file, any free port. `flags` are further options. */
export function startTwinmq(folder, store, flags = []) {
  const home = mkdtempSync(join(folder, `${store}-`))
  return start(store, [program, '--port', '0', ...stores[store](home), ...flags], home)
}

/** Starts a program that has a twinmq in its own process. */
export function startLibrary(folder) {
  return start('library', [libraryServer], mkdtempSync(join(folder, 'library-')))
}

/** Starts the program on a document that may be there already. */
export function startTwinmqOn(file) {
  return start('journal', [program, '--port', '0', '--data', file], dirname(file))
}

/** Ends every server that still runs, at once: their data is not needed. */
export function killServers() {
  for (const child of running) child.kill('SIGKILL')
}

async function start(name, args, home) {
  const log = openSync(join(home, 'stderr.log'), 'a')
  const [command, ...rest] = nodeOn(serverCore, args)
  const spawnedAt = performance.now()
  // No variable of ours may change what is measured, and no configuration file may be found.
  const env = { PATH: process.env.PATH, HOME: home }
  const child = spawn(command, rest, { cwd: home, env, stdio: ['ignore', 'pipe', log] })
  running.add(child)
  const exited = new Promise((resolve) => child.once('exit', resolve))
  exited.then(() => running.delete(child))
  const port = await portOnceReady(child, join(home, 'stderr.log'))
  const readyMs = performance.now() - spawnedAt
  return new Server({ name, child, exited, port, log, spawnedAt, readyMs })
}

/** Reads the banner up to `Ready.` and takes the port from the first address in it. */
function portOnceReady(child, logFile) {
  return new Promise((resolve, reject) => {
    let banner = ''
    const timer = setTimeout(() => fail('did not say `Ready.`'), startLimitMs)
    const fail = (what) => {
      clearTimeout(timer)
      reject(new Error(`a server ${what}: ${banner}${readFileSync(logFile, 'utf8').slice(0, 2000)}`))
    }
    child.once('error', (error) => fail(error.message))
    child.once('exit', (code) => fail(`ended with code ${code}`))
    child.stdout.on('data', (chunk) => {
      banner += chunk
      if (!/^Ready\.$/m.test(banner)) return
      clearTimeout(timer)
      const port = /https?:\/\/[^\s/]*:(\d+)/.exec(banner)?.[1]
      if (port) resolve(Number(port))
      else fail('said no address')
    })
  })
}

/** A server that runs. `spawnedAt` is an instant of `performance.now()`, `readyMs` the time from there to its `Ready.`. */
class Server {
  #log
  #child
  #exited

  constructor({ name, child, exited, port, log, spawnedAt, readyMs }) {
    this.name = name
    this.bare = name === 'bare'
    this.port = port
    this.pid = child.pid
    this.spawnedAt = spawnedAt
    this.readyMs = readyMs
    this.#child = child
    this.#exited = exited
    this.#log = log
  }

  /** Makes a queue, as any SQS client would, and says how to reach it: `{ name, url, bare }`. */
  async createQueue(name, Attributes = {}) {
    const { QueueUrl } = await this.#sqs('CreateQueue', { QueueName: name, Attributes })
    return { name, url: QueueUrl ?? `http://127.0.0.1:${this.port}/000000000000/${name}`, bare: this.bare }
  }

  /** Empties the server and its log, so that neither grows from burst to burst. */
  async reset() {
    ftruncateSync(this.#log)
    if (!this.bare) await this.#call('/_twinmq/reset', {}, '')
  }

  /** Resident memory in bytes; NaN where there is no /proc. Source: Linux, proc(5), /proc/pid/status. */
  residentBytes() {
    const file = `/proc/${this.pid}/status`
    if (!existsSync(file)) return Number.NaN
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(file, 'utf8'))[1]) * 1024
  }

  async stop() {
    this.#child.kill('SIGKILL')
    await this.#exited
  }

  async #sqs(action, input) {
    const headers = { 'X-Amz-Target': `AmazonSQS.${action}`, 'Content-Type': 'application/x-amz-json-1.0' }
    const text = await this.#call('/', headers, JSON.stringify(input))
    return JSON.parse(text)
  }

  async #call(path, headers, body) {
    const answer = await fetch(`http://127.0.0.1:${this.port}${path}`, { method: 'POST', headers, body })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`)
    return text
  }
}
