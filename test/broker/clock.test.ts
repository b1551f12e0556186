import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ManualClock, SystemClock } from '../../src/broker/clock.ts'

const startMs = Date.UTC(2026, 0, 1)
const day = 86_400_000

beforeEach(() => {
  vi.useFakeTimers({ now: startMs, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})

afterEach(() => {
  vi.useRealTimers()
})

test('a manual clock stands still until it is moved', () => {
  const clock = new ManualClock(startMs)
  vi.advanceTimersByTime(60_000)
  expect(clock.nowMs()).toBe(startMs)
  clock.moveTo(startMs + 5)
  expect(clock.nowMs()).toBe(startMs + 5)
})

test('a manual clock rings an alarm at its instant, once', () => {
  const clock = new ManualClock(startMs)
  const ring = vi.fn()
  clock.alarm(startMs + 1_000, ring)
  clock.moveTo(startMs + 999)
  expect(ring).not.toHaveBeenCalled()
  clock.moveTo(startMs + 1_000)
  clock.moveTo(startMs + 2_000)
  expect(ring).toHaveBeenCalledTimes(1)
})

test('a manual clock names its next alarm', () => {
  const clock = new ManualClock(startMs)
  expect(clock.nextAlarmMs).toBeUndefined()
  clock.alarm(startMs + 2_000, () => {})
  const earlier = clock.alarm(startMs + 1_000, () => {})
  expect(clock.nextAlarmMs).toBe(startMs + 1_000)
  earlier.cancel()
  expect(clock.nextAlarmMs).toBe(startMs + 2_000)
})

test('an alarm that was cancelled does not ring, nor one that another cancels as it rings', () => {
  const clock = new ManualClock(startMs)
  const ring = vi.fn()
  clock.alarm(startMs + 1, ring).cancel()
  const victim = { cancel: () => {} }
  clock.alarm(startMs + 2, () => victim.cancel())
  Object.assign(victim, clock.alarm(startMs + 2, ring))
  clock.moveTo(startMs + 2)
  expect(ring).not.toHaveBeenCalled()
})

for (const [name, clock] of [
  ['manual', () => new ManualClock(startMs)],
  ['system', () => new SystemClock()],
] as const)
  test(`a ${name} clock rings an alarm of the past without being moved`, () => {
    const ring = vi.fn()
    clock().alarm(startMs - 1, ring)
    vi.advanceTimersByTime(0)
    expect(ring).toHaveBeenCalledTimes(1)
  })

test('a system clock shows the time of the machine', () => {
  const clock = new SystemClock()
  expect(clock.nowMs()).toBe(startMs)
  vi.setSystemTime(startMs + 5_000)
  expect(clock.nowMs()).toBe(startMs + 5_000)
})

test('a system clock never runs backwards when that of the machine is set back', () => {
  const clock = new SystemClock()
  vi.setSystemTime(startMs + 5_000)
  clock.nowMs()
  vi.setSystemTime(startMs)
  expect(clock.nowMs()).toBe(startMs + 5_000)
  vi.setSystemTime(startMs + 6_000)
  expect(clock.nowMs()).toBe(startMs + 6_000)
})

test('a system clock that was told to runs ahead of the machine', () => {
  const clock = new SystemClock(60_000)
  const ring = vi.fn()
  expect(clock.nowMs()).toBe(startMs + 60_000)
  clock.alarm(startMs + 61_000, ring)
  vi.advanceTimersByTime(999)
  expect(ring).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(ring).toHaveBeenCalledTimes(1)
})

test('a system clock does not ring early because a timer did', () => {
  const clock = new SystemClock()
  const ring = vi.fn()
  clock.alarm(startMs + 1_000, ring)
  // The machine's clock lags behind its timers.
  vi.setSystemTime(startMs - 1)
  vi.advanceTimersByTime(1_000)
  expect(ring).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(ring).toHaveBeenCalledTimes(1)
})

test('a system clock rings an alarm that is further away than a timer can be', () => {
  const clock = new SystemClock()
  const ring = vi.fn()
  clock.alarm(startMs + 40 * day, ring)
  vi.advanceTimersByTime(40 * day - 1)
  expect(ring).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(ring).toHaveBeenCalledTimes(1)
})

test('an alarm of a system clock can be cancelled', () => {
  const ring = vi.fn()
  const alarm = new SystemClock().alarm(startMs + 40 * day, ring)
  vi.advanceTimersByTime(30 * day)
  alarm.cancel()
  vi.advanceTimersByTime(30 * day)
  expect(ring).not.toHaveBeenCalled()
})
