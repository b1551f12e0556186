import {
  type InitScript,
  type InitScriptState,
  type InitStage,
  type InitStages,
  initStages,
} from '../localstack/init-state.ts'
import type { Log } from '../log.ts'
import { findScripts, type HookScript } from './find-scripts.ts'
import type { Environment } from './hook-environment.ts'
import type { HookProcess } from './hook-process.ts'
import { type Doubt, doubtOf, shellWords } from './script-safety.ts'

/** Settings of all stages. */
type InitHooksOptions = {
  /** Folders that have `boot.d`, `start.d`, `ready.d` and `shutdown.d`; each can be missing. */
  readonly folders: readonly string[]
  readonly log: Log
  /** Refuse scripts that every user can write to; absent: they run, and the log says so. */
  readonly strictFiles?: boolean
  /** Real time after which the log reports a script that still runs; absent: a minute. */
  readonly stillRunningAfterMs?: number
  /** Real time for all scripts of the stage SHUTDOWN; absent: eight seconds. */
  readonly shutdownWithinMs?: number
}

type Found = HookScript & { state: InitScriptState }

/** `docker stop` waits ten seconds, so this leaves two for saving. */
const defaultShutdownMs = 8_000

/**
 * Runs the scripts of users at the stages of a start and a stop, one after the other. If a script fails, the log says so
 * and the next one runs. Source: LocalStack documentation, Initialization Hooks.
 */
export class InitHooks implements InitStages {
  readonly #options: InitHooksOptions
  readonly #scripts: Record<InitStage, readonly Found[]>
  readonly #completed = new Set<InitStage>()
  readonly #processes = new Set<HookProcess>()
  #stopping = false
  /** Number of the start whose scripts run. */
  #round = 0
  /** The time for the stage SHUTDOWN is over. */
  #cut = false

  constructor(options: InitHooksOptions) {
    this.#options = options
    const [BOOT, START, READY, SHUTDOWN] = initStages.map((stage) => this.#find(stage))
    this.#scripts = { BOOT: BOOT!, START: START!, READY: READY!, SHUTDOWN: SHUTDOWN! }
  }

  /** Whether `stop` was called, or `kill`. */
  get ending(): boolean {
    return this.#stopping
  }

  completed(stage: InitStage): boolean {
    return this.#completed.has(stage)
  }

  scripts(): readonly InitScript[] {
    return initStages.flatMap((stage) =>
      this.#scripts[stage].map(({ name, state }) => ({ stage, name: name.slice(name.lastIndexOf('/') + 1), state })),
    )
  }

  /** Runs the scripts of a stage to their end. `stop` ends earlier stages. */
  async run(stage: InitStage, environment: Environment): Promise<void> {
    // Read again, because a script of an earlier stage may have added some.
    const scripts = this.#find(stage, (folder, reason) =>
      this.#options.log.error(`scripts in ${folder} do not run: ${reason}; make it readable for all (chmod 755)`),
    )
    this.#scripts[stage] = scripts
    this.#completed.delete(stage)
    const round = this.#round
    const isOver = () => this.#isOver(stage) || (stage !== 'SHUTDOWN' && round !== this.#round)
    const doubts = new Map(scripts.map((script) => [script, doubtOf(script.file, script.folder)]))
    this.#report(doubts)
    for (const script of scripts) {
      if (isOver()) return
      if (this.#refuses(doubts.get(script))) script.state = 'ERROR'
      else await this.#runOne(script, environment)
    }
    if (!isOver()) this.#completed.add(stage)
  }

  /** Ends what still runs, and runs the scripts of the stages START and READY again, as for a new start. */
  async again(environment: Environment): Promise<void> {
    this.#round += 1
    await this.#end()
    await this.run('START', environment)
    await this.run('READY', environment)
  }

  /** Ends what still runs, then runs the scripts of the stage SHUTDOWN; one that takes too long is ended. */
  async stop(environment: Environment): Promise<void> {
    this.#stopping = true
    await this.#end()
    const cut = setTimeout(() => {
      this.#options.log.error('scripts of shutdown.d took too long and were ended')
      this.#cut = true
      void this.#end()
    }, this.#options.shutdownWithinMs ?? defaultShutdownMs)
    await this.run('SHUTDOWN', environment)
    clearTimeout(cut)
    await this.#end()
  }

  /** Ends all scripts at once, for a process that exits. */
  kill(): void {
    this.#stopping = true
    this.#cut = true
    for (const running of this.#processes) running.kill()
  }

  #find(stage: InitStage, unreadable: (folder: string, reason: string) => void = () => {}): readonly Found[] {
    return findScripts(this.#options.folders, stage, unreadable).map((script) => ({ ...script, state: 'UNKNOWN' }))
  }

  #refuses(doubt: Doubt | undefined): boolean {
    return doubt === 'foreign' || (doubt === 'writable' && this.#options.strictFiles === true)
  }

  /** One line for all that every user can write to, and one for those of strangers. */
  #report(doubts: ReadonlyMap<Found, Doubt | undefined>): void {
    const { log } = this.#options
    const filesOf = (kind: Doubt) => [...doubts].flatMap(([{ file }, doubt]) => (doubt === kind ? [file] : []))
    const writable = filesOf('writable')
    if (writable.length > 0) {
      const mend = `every user can write to it: chmod o-w ${shellWords(writable)}`
      if (this.#options.strictFiles) log.error(`not run with --strict-init-files, because ${mend}`)
      else log.warn(`a script can be changed by others, because ${mend}`)
    }
    const foreign = filesOf('foreign')
    if (foreign.length === 0) return
    log.error(
      `not run, because it is in a folder that every user can write to, and belongs neither to root, to this user nor to the owner of that folder: ${shellWords(foreign)}`,
    )
  }

  #isOver(stage: InitStage): boolean {
    return stage === 'SHUTDOWN' ? this.#cut : this.#stopping
  }

  async #end(): Promise<void> {
    await Promise.all([...this.#processes].map((running) => running.end()))
  }

  async #runOne(script: Found, environment: Environment): Promise<void> {
    const { log, stillRunningAfterMs = 60_000 } = this.#options
    // Loaded late, because most starts have no scripts.
    const { HookProcess } = await import('./hook-process.ts')
    script.state = 'RUNNING'
    log.debug(`${script.name} begins`)
    const running = new HookProcess(script, environment, (line) => log.info(`${script.name}: ${line}`))
    this.#processes.add(running)
    const notice = setTimeout(
      () => log.warn(`${script.name} still runs, and the next scripts wait for it`),
      stillRunningAfterMs,
    )
    const problem = await running.ended
    clearTimeout(notice)
    script.state = problem === undefined ? 'SUCCESSFUL' : 'ERROR'
    if (problem !== undefined) log.error(`${script.name} failed: ${problem}`)
    else log.debug(`${script.name} has ended`)
  }
}
