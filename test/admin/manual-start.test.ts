import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { GivenConfig } from '../../src/config/options.ts'
import { fixtureValue } from '../../src/emulator/fixtures.ts'
import { TestEmulator } from '../support/emulator.ts'

const world = {
  queues: [
    {
      name: 'orders',
      messages: [
        { body: 'x', sent: '-5m' },
        { body: 'y', visibleIn: '30s' },
      ],
    },
  ],
}
/** As far from the present of the clock as the document says, milliseconds: when sent, and when seen. */
const asWritten = [
  [-300_000, -300_000],
  [0, 30_000],
]
const standing: GivenConfig = { clock: 'manual', now: undefined }

/** Each look at the time of the machine finds it a second later. */
beforeEach(() => {
  let nowMs = Date.UTC(2026, 10, 30)
  const looks = vi.spyOn(Date, 'now').mockImplementation(() => {
    nowMs += 1_000
    return nowMs
  })
  onTestFinished(() => looks.mockRestore())
})

async function distances(twinmq: TestEmulator): Promise<unknown> {
  const nowMs = twinmq.emulator.broker.clock.nowMs()
  const { messages } = Object(await twinmq.show('/messages?queue=orders'))
  return messages.map(({ sentAt, visibleAt }: { sentAt: string; visibleAt: string }) => [
    Date.parse(sentAt) - nowMs,
    Date.parse(visibleAt) - nowMs,
  ])
}

test('times of a fixture count from the instant at which a manual clock stands', async () => {
  const twinmq = await TestEmulator.start(standing, [fixtureValue(world), fixtureValue({ queues: [{ name: 'b' }] })])
  expect(await distances(twinmq)).toEqual(asWritten)
})

test('so do those of a data file that people wrote', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'twinmq-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const data = join(folder, 'state.json')
  writeFileSync(data, JSON.stringify(world))
  expect(await distances(await TestEmulator.start({ ...standing, memory: false, data }))).toEqual(asWritten)
})

test('so do those of a load, and of the way back to the fixture', async () => {
  const twinmq = await TestEmulator.start(standing, [fixtureValue(world)])
  await twinmq.emulator.clock.advance(60_000)
  await twinmq.ask({ method: 'PUT', path: '/_twinmq/snapshot', body: JSON.stringify(world) })
  expect(await distances(twinmq)).toEqual(asWritten)
  await twinmq.emulator.clock.advance(60_000)
  await twinmq.ask({ method: 'POST', path: '/_twinmq/reset?to=fixture' })
  expect(await distances(twinmq)).toEqual(asWritten)
})

test('a fixture behind one that is of a time to come counts from that', async () => {
  const changedAt = '2030-01-01T00:00:00.000Z'
  const saved = {
    savedAt: changedAt,
    changedAt,
    queues: [{ name: 'later', messages: [{ body: 'z', sent: changedAt }] }],
  }
  const twinmq = await TestEmulator.start(standing, [fixtureValue(saved), fixtureValue(world)])
  expect(twinmq.emulator.broker.clock.nowMs()).toBe(Date.parse(changedAt))
  expect(await distances(twinmq)).toEqual(asWritten)
})

test('times of a document during whose transfer the clock is moved count from where it stands then', async () => {
  const twinmq = await TestEmulator.start(standing)
  const { clock, running, broker } = twinmq.emulator
  const startMs = broker.clock.nowMs()
  async function* bytes() {
    yield Buffer.from(' ')
    await clock.advance(60_000)
    yield Buffer.from(JSON.stringify(world))
  }
  expect(await running.load({ bytes: bytes(), format: 'json' }, false)).toEqual({ backup: undefined })
  expect(broker.clock.nowMs()).toBe(startMs + 60_000)
  expect(await distances(twinmq)).toEqual(asWritten)
})

test('relative times count from a clock that stands in the year 1970', async () => {
  const twinmq = await TestEmulator.start({ clock: 'manual', now: 600_000 }, [fixtureValue(world)])
  expect(await distances(twinmq)).toEqual(asWritten)
})
