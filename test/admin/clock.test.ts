import { expect, test } from 'vitest'
import { TestEmulator } from '../support/emulator.ts'
import { type Answered, sqsCall } from '../support/http.ts'

const startMs = Date.UTC(2026, 0, 1)

const order = (twinmq: TestEmulator, body: unknown): Promise<Answered> =>
  twinmq.ask({
    method: 'POST',
    path: '/_twinmq/clock',
    headers: { 'Content-Type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

const clockAt = (nowMs: number, nextDueMs?: number) => ({
  mode: 'manual',
  now: new Date(nowMs).toISOString(),
  nowMs,
  nextDue: nextDueMs === undefined ? null : new Date(nextDueMs).toISOString(),
})

test('the clock shows its mode, the present, and what is due next', async () => {
  const twinmq = await TestEmulator.start()
  expect(await twinmq.show('/clock')).toEqual(clockAt(startMs))
  const QueueUrl = await twinmq.queue('orders')
  await twinmq.sqs('SendMessage', { QueueUrl, MessageBody: 'a', DelaySeconds: 5 })
  expect(await twinmq.show('/clock')).toEqual(clockAt(startMs, startMs + 5_000))
})

for (const [said, ms] of [
  ['250ms', 250],
  ['1.5s', 1_500],
  ['30s', 30_000],
  ['5m', 300_000],
  ['12h', 43_200_000],
  ['4d', 345_600_000],
  ['1h30m', 5_400_000],
  ['0s', 0],
] as const)
  test(`an advance of ${JSON.stringify(said)} is ${ms} milliseconds, and answers what GET answers`, async () => {
    const twinmq = await TestEmulator.start()
    const answer = await order(twinmq, { advance: said })
    expect(answer.status).toBe(200)
    expect(JSON.parse(answer.body)).toEqual(clockAt(startMs + ms))
  })

for (const [said, ms] of [
  ['2026-01-02T00:00:00.000Z', startMs + 86_400_000],
  ['2026-01-01T00:00:00.001Z', startMs + 1],
  ['2026-01-01T08:00:00+08:00', startMs],
  [startMs + 5, startMs + 5],
  [String(startMs + 5), startMs + 5],
] as const)
  test(`the clock is set to ${JSON.stringify(said)}`, async () => {
    const twinmq = await TestEmulator.start()
    expect(JSON.parse((await order(twinmq, { set: said })).body)).toEqual(clockAt(ms))
  })

test('an advance answers when all that became due has been done', async () => {
  const twinmq = await TestEmulator.start()
  const QueueUrl = await twinmq.queue('orders')
  const poll = twinmq.startAsking(sqsCall('ReceiveMessage', { QueueUrl, WaitTimeSeconds: 20 }))
  await twinmq.untilDue('something')
  await twinmq.sqs('SendMessage', { QueueUrl, MessageBody: 'a', DelaySeconds: 5 })
  await order(twinmq, { advance: '10s' })
  expect(twinmq.log.requests.map(({ action }) => action)).toContain('ReceiveMessage')
  expect((await poll.answer).body).toContain('"Body":"a"')
})

test('next moves to what is due next, and with nothing due answers 200, unchanged', async () => {
  const twinmq = await TestEmulator.start()
  const unchanged = await order(twinmq, { next: true })
  expect(unchanged.status).toBe(200)
  expect(JSON.parse(unchanged.body)).toEqual(clockAt(startMs))
  const QueueUrl = await twinmq.queue('orders')
  await twinmq.sqs('SendMessage', { QueueUrl, MessageBody: 'a', DelaySeconds: 5 })
  expect(JSON.parse((await order(twinmq, { next: true })).body)).toEqual(
    clockAt(startMs + 5_000, startMs + 345_600_000),
  )
})

test('the clock goes back while no message exists, else 409 with advice', async () => {
  const twinmq = await TestEmulator.start()
  expect((await order(twinmq, { set: startMs - 1 })).status).toBe(200)
  const QueueUrl = await twinmq.queue('orders')
  await twinmq.sqs('SendMessage', { QueueUrl, MessageBody: 'a' })
  const refused = await order(twinmq, { set: startMs - 2 })
  expect(refused.status).toBe(409)
  expect(JSON.parse(refused.body)).toEqual({
    error: 'messagesExist',
    message: expect.stringMatching(/reset/),
    path: '',
  })
  expect(await twinmq.show('/clock')).toMatchObject({ nowMs: startMs - 1 })
})

test('a clock that runs by itself is not moved: 409 with advice', async () => {
  const twinmq = await TestEmulator.start({ clock: 'system', now: undefined })
  for (const move of [{ advance: '1s' }, { set: 5 }, { next: true }]) {
    const refused = await order(twinmq, move)
    expect(refused.status).toBe(409)
    expect(JSON.parse(refused.body)).toMatchObject({ error: 'clockIsSystem', message: expect.stringMatching(/manual/) })
  }
})

test('the clock is frozen and set free', async () => {
  const twinmq = await TestEmulator.start({ clock: 'system', now: undefined })
  const frozen = JSON.parse((await order(twinmq, { mode: 'manual' })).body)
  expect(frozen.mode).toBe('manual')
  expect(await twinmq.show('/clock')).toEqual(frozen)
  expect(JSON.parse((await order(twinmq, { mode: 'system' })).body)).toMatchObject({ mode: 'system' })
})

for (const [body, path] of [
  [{}, ''],
  [{ advance: '1s', next: true }, ''],
  [{ mode: 'manual', set: 5 }, ''],
  [{ speed: 2 }, '/speed'],
  [{ mode: 'fast' }, '/mode'],
  [{ next: false }, '/next'],
  [{ advance: true }, '/advance'],
  [{ advance: 'soon' }, '/advance'],
  [{ advance: '-1s' }, '/advance'],
  [{ advance: -1 }, '/advance'],
  [{ advance: '' }, '/advance'],
  [{ set: 'tomorrow' }, '/set'],
  [{ set: '2026-13-01T00:00:00Z' }, '/set'],
  [{ set: null }, '/set'],
  [[], ''],
  ['null', ''],
  ['{"advance":', ''],
  ['', ''],
] as const)
  test(`${JSON.stringify(body)} is a bad order: 400 with its place`, async () => {
    const twinmq = await TestEmulator.start()
    const refused = await order(twinmq, body)
    expect(refused.status).toBe(400)
    expect(JSON.parse(refused.body)).toEqual({ error: expect.any(String), message: expect.any(String), path })
    expect(await twinmq.show('/clock')).toEqual(clockAt(startMs))
  })

for (const [advance, said] of [
  [30_000, '30000 was milliseconds here: write "30s"'],
  [1_234, '1234 was milliseconds here: write "1.234s"'],
  [0, '0 was milliseconds here: write "0s"'],
  ['30', '"30" has no unit; a number was milliseconds here: write "30ms"'],
  [-1, 'a duration such as "30s" or "1h30m" is expected'],
] as const)
  test(`an advance of ${JSON.stringify(advance)} has no unit, so it is refused with what to write`, async () => {
    const twinmq = await TestEmulator.start()
    const refused = await order(twinmq, { advance })
    expect([refused.status, JSON.parse(refused.body).message]).toEqual([400, said])
    expect(await twinmq.show('/clock')).toEqual(clockAt(startMs))
  })

test('an advance further than a date can be is refused', async () => {
  const twinmq = await TestEmulator.start()
  const refused = await order(twinmq, { advance: '100000000d' })
  expect(refused.status).toBe(400)
  expect((await twinmq.ask({ path: '/_twinmq/clock' })).status).toBe(200)
})

test('the clock does not go past its end to what is due only then', async () => {
  const twinmq = await TestEmulator.start({ now: Date.UTC(2199, 11, 31, 23, 59) })
  const QueueUrl = await twinmq.queue('orders')
  await twinmq.sqs('SendMessage', { QueueUrl, MessageBody: 'a', DelaySeconds: 900 })
  const next = { method: 'POST', path: '/_twinmq/clock', body: '{"next":true}' }
  const answer = await twinmq.ask(next)
  expect(answer.status).toBe(400)
  expect(answer.body).toContain('ends with the year 2199')
})
