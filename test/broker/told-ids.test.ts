import { expect, test } from 'vitest'
import { Broker } from '../../src/broker/broker.ts'
import { ManualClock } from '../../src/broker/clock.ts'
import { emptyState } from '../../src/core/state.ts'
import { startMs, TestBroker } from '../support/broker.ts'
import { FakeStore } from '../support/fake-store.ts'
import { granted, noWaits } from '../support/given.ts'
import { FakePushes } from '../support/pushes.ts'
import { createTopic, publish } from '../support/topics.ts'

test('without a seed, what is told in the very turn of a reset is told by other chance than before', async () => {
  const [state, store, clock] = [emptyState('isolated'), new FakeStore(), new ManualClock(startMs)]
  const broker = new Broker({ state, store, clock, rules: noWaits, pushes: new FakePushes() })
  const told = () => {
    void broker.run(createTopic('news'), () => {})
    return broker.run(publish('news', 'a'), (result) => granted(result).messageId)
  }
  const before = told()
  const reset = broker.reset()
  const after = told()
  await reset
  expect(await after).not.toBe(await before)
  await broker.stop(0)
})

test('polls that find nothing write nothing down, however often they are woken', async () => {
  const world = new TestBroker()
  world.create()
  await world.settle()
  const appends = world.store.appends.length
  for (let count = 0; count < 50; count++) world.poll(`empty ${count}`, { waitMs: 0 })
  world.poll('waits')
  await world.advance(30_000)
  await world.settle()
  expect(world.releases).toContain('waits')
  expect(world.store.appends.slice(appends).flatMap((entries) => entries.flatMap(({ events }) => events))).toEqual([
    { kind: 'timeNoted', atMs: startMs + 30_000 },
  ])
})

test('a publish that nobody takes is answered once it is written down', async () => {
  const world = new TestBroker()
  world.submit(createTopic('news'))
  await world.settle()
  world.store.appending = 'failing'
  const publisher = world.submit(publish('news', 'a'))
  await world.settle()
  expect(publisher.answer).toMatch(/^storageUnavailable/)
})
