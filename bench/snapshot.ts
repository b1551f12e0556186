// The file store alone, in a process of its own for each job. Arguments: the job, the document, how many messages of 500
// bytes. Prints what it measured as JSON. `load` needs --expose-gc.
import { readFileSync, statSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Entry } from '../src/core/events/event.ts'
import { FileStore } from '../src/store/file-store.ts'
import { LoopWatch } from './loop-watch.ts'
import { Engine, Subject } from './subject.ts'

const [job = '', file = '', messages = 0] = process.argv.slice(2).map((text, at) => (at === 2 ? Number(text) : text))
const sendsATurn = 64

function open(): FileStore {
  return new FileStore({ file: String(file), durability: 'process', namespace: 'isolated' })
}

const jobs: { readonly [name: string]: () => Promise<object> } = { save, load, journal }

/** One queue whose changes go to a store, as the broker has them go. */
class Recorder {
  readonly engine = new Engine()
  readonly subject: Subject
  readonly #store: FileStore
  #turn: Entry[] = []

  constructor(store: FileStore) {
    this.#store = store
    this.engine.onEvents = (events) =>
      this.#turn.push({ sequence: this.engine.state.sequence, atMs: this.engine.nowMs, events })
    this.subject = new Subject(this.engine, 'bench')
  }

  async fill(messages: number): Promise<void> {
    for (let sent = 0; sent < messages; sent++) {
      this.subject.send(this.engine.newBody())
      if (this.#turn.length === sendsATurn) await this.#flush()
    }
    await this.#flush()
  }

  /**
   * Sends, receives and deletes about a thousand times a second until something has ended; resolves to how often. Much more
   * would measure the table of messages by sequence, which stands still to grow when 1,048,576 were put into it.
   */
  async workUntil(end: Promise<unknown>): Promise<number> {
    let ended = false
    const noted = end.finally(() => {
      ended = true
    })
    let cycles = 0
    for (; !ended; cycles++) {
      this.subject.send(this.engine.newBody())
      this.subject.delete(this.subject.receive(30_000))
      await this.#flush()
      await pause(1)
    }
    await noted
    return cycles
  }

  async #flush(): Promise<void> {
    const entries = this.#turn
    this.#turn = []
    await this.#store.append(entries)
  }
}

/** Saves a state of so many messages while work goes on, and the loop is watched. */
async function save(): Promise<object> {
  const store = open()
  await store.load()
  const recorder = new Recorder(store)
  await recorder.fill(Number(messages))
  await settle()
  const beforeBytes = process.memoryUsage.rss()
  const watch = new LoopWatch()
  const startMs = performance.now()
  const cycles = await recorder.workUntil(store.saveSnapshot(recorder.engine.state))
  const seconds = (performance.now() - startMs) / 1_000
  const { peakRssBytes, ...figures } = await watch.stop()
  await store.close()
  const fileBytes = statSync(String(file)).size
  return { seconds, ...figures, growthBytes: peakRssBytes - beforeBytes, fileBytes, cycles }
}

/** Loads the file. */
async function load(): Promise<object> {
  const store = open()
  const startMs = performance.now()
  const before = process.cpuUsage()
  const { state } = await store.load()
  const seconds = (performance.now() - startMs) / 1_000
  const { user, system } = process.cpuUsage(before)
  const peakBytes = highestRssBytes()
  await settle()
  global.gc?.()
  await settle()
  const finalBytes = process.memoryUsage.rss()
  let found = 0
  for (const queue of state.queues.values()) found += queue.messages.size
  await store.close()
  return { seconds, cpuSeconds: (user + system) / 1e6, peakBytes, finalBytes, messages: found }
}

/** Leaves a journal of so many sends, as a process that was killed does. */
async function journal(): Promise<object> {
  const store = open()
  await store.load()
  await new Recorder(store).fill(Number(messages))
  return { journalBytes: statSync(`${file}.journal`).size }
}

/** Lets the loop come to rest. */
async function settle(): Promise<void> {
  await pause(500)
}

/** The most resident memory so far; NaN where there is no /proc. Source: Linux, proc(5), /proc/pid/status. */
function highestRssBytes(): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1_024
  } catch {
    return Number.NaN
  }
}

const run = jobs[job]
if (run === undefined) throw new Error(`There is no job ${job}.`)
console.log(JSON.stringify(await run()))
process.exit(0)
