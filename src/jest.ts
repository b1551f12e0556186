import { TwinmqError } from './library/errors.ts'
import type { TestTwinmqOptions } from './library/options.ts'
import { PerTest } from './library/per-test.ts'
import type { TestTwinmq } from './library/twinmq.ts'

/** What a test runner is told to run, and when. */
export type TestHooks = {
  beforeAll(run: () => Promise<void>): void
  beforeEach(run: () => Promise<void>): void
  afterAll(run: () => Promise<void>): void
}

/** Jest runs one test of a file after the other; those of `test.concurrent` have no hooks. */
const theTest = 'the test that runs'

/**
 * Call it at the top of a file, or of a `describe`: starts a twinmq before its tests and stops it after them. Each test has
 * an account of its own, unless `perTest` says otherwise. `hooks`: for another runner, or where Jest gives no globals.
 */
export function useTwinmq(options: TestTwinmqOptions = {}, hooks: TestHooks = globalHooks()): TestTwinmq {
  const tests = new PerTest(options)
  hooks.beforeAll(() => tests.start())
  hooks.beforeEach(() => tests.enter(theTest))
  hooks.afterAll(() => tests.stop())
  return tests.face
}

function globalHooks(): TestHooks {
  const globals: object = globalThis
  if (isHooks(globals)) return globals
  throw new TwinmqError(
    'notRunning',
    "there is no global beforeAll(), beforeEach() and afterAll() here: pass them, as in useTwinmq({}, { beforeAll, beforeEach, afterAll }) with those of '@jest/globals'",
  )
}

function isHooks(value: object): value is TestHooks {
  return ['beforeAll', 'beforeEach', 'afterAll'].every((name) => typeof Reflect.get(value, name) === 'function')
}
