import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { HookScript } from './find-scripts.ts'
import type { Environment } from './hook-environment.ts'

/** Real time between SIGTERM and SIGKILL. */
const endWithinMs = 500
/** Real time to wait for the last lines of a script that has ended. */
const lastLinesWithinMs = 200

/** One run of a script, in a process group of its own. */
export class HookProcess {
  /** Resolves when the script has ended, with its problem; undefined: it succeeded. */
  readonly ended: Promise<string | undefined>
  readonly #child: ChildProcess
  /** After the script has ended, its children may still hold its output. */
  #holdsOutput = true

  constructor(script: HookScript, environment: Environment, line: (text: string) => void) {
    const [command, ...words] = script.file.endsWith('.py') ? ['python3', '-u', script.file] : [script.file]
    this.#child = spawn(command!, words, {
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    this.#child.once('close', () => {
      this.#holdsOutput = false
    })
    for (const stream of [this.#child.stdout, this.#child.stderr])
      if (stream) createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }).on('line', line)
    this.ended = this.#outcome(script)
  }

  /** Ends the script and its children: first with SIGTERM, then with SIGKILL. */
  async end(): Promise<void> {
    if (!this.#signal('SIGTERM')) return
    const insist = setTimeout(() => this.#signal('SIGKILL'), endWithinMs)
    await this.ended
    clearTimeout(insist)
    this.#signal('SIGKILL')
  }

  /** Ends it at once, with SIGKILL. */
  kill(): void {
    this.#signal('SIGKILL')
  }

  #outcome(script: HookScript): Promise<string | undefined> {
    return new Promise((resolve) => {
      this.#child.once('error', (error: NodeJS.ErrnoException) => resolve(notStarted(script, error)))
      this.#child.once('exit', (code, signal) => {
        const problem = code === 0 ? undefined : signal === null ? `exit code ${code}` : `ended by ${signal}`
        const settle = () => resolve(problem)
        const wait = setTimeout(settle, lastLinesWithinMs)
        this.#child.once('close', () => {
          clearTimeout(wait)
          settle()
        })
      })
    })
  }

  /** Signals the whole group; false: nothing of it is left. */
  #signal(signal: NodeJS.Signals): boolean {
    const { pid } = this.#child
    if (pid === undefined || !this.#holdsOutput) return false
    try {
      process.kill(-pid, signal)
      return true
    } catch {
      return false
    }
  }
}

function notStarted({ file }: HookScript, { code, message }: NodeJS.ErrnoException): string {
  if (file.endsWith('.py') && code === 'ENOENT')
    return 'python3 is not installed: write it as .sh, or add Python in a Dockerfile of your own (RUN apt-get update && apt-get install -y python3)'
  if (code === 'EACCES') return 'it cannot be run: chmod 755 it, or mount it from a file system that allows programs'
  if (code === 'ENOENT')
    return `its first line names a program that does not exist here: ${JSON.stringify(firstLine(file))}`
  return message
}

/** The line that names the interpreter. It is shown because a carriage return at its end is a common mistake. */
function firstLine(file: string): string {
  try {
    const opened = openSync(file, 'r')
    try {
      const start = Buffer.alloc(200)
      const bytes = readSync(opened, start)
      return start.toString('latin1', 0, bytes).split('\n')[0]!
    } finally {
      closeSync(opened)
    }
  } catch {
    return ''
  }
}
