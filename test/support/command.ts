import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'

const command = resolve('dist/cli.js')

/** How a process ended. */
type Exit = { readonly code: number | null; readonly signal: string | null }

type Surroundings = {
  readonly variables?: Readonly<Record<string, string>>
  readonly folder?: string
  /** What comes on its standard input. */
  readonly input?: string
  /** Absent: the one that was built. */
  readonly program?: string
}

/** The built command in a process of its own, with no variables but those a test gives. */
export class Command {
  stdout = ''
  stderr = ''
  readonly exited: Promise<Exit>
  readonly #child: ChildProcess
  #changed: () => void = () => {}
  #exit: Exit | undefined

  /** Killed when the test is finished, if it has not ended by then. */
  constructor(
    flags: readonly string[],
    { variables = {}, folder = newFolder(), input, program = command }: Surroundings = {},
  ) {
    this.#child = spawn(process.execPath, [program, ...flags], { cwd: folder, env: { ...variables } })
    this.#child.stdin?.end(input ?? '')
    this.#child.stdout?.on('data', (bytes: Buffer) => this.#keep('stdout', bytes))
    this.#child.stderr?.on('data', (bytes: Buffer) => this.#keep('stderr', bytes))
    this.exited = new Promise((done) => {
      this.#child.on('close', (code, signal) => {
        this.#exit = { code, signal }
        done(this.#exit)
        this.#changed()
      })
    })
    onTestFinished(async () => {
      this.#child.kill('SIGKILL')
      await this.exited
    })
  }

  /** Runs it to its end. */
  static async run(flags: readonly string[], surroundings?: Surroundings): Promise<Command & { code: number | null }> {
    const run = new Command(flags, surroundings)
    const { code } = await run.exited
    return Object.assign(run, { code })
  }

  /** Starts it on a free port and waits until it says that it is ready. */
  static async start(flags: readonly string[], surroundings?: Surroundings): Promise<Command> {
    const started = new Command(['--port', '0', ...flags], surroundings)
    await started.#untilReady()
    return started
  }

  /** The port it says it listens on. */
  get port(): number {
    return Number(/http:\/\/127\.0\.0\.1:(\d+)/.exec(this.stdout)?.[1])
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal)
  }

  async #untilReady(): Promise<void> {
    while (!/^Ready\.$/m.test(this.stdout)) {
      if (this.#exit) throw new Error(`ended with ${this.#exit.code}: ${this.stderr}`)
      await new Promise<void>((done) => {
        this.#changed = done
      })
    }
  }

  #keep(stream: 'stdout' | 'stderr', bytes: Buffer): void {
    this[stream] += bytes.toString('utf8')
    this.#changed()
  }
}

/** An empty folder, removed when the test is finished. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'twinmq-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
