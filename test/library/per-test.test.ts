import { describe, expect, onTestFinished, test } from 'vitest'
import type { TestTwinmq, TestTwinmqOptions } from '../../src/index.ts'
import { type TestHooks, useTwinmq } from '../../src/jest.ts'
import { useTwinmq as useInVitest } from '../../src/vitest.ts'

/** A runner whose tests begin and end when a test here says so. */
async function runner(options: TestTwinmqOptions) {
  type Kind = keyof TestHooks
  const hooks: { kind: Kind; run: () => Promise<void> }[] = []
  const keep = (kind: Kind) => (run: () => Promise<void>) => {
    hooks.push({ kind, run })
  }
  const twinmq: TestTwinmq = useTwinmq(options, {
    beforeAll: keep('beforeAll'),
    beforeEach: keep('beforeEach'),
    afterAll: keep('afterAll'),
  })
  const run = async (kind: Kind) => {
    for (const hook of hooks) if (hook.kind === kind) await hook.run()
  }
  await run('beforeAll')
  onTestFinished(() => run('afterAll'))
  return { twinmq, nextTest: () => run('beforeEach'), end: () => run('afterAll') }
}

const document = { queues: [{ name: 'orders' }] }

test('a way to keep tests apart that is none is refused', async () => {
  await expect(runner({ perTest: 'bogus' as never })).rejects.toMatchObject({ code: 'badOption' })
})

test('each test looks into the queues of its own account', async () => {
  const { twinmq, nextTest } = await runner({})
  await nextTest()
  await twinmq.load({ queues: [{ name: 'orders', account: twinmq.account, messages: [{ body: 'a' }] }] })
  expect(await twinmq.counts('orders')).toEqual({ ready: 1, delayed: 0, inFlight: 0 })
  expect(await twinmq.peek('orders')).toMatchObject([{ body: 'a' }])
  expect(await twinmq.whyEmpty('orders')).toBeUndefined()
  await nextTest()
  await expect(twinmq.counts('orders')).rejects.toMatchObject({ code: 'queueNotFound' })
})

test('each test has an account of its own, for clients of both clouds', async () => {
  const { twinmq, nextTest } = await runner({})
  await nextTest()
  const { account } = twinmq
  expect(twinmq.sqs().credentials.accessKeyId).toBe(account)
  expect(twinmq.mns().accountId).toBe(account)
  await nextTest()
  expect(twinmq.account).not.toBe(account)
  expect(twinmq.sqs({ region: 'eu-west-1' })).toMatchObject({
    region: 'eu-west-1',
    credentials: { accessKeyId: twinmq.account },
  })
  expect(twinmq.sqs({ account }).credentials.accessKeyId).toBe(account)
})

test("with perTest 'reset' each test begins empty", async () => {
  const { twinmq, nextTest } = await runner({ perTest: 'reset' })
  await nextTest()
  await twinmq.load(document)
  await nextTest()
  expect((await twinmq.snapshot()).queues ?? []).toEqual([])
  expect(twinmq.account).toBe('000000000000')
})

test("with perTest 'nothing' each test begins with what the one before left", async () => {
  const { twinmq, nextTest } = await runner({ perTest: 'nothing' })
  await twinmq.load(document)
  await nextTest()
  await nextTest()
  expect((await twinmq.snapshot()).queues).toMatchObject(document.queues)
  expect(twinmq.sqs().credentials.accessKeyId).toBe('000000000000')
})

test('with a fixture each test begins with it', async () => {
  const { twinmq, nextTest } = await runner({ fixture: document })
  await nextTest()
  await twinmq.reset()
  await nextTest()
  expect((await twinmq.snapshot()).queues).toMatchObject(document.queues)
})

test('where accounts are one, each test begins empty', async () => {
  const { twinmq, nextTest } = await runner({ namespace: 'shared' })
  await nextTest()
  await twinmq.load(document)
  await nextTest()
  expect((await twinmq.snapshot()).queues ?? []).toEqual([])
})

test('before the first test and after the last one it says what to do', async () => {
  const { twinmq, end } = await runner({})
  expect(() => twinmq.sqs()).toThrow(/beforeEach\(\)/)
  expect(twinmq.url).toMatch(/^http:/)
  await end()
  expect(() => twinmq.url).toThrow(/inside a test or a hook/)
})

test('where there are no global hooks, it says how to pass them', () => {
  expect(() => useTwinmq()).toThrow(/@jest\/globals/)
})

describe('in vitest', () => {
  const twinmq = useInVitest()

  test('the account is that of the test that runs', (context) => {
    expect(twinmq.of(context).account).toBe(twinmq.account)
    expect(twinmq.mns().accountId).toBe(twinmq.account)
  })

  test('a test that does not run has none', () => {
    expect(() => twinmq.of({ task: { id: 'another' } })).toThrow(/the test is over/)
  })
})
