import { readdirSync, readFileSync } from 'node:fs'
import { Connection } from './connection.mjs'

/**
 * Keeps `connections` connections busy with a plan, one request under way on each, for `milliseconds` or until
 * `requests` were answered, and tells what got done:
 * `{ requests, seconds, serverBusy, loadBusy }`, the last two as shares of one core (undefined where the system does not tell).
 * Every connection finishes its round of the plan, uncounted, which leaves the queue as it was. Rejects at the first answer that is not 2xx.
 */
export async function runBurst(plan, job) {
  const burst = new Burst(plan, job)
  return burst.run()
}

class Burst {
  #plan
  #job
  #answered = 0
  #wanted
  #over = false
  #figures
  #start
  #running = 0
  #settle

  constructor(plan, job) {
    this.#plan = plan
    this.#job = job
    this.#wanted = job.requests ?? Number.POSITIVE_INFINITY
  }

  async run() {
    const walkers = Array.from({ length: this.#job.connections }, (_, number) => new Walker(this, this.#plan, number))
    await Promise.all(walkers.map((walker) => walker.open(this.#job.port, this.#job.tls)))
    const done = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
    })
    this.#start = readings(this.#job.serverPid)
    this.#running = walkers.length
    const timer = setTimeout(() => this.#stop(), this.#job.milliseconds ?? 600_000)
    for (const walker of walkers) walker.step()
    try {
      await done
    } finally {
      clearTimeout(timer)
      for (const walker of walkers) walker.close()
    }
    return this.#figures
  }

  /** One more answer came. True once the burst is over. */
  count() {
    if (this.#over) return true
    this.#answered += 1
    if (this.#answered >= this.#wanted) this.#stop()
    return this.#over
  }

  left() {
    this.#running -= 1
    if (this.#running === 0) this.#settle.resolve()
  }

  fail(error) {
    this.#settle?.reject(error)
  }

  #stop() {
    if (this.#over) return
    this.#over = true
    const end = readings(this.#job.serverPid)
    const seconds = (end.ns - this.#start.ns) / 1e9
    this.#figures = {
      requests: this.#answered,
      seconds,
      serverBusy: end.serverNs === undefined ? undefined : (end.serverNs - this.#start.serverNs) / 1e9 / seconds,
      loadBusy: (end.loadNs - this.#start.loadNs) / 1e9 / seconds,
    }
  }
}

/** One connection on its way through the plan. */
class Walker {
  #burst
  #plan
  #connection
  #at = 0
  #turn
  #handle

  constructor(burst, plan, number) {
    this.#burst = burst
    this.#plan = plan
    this.#turn = number * 7
    this.#connection = new Connection(
      (answer) => this.#answered(answer),
      (error) => burst.fail(error),
    )
  }

  open(port, tls) {
    return this.#connection.open(port, tls)
  }

  close() {
    this.#connection.close()
  }

  step() {
    this.#connection.write(this.#plan[this.#at].request(this.#turn, this.#handle))
  }

  #answered(answer) {
    const { handleIn } = this.#plan[this.#at]
    if (handleIn) {
      this.#handle = handleIn(answer)
      if (this.#handle === undefined) return this.#burst.fail(noMessage(answer))
    }
    this.#at += 1
    const over = this.#burst.count()
    if (this.#at === this.#plan.length) {
      this.#at = 0
      this.#turn += 1
      if (over) return this.#burst.left()
    }
    this.step()
  }
}

/** What to say of a receive that brought nothing. */
export function noMessage(answer) {
  return new Error(`no message in the answer to a receive: ${answer.toString('latin1', 0, 2000)}`)
}

function readings(serverPid) {
  const load = process.cpuUsage()
  return {
    ns: Number(process.hrtime.bigint()),
    loadNs: (load.user + load.system) * 1000,
    serverNs: processorNs(serverPid),
  }
}

/** Time that all threads of a process have spent on a processor, in nanoseconds. Source: Linux kernel, Documentation/scheduler/sched-stats. */
function processorNs(pid) {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    const times = threads.map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1'))
    return times.reduce((sum, text) => sum + Number.parseInt(text, 10), 0)
  } catch {
    return undefined
  }
}
