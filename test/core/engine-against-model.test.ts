import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextDue } from '../../src/core/rules/due.ts'
import { addressOf } from '../support/given.ts'
import { runs, type Step } from '../support/random-steps.ts'
import { SlowEngine } from '../support/slow-engine.ts'
import { handed, inFlightLimit, readyIn, type Seen, StepRunner } from '../support/step-runner.ts'

/** A run takes some milliseconds, and what is rare needs many. */
const howOften = { numRuns: 400 }

test('whatever is done, the engine gives what the slow model gives, and holds what it holds', () => {
  fc.assert(
    fc.property(runs, (steps) => {
      const runner = new StepRunner()
      const model = new SlowEngine(runner.engine.nowMs)
      for (const step of steps) {
        const expected = runOnModel(model, runner, step)
        expect(runner.run(step)).toEqual(expected)
        expect(runner.engine.nowMs).toBe(model.nowMs)
        for (const name of ['orders', 'invoices']) compareQueue(runner, model, name)
      }
    }),
    howOften,
  )
})

test('whatever is done, the next due instant is the one the slow model finds', () => {
  fc.assert(
    fc.property(runs, (steps) => {
      const runner = new StepRunner()
      const model = new SlowEngine(runner.engine.nowMs)
      for (const step of steps) {
        runOnModel(model, runner, step)
        runner.run(step)
        runner.run({ kind: 'tick' })
        expect(nextDue(runner.engine.state, runner.engine.nowMs)).toBe(model.nextDueMs())
      }
    }),
    { numRuns: 100 },
  )
})

/** Carries a step out on the model; what the engine numbers by its commands is taken from the engine. */
function runOnModel(model: SlowEngine, runner: StepRunner, step: Step): Seen {
  const { state } = runner.engine
  switch (step.kind) {
    case 'create':
      model.create(step.queue, state.sequence + 1 - state.origin)
      return 'done'
    case 'drop':
      return model.drop(step.queue)
    case 'purge':
      return model.purge(step.queue)
    case 'set':
      return model.set(step.queue, { [step.name]: step.value })
    case 'send': {
      const sent = model.send(step.queue, `m${state.sequence}`, step.priority, step.delayMs)
      return sent ? [handed(sent)] : 'queueNotFound'
    }
    case 'receive': {
      const received = model.receive(step.queue, step.maximum, inFlightLimit, step.timeoutMs)
      return typeof received === 'string' ? received : received.map(handed)
    }
    case 'delete':
      return model.delete(step.queue, runner.receiptOf(step.receipt), step.rule)
    case 'hide': {
      const hidden = model.hide(step.queue, runner.receiptOf(step.receipt), step.rule, step.timeoutMs)
      return typeof hidden === 'string' ? hidden : [handed(hidden)]
    }
    case 'wait':
      model.nowMs += step.ms
      return 'done'
    case 'waitUntilDue':
      model.nowMs = model.nextDueMs() ?? model.nowMs
      return 'done'
    case 'reset':
      model.queues = []
      return 'done'
    case 'tick':
      return 'done'
  }
}

function compareQueue({ engine }: StepRunner, model: SlowEngine, name: string): void {
  const result = engine.run({ kind: 'getQueue', queue: addressOf(name) })
  expect(result.ok ? result.value.counts : undefined).toEqual(model.counts(name))
  const ready = model.find(name) && model.ready(name).map(({ body }) => body)
  expect(readyIn(engine, name)).toEqual(ready)
}
