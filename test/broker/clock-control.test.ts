import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SystemClock } from '../../src/broker/clock.ts'
import { startMs, TestBroker } from '../support/broker.ts'

const fourDays = 345_600_000

let world: TestBroker

beforeEach(() => {
  vi.useFakeTimers({ now: startMs, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  world = new TestBroker()
  world.create({ visibilityTimeoutMs: 30_000 })
})

afterEach(() => {
  vi.useRealTimers()
})

test('the clock is read with the next instant at which something becomes due', () => {
  const reading = { mode: 'manual', nowMs: startMs }
  expect(world.clock.read()).toEqual({ ...reading, nextDueMs: undefined })
  world.send('a')
  expect(world.clock.read()).toEqual({ ...reading, nextDueMs: startMs + fourDays })
  world.send('b', 5_000)
  expect(world.clock.read()).toEqual({ ...reading, nextDueMs: startMs + 5_000 })
})

test('the deadline of a long poll is something that becomes due', () => {
  world.poll('poll', { waitMs: 7_000 })
  expect(world.clock.read().nextDueMs).toBe(startMs + 7_000)
})

test('what has become due meanwhile is not what is due next', () => {
  world.broker.useClock(new SystemClock())
  world.send('a', 1_000)
  world.send('b', 5_000)
  vi.setSystemTime(startMs + 2_000)
  expect(world.clock.read().nextDueMs).toBe(startMs + 5_000)
})

test('there is one timer for each long poll and one for its queue, and none when nobody waits', async () => {
  world.broker.useClock(new SystemClock())
  const polls = [world.poll('first'), world.poll('second')]
  for (const delayMs of [9_000, 7_000, 8_000]) world.send('a', delayMs)
  expect(vi.getTimerCount()).toBe(3)
  vi.advanceTimersByTime(8_000)
  await world.settle()
  expect(polls.map(({ answer }) => answer)).toEqual([['a'], ['a']])
  expect(vi.getTimerCount()).toBe(0)
})

test('a stop leaves no timer', async () => {
  world.broker.useClock(new SystemClock())
  world.send('a', 9_000)
  world.poll('poll')
  await world.broker.stop(0)
  vi.advanceTimersByTime(0)
  expect(vi.getTimerCount()).toBe(0)
})

test('an advance meets every due instant on its way, in order', async () => {
  const seen: [name: string, atMs: number][] = []
  world.send('late', 9_000)
  world.send('early', 3_000)
  for (const waitMs of [20_000, 20_000, 6_000]) {
    const requester = world.poll('poll', { waitMs })
    const released = requester.released.bind(requester)
    requester.released = () => {
      released()
      seen.push([requester.bodies?.join() ?? '', world.broker.clock.nowMs() - startMs])
    }
  }
  await world.advance(60_000)
  expect(seen).toEqual([
    ['early', 3_000],
    ['', 6_000],
    ['late', 9_000],
  ])
  expect(world.broker.clock.nowMs()).toBe(startMs + 60_000)
})

test('what becomes due because of what was due on the way is met too', async () => {
  world.send('a', 10_000)
  const first = world.poll('first', { waitMs: 20_000 })
  const second = world.poll('second', { waitMs: 50_000 })
  await world.advance(50_000)
  expect([first.answer, second.answer]).toEqual([['a'], ['a']])
  expect(world.broker.clock.nowMs()).toBe(startMs + 50_000)
})

test('an advance has expired messages gone when it is over', async () => {
  world.send('a')
  await world.advance(fourDays)
  expect(world.broker.totals.messages).toBe(0)
})

test('an advance waits for what is decided to be durable', async () => {
  await world.settle()
  world.store.appending = 'held'
  world.send('a')
  let done = false
  const advanced = world.clock.advance(1_000).then(() => {
    done = true
  })
  for (let turns = 0; turns < 5; turns++) await new Promise(setImmediate)
  expect(done).toBe(false)
  expect(world.broker.clock.nowMs()).toBe(startMs)
  world.store.appending = 'atOnce'
  world.store.endAppend()
  await advanced
  expect(world.broker.clock.nowMs()).toBe(startMs + 1_000)
})

test('two moves at once are made one after the other', async () => {
  await Promise.all([world.clock.advance(1_000), world.clock.advance(2_000)])
  expect(world.broker.clock.nowMs()).toBe(startMs + 3_000)
})

test('next moves to the next due instant, and stays when there is none', async () => {
  expect(await world.clock.next()).toBeUndefined()
  expect(world.broker.clock.nowMs()).toBe(startMs)
  world.send('a', 5_000)
  const poll = world.poll('poll')
  await world.clock.next()
  expect(world.broker.clock.nowMs()).toBe(startMs + 5_000)
  expect(poll.answer).toEqual(['a'])
  await world.clock.next()
  expect(world.broker.clock.nowMs()).toBe(startMs + 35_000)
})

test('the clock is set back while no message exists, and not while one does', async () => {
  expect(await world.clock.set(startMs - 1_000)).toBeUndefined()
  expect(world.broker.clock.nowMs()).toBe(startMs - 1_000)
  world.send('a')
  expect(await world.clock.set(startMs - 1_001)).toBe('messagesExist')
  expect(world.broker.clock.nowMs()).toBe(startMs - 1_000)
  expect(await world.clock.set(startMs - 1_000)).toBeUndefined()
})

test('the clock is set forward past what is due', async () => {
  world.send('a', 5_000)
  const poll = world.poll('poll')
  expect(await world.clock.set(startMs + 60_000)).toBeUndefined()
  expect(poll.answer).toEqual(['a'])
})

test('a clock that runs by itself is not moved', async () => {
  world.broker.useClock(new SystemClock())
  const moves = [world.clock.advance(1), world.clock.set(startMs + 1), world.clock.next()]
  expect(await Promise.all(moves)).toEqual(['clockIsSystem', 'clockIsSystem', 'clockIsSystem'])
  expect(world.broker.clock.nowMs()).toBe(startMs)
})

test('a frozen clock stands at the present', async () => {
  world.broker.useClock(new SystemClock())
  vi.setSystemTime(startMs + 1_234)
  await world.clock.freeze()
  vi.advanceTimersByTime(60_000)
  expect(world.clock.read()).toMatchObject({ mode: 'manual', nowMs: startMs + 1_234 })
})

test('freezing a clock that stands still leaves it where it is', async () => {
  await world.clock.advance(5_000)
  await world.clock.freeze()
  expect(world.clock.read()).toMatchObject({ mode: 'manual', nowMs: startMs + 5_000 })
})

test('a long poll goes on by the clock that takes over', async () => {
  world.broker.useClock(new SystemClock())
  const poll = world.poll('poll', { waitMs: 20_000 })
  vi.advanceTimersByTime(5_000)
  await world.clock.freeze()
  vi.advanceTimersByTime(60_000)
  await world.settle()
  expect(poll.answer).toBeUndefined()
  await world.advance(14_999)
  expect(poll.answer).toBeUndefined()
  await world.advance(1)
  expect(poll.answer).toEqual([])
})

test('a delay goes on by the clock that takes over', async () => {
  world.send('a', 10_000)
  const poll = world.poll('poll')
  await world.advance(4_000)
  vi.setSystemTime(startMs + 4_000)
  await world.clock.useSystem()
  vi.advanceTimersByTime(5_999)
  await world.settle()
  expect(poll.answer).toBeUndefined()
  vi.advanceTimersByTime(1)
  await world.settle()
  expect(poll.answer).toEqual(['a'])
})

test('a long poll whose time is over when the clock is frozen ends at once', async () => {
  world.broker.useClock(new SystemClock())
  const poll = world.poll('poll', { waitMs: 20_000 })
  // The machine was busy or asleep: the time is over, and its timer has not fired.
  vi.setSystemTime(startMs + 25_000)
  await world.clock.freeze()
  await world.settle()
  expect(poll.answer).toEqual([])
})

test('a clock that is ahead while messages exist goes on from where it is', async () => {
  world.send('a')
  await world.advance(3_600_000)
  await world.clock.useSystem()
  expect(world.clock.read()).toMatchObject({ mode: 'system', nowMs: startMs + 3_600_000 })
  vi.advanceTimersByTime(1_000)
  expect(world.broker.clock.nowMs()).toBe(startMs + 3_601_000)
})

test('a clock that is ahead while no message exists goes back to the time of the machine', async () => {
  await world.advance(3_600_000)
  await world.clock.useSystem()
  expect(world.clock.read()).toMatchObject({ mode: 'system', nowMs: startMs })
})

test('a clock that lags behind goes on with the time of the machine', async () => {
  world.send('a')
  vi.setSystemTime(startMs + 3_600_000)
  await world.clock.useSystem()
  expect(world.broker.clock.nowMs()).toBe(startMs + 3_600_000)
})
