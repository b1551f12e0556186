import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { Entry } from '../../src/core/events/event.ts'
import { evolve } from '../../src/core/evolve.ts'
import { emptyState, type State } from '../../src/core/state.ts'
import { addressOf, TestEngine, TestQueue } from '../support/given.ts'
import { howOften, patienceMs } from '../support/how-often.ts'
import { queueNames, runs, type Step } from '../support/random-steps.ts'
import { currentRecord, recordOf, type StateRecord, stateOf } from '../support/records.ts'
import { readyIn, StepRunner } from '../support/step-runner.ts'

vi.setConfig({ testTimeout: patienceMs })

const somewhere = fc.nat()

test('events applied to nothing give the state they came from', () => {
  fc.assert(
    fc.property(runs, (steps) => {
      const { engine } = done(steps)
      const state = emptyState('isolated')
      replay(state, engine.entries)
      expectAlike(engine, state)
    }),
    howOften(300),
  )
})

test('applying each event twice equals applying it once', () => {
  fc.assert(
    fc.property(runs, (steps) => {
      const { engine } = done(steps)
      const state = emptyState('isolated')
      replay(state, engine.entries, 2)
      expectAlike(engine, state)
    }),
    howOften(300),
  )
})

test('a snapshot and the events since before it give the state they came from', () => {
  fc.assert(
    fc.property(runs, somewhere, somewhere, (steps, pickMoment, pickStart) => {
      const { engine, snapshots } = done(steps)
      const moment = pickMoment % snapshots.length
      const start = snapshots[pickStart % (moment + 1)]!.sequence
      const state = stateOf(snapshots[moment]!)
      replay(state, engine.entries.filter(({ sequence }) => sequence > start)) // biome-ignore format: one thought
      expectAlike(engine, state)
    }),
    howOften(300),
  )
})

test('a snapshot taken after a queue was deleted and made again survives the events since before that', () => {
  const { engine, snapshots } = done([
    { kind: 'create', queue: 'orders' },
    { kind: 'drop', queue: 'orders' },
    { kind: 'create', queue: 'orders' },
    { kind: 'send', queue: 'orders' },
  ])
  const state = stateOf(snapshots.at(-1)!)
  replay(state, engine.entries)
  expectAlike(engine, state)
})

test('a replay over a reset starts the count of commands for ids again', () => {
  const engine = new TestEngine()
  const create = { kind: 'createQueue', settings: {}, tags: [], mustMatch: {}, defaults: {} } as const
  const queue = { account: '000000000000', region: 'us-east-1', name: 'orders' }
  engine.run({ ...create, queue })
  engine.run({ kind: 'reset' })
  engine.run({ ...create, queue })
  const state = emptyState('isolated')
  replay(state, engine.entries)
  expectAlike(engine, state)
  expect(recordOf(state).origin).toBe(2)
})

/** Carries out steps, and takes a snapshot before the first and after each. */
function done(steps: readonly Step[]): { engine: TestEngine; snapshots: StateRecord[] } {
  const runner = new StepRunner()
  const snapshots = [recordOf(runner.engine.state)]
  for (const step of steps) {
    runner.run(step)
    snapshots.push(recordOf(runner.engine.state))
  }
  return { engine: runner.engine, snapshots }
}

/** Applies what a journal says, as a store does: each line is read back from JSON. */
function replay(state: State, entries: readonly Entry[], times = 1): void {
  for (const entry of entries) {
    const read: Entry = JSON.parse(JSON.stringify(entry))
    for (const event of read.events) for (let count = 0; count < times; count++) evolve(state, event, read)
    state.sequence = read.sequence
  }
}

/** Both hold the same, count it alike and hand it out in the same order. */
function expectAlike(live: TestEngine, state: State): void {
  expect(currentRecord(recordOf(state), live.nowMs)).toEqual(currentRecord(recordOf(live.state), live.nowMs))
  const again = new TestEngine()
  again.state = state
  again.nowMs = live.nowMs
  for (const name of queueNames) expect(handedOutBy(again, name)).toEqual(handedOutBy(live, name))
}

function handedOutBy(engine: TestEngine, name: string): object {
  const queue = new TestQueue(engine, addressOf(name))
  if (queue.tryReceive({ maximumMessages: 0 }) !== 'done') return {}
  const ready = readyIn(engine, name)
  const received = queue.receive({ maximumMessages: 1_000 })
  return { counts: queue.counts, ready, received }
}
