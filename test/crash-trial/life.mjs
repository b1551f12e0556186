import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Calls } from './calls.mjs'
import { FactLedger, TaskLedger } from './fact-ledger.mjs'
import { MessageLedger } from './message-ledger.mjs'
import { MnsClient } from './mns-client.mjs'
import { Recorder } from './recorder.mjs'
import { SqsClient } from './sqs-client.mjs'
import { StartRefused, startTwinmq } from './twinmq-process.mjs'
import { buildWorld } from './world.mjs'

const slowStartMs = 10_000

/** One data file, from its first start on, with all that was answered about it. */
export class Life {
  folder = ''
  file = ''
  #trial
  #durability
  #program
  #ledger
  #facts
  #tasks

  /**
   * @param {{ faults: import('./fault-kinds.mjs').Faults, totals: Record<string, number>, random: object, controlled: boolean }} trial
   * @param {string} program
   * @param {'process' | 'disk'} durability
   */
  constructor(trial, program, durability) {
    this.#trial = trial
    this.#program = program
    this.#durability = durability
    const { report } = trial.faults
    this.#ledger = new MessageLedger(report)
    this.#facts = new FactLedger(report)
    this.#tasks = new TaskLedger(report)
  }

  /** The first start, and what stands all the time. */
  async begin() {
    this.folder = await mkdtemp(join(tmpdir(), 'twinmq-crash-'))
    this.file = join(this.folder, 'data', 'state.json')
    const run = await this.start()
    await buildWorld({ ...run, sqs: run.json })
    return run
  }

  /** A start on the same file. Throws `StartRefused`. */
  async start() {
    const { faults, totals, random, controlled } = this.#trial
    const twinmq = await this.#process(controlled)
    if (twinmq.startMs > slowStartMs) faults.report('slowRestarts', `${Math.round(twinmq.startMs)} ms`)
    twinmq.segments = await this.#segments()
    const calls = new Calls(twinmq.url, faults, totals)
    twinmq.ended.then(({ code, signal }) => {
      if (!calls.dying) faults.report('exits', `it ended by itself with ${code ?? signal}: ${twinmq.errors()}`)
      calls.dying = true
      calls.ended = true
    })
    return {
      twinmq,
      calls,
      random,
      report: faults.report,
      recorder: new Recorder(this.#ledger, faults.report),
      facts: this.#facts,
      tasks: this.#tasks,
      json: new SqsClient(calls, 'json'),
      query: new SqsClient(calls, 'query'),
      mns: new MnsClient(calls),
    }
  }

  async #process(controlled) {
    const { folder, file } = this
    try {
      return await startTwinmq({ program: this.#program, folder, file, durability: this.#durability, controlled })
    } catch (error) {
      if (error instanceof StartRefused) this.#trial.faults.report('restarts', error.message)
      throw error
    }
  }

  /** Whether a snapshot is being written by a run, or was when it ended: it has begun a segment. */
  async folding({ segments }) {
    return (await this.#segments()).some((name) => !segments.includes(name))
  }

  async #segments() {
    const names = await readdir(join(this.folder, 'data')).catch(() => [])
    return names.filter((name) => /\.journal(?:\.\d+)?$/.test(name))
  }

  /** Stops it and looks at what is left: the file alone, and no fault. */
  async stop({ twinmq, calls, report }) {
    calls.ended = true
    calls.dying = true
    twinmq.signal('SIGTERM')
    const { code, signal } = await twinmq.ended
    calls.close()
    if (code !== 0) report('exits', `a stop ended with ${code ?? signal}: ${twinmq.errors()}`)
    const left = await readdir(join(this.folder, 'data'))
    if (left.join() !== 'state.json') report('exits', `a stop left ${left.join(', ')}`)
  }

  async end(run) {
    if (run) {
      run.calls.dying = true
      await run.twinmq.kill()
      run.calls.close()
    }
    await rm(this.folder, { recursive: true, force: true })
  }
}
