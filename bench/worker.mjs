import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { nodeOn } from './pinning.mjs'

/**
 * A child process on a core of its own that does one job at a time. It answers each message from its parent with one
 * message, `{ value }` or `{ error }`, and ends when the parent hangs up.
 */
export class Worker {
  #child

  /** `args`: flags of Node.js, the module to run and its arguments. */
  constructor(core, args) {
    const [command, ...rest] = nodeOn(core, args)
    this.#child = spawn(command, rest, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  }

  /** Resolves to the value of the answer. Rejects with the error it tells, or if the process has ended. */
  async ask(job) {
    const waiting = new AbortController()
    const answered = once(this.#child, 'message', waiting)
    const ended = once(this.#child, 'exit', waiting).then(() => [{ error: 'a child process ended' }])
    this.#child.send(job)
    const [answer] = await Promise.race([answered, ended])
    waiting.abort()
    if (answer.error) throw new Error(answer.error)
    return answer.value
  }

  stop() {
    if (this.#child.connected) this.#child.disconnect()
  }
}
