import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import type { SnapshotDocument, startTwinmq, Twinmq, TwinmqDuration, TwinmqOptions } from '../../src/index.ts'
import { parseDuration } from '../../src/text/time.ts'
import { ask, json, sqsCall } from '../support/http.ts'

const globals = ['Response', 'Request', 'Headers', 'fetch', 'URL', 'crypto', 'setTimeout', 'setImmediate'] as const
const globalsNow = () => globals.map((name) => globalThis[name])
const eventsNow = () => process.eventNames().map((name) => [name, process.listenerCount(name)])

const globalsBefore = globalsNow()
const eventsBefore = eventsNow()
// Loaded here, not with the imports above, so that what loading does to the process is seen too.
const library = await import('../../src/index.ts')

/** Starts one, and stops it when the test is finished. */
async function start(options: TwinmqOptions = {}): Promise<Twinmq> {
  const twinmq = await library.startTwinmq(options)
  onTestFinished(() => twinmq.stop())
  return twinmq
}

const portOf = ({ url }: Twinmq): number => Number(new URL(url).port)
const call = async (twinmq: Twinmq, action: string, input: object) =>
  json(await ask(portOf(twinmq), sqsCall(action, input)))

afterEach(() => {
  vi.unstubAllEnvs()
})

test('a twinmq in this process leaves globals and signal handlers as they were', async () => {
  const twinmq = await library.startTwinmq()
  await call(twinmq, 'CreateQueue', { QueueName: 'orders' })
  await ask(portOf(twinmq), { path: '/_twinmq/health' })
  expect(globalsNow()).toEqual(globalsBefore)
  expect(eventsNow()).toEqual(eventsBefore)
  await twinmq.stop()
  expect(globalsNow()).toEqual(globalsBefore)
  expect(eventsNow()).toEqual(eventsBefore)
})

test('a twinmq in this process reads no variables and keeps no file', async () => {
  vi.stubEnv('TWINMQ_PORT', '1')
  vi.stubEnv('TWINMQ_ACCOUNT', '999999999999')
  vi.stubEnv('TWINMQ_REGION', 'nowhere')
  vi.stubEnv('TWINMQ_STRICT', 'perhaps')
  const twinmq = await start()
  expect(portOf(twinmq)).not.toBe(1)
  expect(twinmq.mns()).toMatchObject({ accountId: '000000000000', region: 'us-east-1' })
  const health = await ask(portOf(twinmq), { path: '/_twinmq/health' })
  expect(json(health)).toMatchObject({ dataFile: null, durability: 'memory' })
})

test('it prints nothing', async () => {
  const written = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write')]
  const twinmq = await start()
  await call(twinmq, 'CreateQueue', { QueueName: 'orders' })
  await call(twinmq, 'NoSuchAction', {})
  for (const spy of written) expect(spy).not.toHaveBeenCalled()
  vi.restoreAllMocks()
})

test('two in one process know nothing of each other', async () => {
  const [one, other] = [await start(), await start({ now: 0 })]
  await call(one, 'CreateQueue', { QueueName: 'orders' })
  expect(await call(other, 'ListQueues', {})).toEqual({})
  expect(other.clock.now()).toBe(0)
  expect(one.clock.now()).toBeGreaterThan(0)
})

test('the clocks and accounts of two in one process are their own', async () => {
  const [one, other] = [await start({ now: 0 }), await start({ now: 0, account: '111122223333' })]
  await one.clock.advance('1h')
  expect(other.clock.now()).toBe(0)
  await one.stop()
  expect(await call(other, 'CreateQueue', { QueueName: 'orders' })).toEqual({
    QueueUrl: expect.stringContaining('111122223333/orders'),
  })
})

test('a port in use is a rejection', async () => {
  const twinmq = await start()
  await expect(library.startTwinmq({ port: portOf(twinmq) })).rejects.toMatchObject({
    code: 'cannotListen',
    message: expect.stringContaining('is in use'),
  })
})

test('it says what clients of both clouds are made with', async () => {
  const twinmq = await start({ account: '111122223333', region: 'eu-west-1' })
  expect(twinmq.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(twinmq.sqs()).toEqual({
    endpoint: twinmq.url,
    region: 'eu-west-1',
    credentials: { accessKeyId: '111122223333', secretAccessKey: expect.any(String) },
  })
  expect(twinmq.mns()).toEqual({
    endpoint: twinmq.url,
    accountId: '111122223333',
    region: 'eu-west-1',
    accessKeyId: '111122223333',
    accessKeySecret: expect.any(String),
  })
})

test('its clock is moved in every form of duration and instant', async () => {
  const { clock } = await start({ now: new Date('2026-01-01T00:00:00Z') })
  const startMs = Date.UTC(2026, 0, 1)
  expect(clock.now()).toBe(startMs)
  await clock.advance('1m30s')
  await clock.advance('500ms')
  expect(clock.now()).toBe(startMs + 90_500)
  await clock.set('2026-01-02T00:00:00Z')
  await clock.set(new Date(startMs))
  await clock.next()
  expect(clock.now()).toBe(startMs)
  await expect(Object(clock).advance('soon')).rejects.toMatchObject({ code: 'badArgument' })
  await expect(clock.set('tomorrow')).rejects.toMatchObject({ code: 'badArgument' })
})

test.each([
  [30_000, '30000 was milliseconds here: write "30s"'],
  [250, '250 was milliseconds here: write "250ms"'],
  [90_500, '90500 was milliseconds here: write "1m30.5s"'],
  [0, '0 was milliseconds here: write "0s"'],
  ['30', '"30" has no unit; a number was milliseconds here: write "30ms"'],
  [-5, 'a duration such as "30s" or "1h30m" is expected'],
])('an advance of %j, which has no unit, is refused with what to write', async (duration, said) => {
  const { clock } = await start({ clock: 'manual' })
  const startMs = clock.now()
  await expect(Object(clock).advance(duration)).rejects.toMatchObject({
    code: 'badArgument',
    message: `advance: ${said}`,
  })
  expect(clock.now()).toBe(startMs)
})

test('the types of durations ask for a unit', () => {
  const taken: readonly TwinmqDuration[] = ['250ms', '1.5s', '30s', '5m', '12h', '4d', '1h30m', '1d2h3m4.5s']
  // @ts-expect-error a number has no unit
  const number: TwinmqDuration = 30_000
  // @ts-expect-error nor has this text
  const text: TwinmqDuration = '30'
  // @ts-expect-error nor has the end of this one
  const sum: TwinmqDuration = '1h30'
  const queue = { name: 'orders', messages: [{ body: 'x', visibleIn: '30s' }] }
  // @ts-expect-error nor has this
  const document: SnapshotDocument = { queues: [queue, { name: 'b', messages: [{ body: 'x', inFlightFor: 30_000 }] }] }
  expect(taken.map(parseDuration)).toEqual([
    250, 1_500, 30_000, 300_000, 43_200_000, 345_600_000, 5_400_000, 93_784_500,
  ])
  expect([number, text, sum].map(String).map(parseDuration)).toEqual([undefined, undefined, undefined])
  expect(document.queues).toHaveLength(2)
})

test('a clock that runs by itself cannot be moved before it is frozen', async () => {
  const { clock } = await start()
  await expect(clock.advance('1ms')).rejects.toThrow(/freeze/)
  await clock.freeze()
  const frozenMs = clock.now()
  await clock.advance('5ms')
  expect(clock.now()).toBe(frozenMs + 5)
  await clock.useSystem()
  await expect(clock.next()).rejects.toThrow(/freeze/)
})

test('a clock is not set back while a message exists', async () => {
  const twinmq = await start({ now: '2026-01-01T00:00:00Z' })
  const created = await call(twinmq, 'CreateQueue', { QueueName: 'orders' })
  await call(twinmq, 'SendMessage', { QueueUrl: Object(created).QueueUrl, MessageBody: 'a' })
  await expect(twinmq.clock.set('2025-01-01T00:00:00Z')).rejects.toThrow(/reset/)
  await twinmq.reset()
  await twinmq.clock.set('2025-01-01T00:00:00Z')
  expect(await call(twinmq, 'ListQueues', {})).toEqual({})
})

const badOptions: readonly TwinmqOptions[] = [
  { now: 'tomorrow' },
  { now: 0, clock: 'system' },
  { port: 70_000 },
  { account: 'abc' },
  { region: 'not a region' },
  { publicUrl: 'nonsense' },
  { seed: -1 },
]

test.each([{ data: true }, { port: {} }, { strict: 'maybe' }, { region: 1 }])(
  'a value of another type is refused with the name of its option: %j',
  async (options) => {
    const [name] = Object.keys(options)
    await expect(startOrStop(Object(options))).rejects.toMatchObject({
      code: 'badOption',
      message: expect.stringContaining(`${name}: `),
    })
  },
)

for (const options of badOptions)
  test(`${JSON.stringify(options)} is no good, and a rejection`, async () => {
    await expect(startOrStop(options)).rejects.toMatchObject({ name: 'TwinmqError', code: 'badOption' })
  })

/** One that starts by mistake is stopped, so that it does not outlive its test. */
async function startOrStop(options: TwinmqOptions): ReturnType<typeof startTwinmq> {
  const twinmq = await library.startTwinmq(options)
  await twinmq.stop()
  return twinmq
}

test('arguments that mean nothing are refused, and change nothing', async () => {
  const twinmq = await start()
  await call(twinmq, 'CreateQueue', { QueueName: 'orders' })
  const anything: Record<'reset' | 'snapshot' | 'load', (value?: unknown) => Promise<unknown>> = Object(twinmq)
  await expect(anything.reset('fixtrue')).rejects.toMatchObject({ code: 'badArgument' })
  await expect(anything.snapshot('soon')).rejects.toMatchObject({ code: 'badArgument' })
  await expect(anything.load(undefined)).rejects.toMatchObject({ code: 'badArgument' })
  await expect(anything.load(null)).rejects.toMatchObject({ code: 'badArgument' })
  expect((await twinmq.snapshot()).queues).toHaveLength(1)
})
