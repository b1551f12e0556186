import { fileURLToPath } from 'node:url'
import { loadCore } from './pinning.mjs'
import { Worker } from './worker.mjs'

const load = fileURLToPath(new URL('load.mjs', import.meta.url))

/** The process that makes the load, seen from the one that directs it. */
export class LoadGenerator {
  #worker = new Worker(loadCore, [load])

  /**
   * One burst against a server: `operation` is a name of the table in plans.mjs, `protocol` one of that in requests.mjs;
   * it lasts `milliseconds` or until `requests` were answered, over TLS with `tls`. Resolves to what `runBurst` tells.
   */
  burst(server, queue, job) {
    return this.#worker.ask({ kind: 'burst', port: server.port, serverPid: server.pid, queue, ...job })
  }

  /** Resolves to `samples` wake-up times of a long poll, in milliseconds. */
  wakeUps(server, queue, job) {
    return this.#worker.ask({ kind: 'wakeUps', port: server.port, queue, ...job })
  }

  stop() {
    this.#worker.stop()
  }
}
