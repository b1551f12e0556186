import type { MoveTaskFailure, MoveTaskStatus } from '../../src/core/move-task.ts'
import type { Ending } from './given.ts'
import { type SlowEngine, unreceived } from './slow-engine.ts'
import { isFifo, type SlowMessage, type SlowQueue } from './slow-queue.ts'

/** One move task, as the rules see it. */
type SlowTask = {
  readonly sourceId: number
  readonly to: string | undefined
  readonly rate: number | undefined
  readonly startedAtMs: number
  readonly toMove: number
  moved: number
  nextAtMs: number
  status: MoveTaskStatus
  failure: MoveTaskFailure | undefined
}

/** What the rules say about move tasks. */
export class SlowTasks {
  readonly #engine: SlowEngine
  /** In order of start. */
  all: SlowTask[] = []

  constructor(engine: SlowEngine) {
    this.#engine = engine
  }

  start(name: string, to: string | undefined, rate: number | undefined): Ending {
    const engine = this.#engine
    const source = engine.find(name)
    if (!source) return 'moveSourceNotFound'
    if (!engine.queues.some(({ redrive }) => redrive?.to === name)) return 'notADeadLetterQueue'
    if (to !== undefined && !engine.find(to)) return 'moveDestinationNotFound'
    if (to === name) return 'moveDestinationIsSource'
    if (to !== undefined && isFifo(to) !== source.fifo) return 'moveDestinationOfOtherType'
    if (this.all.some(({ sourceId, status }) => sourceId === source.id && status === 'running'))
      return 'moveTaskRunning'
    const { nowMs } = engine
    const toMove = source.counts(nowMs).ready
    const times = { startedAtMs: nowMs, nextAtMs: nowMs }
    this.all.push({ sourceId: source.id, to, rate, toMove, moved: 0, status: 'running', failure: undefined, ...times })
    return 'done'
  }

  cancel(name: string, task: SlowTask | undefined): Ending {
    const source = this.#engine.find(name)
    if (!source) return 'moveSourceNotFound'
    if (task?.sourceId !== source.id) return 'moveTaskNotFound'
    if (task.status !== 'running') return 'moveTaskNotRunning'
    task.status = 'cancelled'
    return 'done'
  }

  /** Moves all that is due. */
  step(): void {
    for (const task of this.all)
      while (task.status === 'running' && task.nextAtMs <= this.#engine.nowMs) this.#stepOne(task)
  }

  nextSteps(): number[] {
    return this.all.filter(({ status }) => status === 'running').map(({ nextAtMs }) => nextAtMs)
  }

  #stepOne(task: SlowTask): void {
    const engine = this.#engine
    const name = engine.queues.find(({ id }) => id === task.sourceId)?.name
    const source = name === undefined ? undefined : engine.find(name)
    const message = source?.ready(engine.nowMs)[0]
    if (!source || !message) {
      end(task, source ? 'completed' : 'failed', source ? undefined : 'queueNotFound')
      return
    }
    const target = this.#targetOf(task, message)
    if (typeof target === 'string') {
      end(task, 'failed', target)
      return
    }

    source.remove(message, [engine.nowMs, engine.command])
    const times = { sentAtMs: engine.nowMs, visibleAtMs: engine.nowMs, visibleBy: engine.command }
    target.add({ ...message, ...unreceived, ...times } satisfies SlowMessage)
    task.moved += 1
    if (task.rate !== undefined) task.nextAtMs = task.startedAtMs + Math.ceil((task.moved * 1_000) / task.rate)
    const done = task.moved >= task.toMove && source.ready(engine.nowMs).length === 0
    if (done) end(task, 'completed')
  }

  #targetOf(task: SlowTask, message: SlowMessage): SlowQueue | MoveTaskFailure {
    const to = task.to ?? message.movedFrom
    return to === undefined ? 'sourceUnknown' : (this.#engine.find(to) ?? 'queueNotFound')
  }
}

function end(task: SlowTask, status: MoveTaskStatus, failure?: MoveTaskFailure): void {
  task.status = status
  task.failure = failure
}
