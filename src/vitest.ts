import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { TestTwinmqOptions } from './library/options.ts'
import { PerTest } from './library/per-test.ts'
import type { TestTwinmq, TwinmqAccount } from './library/twinmq.ts'

/** A twinmq for the tests of one file of vitest. */
export type VitestTwinmq = TestTwinmq & {
  /** The account of one test, given its context: for those of `test.concurrent`, which run at once. */
  of(context: { readonly task: { readonly id: string } }): TwinmqAccount
}

/**
 * Call it at the top of a file, or of a `describe`: starts a twinmq before its tests and stops it after them. Each test has
 * an account of its own, unless `perTest` says otherwise.
 */
export function useTwinmq(options: TestTwinmqOptions = {}): VitestTwinmq {
  const tests = new PerTest(options)
  beforeAll(() => tests.start())
  beforeEach(async ({ task, onTestFinished }) => {
    // Later than every afterEach(), in whatever order those run.
    onTestFinished(() => tests.leave(task.id))
    await tests.enter(task.id)
  })
  afterAll(() => tests.stop())
  return Object.assign(tests.face, { of: ({ task }: { readonly task: { readonly id: string } }) => tests.of(task.id) })
}
