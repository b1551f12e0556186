import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { emptyState } from '../../src/core/state.ts'
import type { Durability } from '../../src/store/journal.ts'
import { FilePlace } from './file-place.ts'
import { stateText } from './plain-state.ts'
import { type Fault, TestDisk } from './test-disk.ts'
import { addressOf, create, redrive, send, sendTo, textAfter, Worker } from './worker.ts'

const modes: readonly Durability[] = ['process', 'disk']

/** Work with three snapshots; during the first two, work goes on between any two writes of the document. */
async function busyLife(place: FilePlace, disk: TestDisk, durability: Durability, seed: number): Promise<Worker> {
  const store = place.open({ fileSystem: disk.fileSystem, durability })
  let worker = new Worker(emptyState('isolated'), store)
  const live = async () => {
    worker = new Worker((await store.load()).state, store, seed)
    await worker.work(create('orders'), create('invoices'), create('7'), create('orders.fifo'), create('dlq.fifo'))
    await worker.work(redrive('orders', '7', 1), redrive('orders.fifo', 'dlq.fifo', 1))
    for (let i = 0; i < 4; i++) await worker.work(...Array.from({ length: 50 }, () => send('orders', `body ${i}`)))
    for (let i = 0; i < 4; i++)
      await worker.work(...Array.from({ length: 50 }, (_, at) => sendTo('orders.fifo', `g${at}`, `body ${i} ${at}`)))
    await worker.toil(30)
    const temporary = `${place.file}.tmp`
    disk.before = ({ path }) => (path === temporary ? worker.toil(3) : undefined)
    await store.saveSnapshot(worker.state)
    await worker.toil(10)
    await store.saveSnapshot(worker.state)
    disk.before = () => {}
    await store.saveSnapshot(worker.state)
    await store.close()
  }
  await live().catch((error: unknown) => {
    if (disk.alive) throw error
  })
  disk.bury()
  return worker
}

/** What a new process finds must be a state that was: at least all that was answered, at most all that was tried. */
async function expectRightState(place: FilePlace, worker: Worker): Promise<void> {
  const store = place.open()
  const { state } = await store.load()
  expect(state.sequence).toBeGreaterThanOrEqual(worker.answered)
  expect(stateText(state)).toBe(textAfter(worker.entries, state.sequence))
  const next = new Worker(state, store, 99)
  await next.toil(20)
  await store.saveSnapshot(state)
  await store.close()
  expect(place.files).toEqual(['state.json'])
  const last = place.open()
  expect(stateText((await last.load()).state, next.nowMs)).toBe(stateText(state, next.nowMs))
  await last.close()
}

describe.each(modes)('a process in mode %s that dies', (durability) => {
  test('dies nowhere when nothing befalls it, and leaves the document alone', async () => {
    const place = new FilePlace()
    const worker = await busyLife(place, new TestDisk(), durability, 1)
    expect(place.files).toEqual(['state.json'])
    expect(stateText(worker.state, worker.nowMs)).toBe(textAfter(worker.entries, worker.answered, worker.nowMs))
    await expectRightState(place, worker)
  })

  test.each<Fault>(['crash', 'crashHalfway'])(
    'at any step of its life (%s) loses nothing it had answered',
    async (fault) => {
      const calm = new TestDisk()
      await busyLife(new FilePlace(), calm, durability, 1)
      expect(calm.steps.length).toBeGreaterThan(60)
      for (let step = 0; step < calm.steps.length; step++) {
        const { call } = calm.steps[step]!
        if (fault === 'crashHalfway' && !call.startsWith('write')) continue
        const place = new FilePlace()
        const disk = new TestDisk()
        disk.fault = (_, index) => (index === step ? fault : undefined)
        const worker = await busyLife(place, disk, durability, 1)
        expect(disk.alive, `step ${step}: ${call}`).toBe(false)
        await expectRightState(place, worker)
      }
    },
  )
})

test('snapshots written while any work goes on come out right', async () => {
  for (let seed = 2; seed < 22; seed++) {
    const place = new FilePlace()
    const worker = await busyLife(place, new TestDisk(), 'process', seed)
    await expectRightState(place, worker)
  }
})

test('a reset while a snapshot is written takes away what is in it already', async () => {
  for (let step = 0; step < 6; step++) {
    const place = new FilePlace()
    const disk = new TestDisk()
    const store = place.open({ fileSystem: disk.fileSystem })
    const worker = new Worker((await store.load()).state, store)
    await worker.work(create('orders'), create('invoices'))
    await worker.work(...Array.from({ length: 600 }, (_, index) => send(index < 300 ? 'orders' : 'invoices', 'before')))
    let writes = 0
    disk.before = ({ path }) => {
      if (!path.endsWith('.tmp') || writes++ !== step) return
      return worker.work({ kind: 'reset' }, create('invoices'), send('invoices', 'after'))
    }
    await store.saveSnapshot(worker.state)
    expect(worker.state.origin).toBeGreaterThan(0)
    await store.close()
    await expectRightState(place, worker)
  }
})

test('sends that are forgotten or made anew while a snapshot is written are as the journal has them', async () => {
  const messages = (from: number) =>
    Array.from({ length: 300 }, (_, at) => sendTo('orders.fifo', `g${at}`, `body ${from + at}`))
  for (let step = 0; step < 4; step++) {
    for (const change of ['purge', 'later', 'letters'] as const) {
      const place = new FilePlace()
      const disk = new TestDisk()
      const store = place.open({ fileSystem: disk.fileSystem })
      const worker = new Worker((await store.load()).state, store)
      await worker.work(create('dlq.fifo'), create('orders.fifo'), redrive('orders.fifo', 'dlq.fifo', 1))
      await worker.work(...messages(0), ...messages(300))
      for (let i = 0; i < 10; i++) worker.bodies('orders.fifo', { visibilityTimeoutMs: 0, attemptId: `try ${i}` })
      await worker.flush()
      let writes = 0
      disk.before = ({ path }) => {
        if (!path.endsWith('.tmp') || writes++ !== step) return
        if (change === 'purge') worker.run({ kind: 'purgeQueue', queue: addressOf('orders.fifo') })
        if (change === 'later') worker.nowMs += 300_000
        if (change === 'letters') worker.bodies('orders.fifo', { maximumMessages: 600, attemptId: 'try 3' })
        return worker.work(...messages(100))
      }
      await store.saveSnapshot(worker.state)
      expect(writes, 'a step that was never reached').toBeGreaterThan(step)
      await store.close()
      await expectRightState(place, worker)
    }
  }
})

describe('a last line that was cut off', () => {
  async function journalOf(
    bodies: readonly string[],
  ): Promise<{ place: FilePlace; worker: Worker; journal: string; bytes: Buffer }> {
    const place = new FilePlace()
    const store = place.open()
    const worker = new Worker((await store.load()).state, store)
    await worker.work(create('orders'))
    for (const body of bodies) await worker.work(send('orders', body))
    const journal = `${place.file}.journal`
    return { place, worker, journal, bytes: readFileSync(journal) }
  }

  test('is left out and said, wherever it was cut', async () => {
    const { place, worker, journal, bytes } = await journalOf(['first', 'last \u00e9 \ud83d\ude00'])
    /* The journal ends in the start of the line to come. */
    const end = bytes.lastIndexOf(10) + 1
    const lastLine = bytes.lastIndexOf(10, end - 2) + 1
    for (let size = lastLine; size <= bytes.length; size++) {
      writeFileSync(journal, bytes.subarray(0, size))
      const store = place.open()
      const { state, notices } = await store.load()
      const whole = size < end ? 2 : 3
      expect(stateText(state)).toBe(textAfter(worker.entries, whole))
      const lost = size - (size < end ? lastLine : end)
      expect(notices).toEqual(
        lost === '{"sequence":4'.length
          ? []
          : [
              expect.stringContaining(
                lost > 0
                  ? `${journal}, line ${whole + 1}: the last line was cut off while it was written (${lost} bytes)`
                  : `${journal}, line ${whole}: the start of another line is missing after this one`,
              ),
            ],
      )
      const next = new Worker(state, store)
      await next.work(send('orders', 'another'))
      await store.close()
      const again = place.open()
      const loaded = await again.load()
      expect(loaded.notices).toEqual([])
      expect(stateText(loaded.state)).toBe(stateText(next.state))
      await again.close()
    }
  })

  test('may be the only one', async () => {
    const { place, journal } = await journalOf([])
    truncateSync(journal, 5)
    const store = place.open()
    const { state, notices } = await store.load()
    expect(notices).toHaveLength(1)
    expect(state.sequence).toBe(0)
    await store.close()
    expect(place.files).toEqual([])
  })
})
