import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { nextDue } from '../../src/core/rules/due.ts'
import { addressOf, type TestEngine } from '../support/given.ts'
import { howOften, patienceMs } from '../support/how-often.ts'
import { queueNames, runs, type Step } from '../support/random-steps.ts'
import { SlowEngine } from '../support/slow-engine.ts'
import { handed, inFlightLimit, readyIn, type Seen, StepRunner } from '../support/step-runner.ts'

vi.setConfig({ testTimeout: patienceMs })

test('whatever is done, the engine gives what the slow model gives, and holds what it holds', () => {
  fc.assert(
    fc.property(runs, (steps) => {
      const runner = new StepRunner()
      const model = new SlowEngine(runner.engine.nowMs)
      for (const step of steps) {
        const { seen, expected } = runOnBoth(runner, model, step)
        expect(seen).toEqual(expected)
        expect(runner.engine.nowMs).toBe(model.nowMs)
        for (const name of queueNames) compareQueue(runner, model, name)
        compareTasks(runner, model)
      }
    }),
    howOften(400),
  )
})

test('whatever is done, the next due instant is the one the slow model finds', () => {
  fc.assert(
    fc.property(runs, (steps) => {
      const runner = new StepRunner()
      const model = new SlowEngine(runner.engine.nowMs)
      for (const step of steps) {
        runOnBoth(runner, model, step)
        runOnBoth(runner, model, { kind: 'tick' })
        expect(nextDue(runner.engine.state, runner.engine.nowMs)).toBe(model.nextDueMs())
      }
    }),
    howOften(100),
  )
})

/** Carries a step out on the engine and then on the model, which is told what the engine numbers by itself. */
function runOnBoth(runner: StepRunner, model: SlowEngine, step: Step): { seen: Seen; expected: Seen } {
  const { engine } = runner
  const before = {
    command: engine.state.sequence + 1 - engine.state.origin,
    body: `m${engine.state.sequence}`,
    receipt: runner.receiptOf('receipt' in step ? step.receipt : 0),
    task: runner.taskOf('task' in step ? step.task : 0),
  }
  const seen = runner.run(step)
  model.command = before.command
  return { seen, expected: runOnModel(model, step, before) }
}

/** What the engine numbers by itself, taken from it. */
type Numbers = {
  readonly command: number
  readonly body: string
  readonly receipt: ReturnType<StepRunner['receiptOf']>
  readonly task: number
}

function runOnModel(model: SlowEngine, step: Step, numbers: Numbers): Seen {
  switch (step.kind) {
    case 'create':
      model.create(step.queue, numbers.command, step.byGroup ?? false)
      return 'done'
    case 'drop':
      return model.drop(step.queue)
    case 'purge':
      return model.purge(step.queue)
    case 'set':
      return model.set(step.queue, { [step.name]: step.value })
    case 'redrive':
      return model.redrive(step.queue, step.to, step.maxReceives)
    case 'send':
      return model.send(step, step.body ?? numbers.body)
    case 'receive': {
      const received = model.receive(step, inFlightLimit)
      return typeof received === 'string' ? received : received.map(handed)
    }
    case 'delete':
      return model.delete(step.queue, numbers.receipt, step.rule)
    case 'hide': {
      const hidden = model.hide(step.queue, numbers.receipt, step.rule, step.timeoutMs)
      return typeof hidden === 'string' ? hidden : [handed(hidden)]
    }
    case 'startMove':
      return model.tasks.start(step.queue, step.to, step.rate)
    case 'cancelMove':
      return model.tasks.cancel(step.queue, model.tasks.all[numbers.task])
    default:
      return passTime(model, step)
  }
}

function passTime(model: SlowEngine, step: Extract<Step, { kind: 'wait' | 'waitUntilDue' | 'reset' | 'tick' }>): Seen {
  switch (step.kind) {
    case 'wait':
      model.nowMs += step.ms
      return 'done'
    case 'waitUntilDue':
      model.tasks.step()
      model.nowMs = model.nextDueMs() ?? model.nowMs
      return 'done'
    case 'reset':
      model.queues = []
      model.tasks.all = []
      return 'done'
    case 'tick':
      model.tasks.step()
      return 'done'
  }
}

function compareQueue({ engine }: StepRunner, model: SlowEngine, name: string): void {
  const result = engine.run({ kind: 'getQueue', queue: addressOf(name) })
  const queue = model.find(name)
  expect(result.ok ? result.value.counts : undefined).toEqual(queue?.counts(model.nowMs))
  expect(readyIn(engine, name)).toEqual(queue?.ready(model.nowMs).map(({ body }) => body))
  if (result.ok) expect(contentsOf(engine, name)).toEqual(queue?.messages.map(handed))
}

/** Every message of a queue, in order of arrival. */
function contentsOf(engine: TestEngine, name: string): object[] {
  const result = engine.run({ kind: 'peekMessages', queue: addressOf(name), limit: 1_000, which: 'all' })
  return result.ok ? result.value.messages.map(({ message }) => handed(message)) : []
}

function compareTasks({ engine }: StepRunner, model: SlowEngine): void {
  const tasks = [...engine.state.moveTasks.values()].map(({ sourceId, toMove, moved, status, nextAtMs, failure }) => {
    return { sourceId, toMove, moved, status, nextAtMs, failure }
  })
  expect(tasks).toEqual(
    model.tasks.all.map(({ sourceId, toMove, moved, status, nextAtMs, failure }) => {
      return { sourceId, toMove, moved, status, nextAtMs, failure }
    }),
  )
}
