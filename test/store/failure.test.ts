import { readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import type { Durability } from '../../src/store/journal.ts'
import { StoreFailure } from '../../src/store/store.ts'
import { FilePlace } from './file-place.ts'
import { LockTime } from './lock-time.ts'
import { stateText } from './plain-state.ts'
import { type Fault, type Step, TestDisk } from './test-disk.ts'
import { addressOf, create, send, textAfter, Worker } from './worker.ts'

async function begin(
  durability: Durability = 'process',
): Promise<{ place: FilePlace; disk: TestDisk; worker: Worker }> {
  const disk = new TestDisk()
  const place = new FilePlace({ fileSystem: disk.fileSystem, durability })
  const store = place.open()
  const worker = new Worker((await store.load()).state, store)
  await worker.work(create('orders'), send('orders', 'a'))
  return { place, disk, worker }
}

/** What a process that starts now would find; the one that runs must be done with the place. */
async function found(place: FilePlace): Promise<string> {
  const store = place.open()
  const { state } = await store.load()
  const text = stateText(state)
  await store.close()
  return text
}

const full = { code: 'ENOSPC' } as const
const onCall = (call: Step['call'], fault: Fault) => (step: Step) => (step.call === call ? fault : undefined)

describe.each<Durability>(['process', 'disk'])('in mode %s', (durability) => {
  const writing = durability === 'process' ? 'writeSync' : 'write'

  test('a write that the disk takes bit by bit is whole in the end', async () => {
    const { place, disk, worker } = await begin(durability)
    disk.fault = onCall(writing, { takes: 7 })
    await worker.work(send('orders', 'b'), send('orders', 'c \u00e9\ud83d\ude00'))
    disk.fault = () => undefined
    await worker.store.close()
    expect(await found(place)).toBe(stateText(worker.state))
  })

  test('after a write that failed halfway nothing is added until a snapshot has made the store whole', async () => {
    const { place, disk, worker } = await begin(durability)
    disk.fault = onCall(writing, { ...full, halfway: true })
    await expect(worker.work(send('orders', 'b'))).rejects.toThrow(StoreFailure)
    disk.fault = () => undefined
    const torn = readFileSync(`${place.file}.journal`)

    const { state, store } = worker
    const next = { sequence: state.sequence + 1, atMs: 1, events: [] }
    expect(() => store.append([next])).toThrow(StoreFailure)
    expect(() => store.append([{ ...next, sequence: state.sequence }])).toThrow(StoreFailure)
    expect(readFileSync(`${place.file}.journal`)).toEqual(torn)

    await store.saveSnapshot(state)
    expect(place.files).toEqual(['state.json', 'state.json.journal', 'state.json.lock'])
    await worker.work(send('orders', 'c'))
    await store.close()
    expect(await found(place)).toBe(stateText(state))
  })

  test('a process that dies before such a snapshot has lost nothing it answered', async () => {
    const { place, disk, worker } = await begin(durability)
    disk.fault = onCall(writing, { ...full, halfway: true })
    await expect(worker.work(send('orders', 'b'))).rejects.toThrow(StoreFailure)
    disk.fault = (step) => (step.call === 'rename' ? 'crash' : undefined)
    await expect(worker.store.saveSnapshot(worker.state)).rejects.toThrow(StoreFailure)
    disk.bury()
    const store = place.open({ fileSystem: new TestDisk().fileSystem })
    const { state, notices } = await store.load()
    expect(notices).toHaveLength(1)
    const next = new Worker(state, store)
    expect(stateText(state)).toBe(textAfter(worker.entries, 2))
    await next.work(send('orders', 'other'))
    await store.close()
    const last = place.open({ fileSystem: new TestDisk().fileSystem })
    expect(stateText((await last.load()).state)).toBe(stateText(next.state))
    await last.close()
  })

  test('the snapshot that ends a failed journal is not kept if time changed the state while it was written', async () => {
    const { place, disk, worker } = await begin(durability)
    const change = { kind: 'setQueueSettings', queue: addressOf('orders'), settings: {} } as const
    disk.fault = onCall(writing, full)
    await expect(worker.work(send('orders', 'b'))).rejects.toThrow(StoreFailure)
    disk.fault = () => undefined
    let whole = 0
    const options = {
      whole() {
        whole += 1
      },
    }
    disk.before = ({ call }) => {
      if (call !== 'fsync') return
      worker.run(change)
      worker.pending = []
    }
    await expect(worker.store.saveSnapshot(worker.state, options)).rejects.toThrow('changed while it was saved')
    expect(whole).toBe(0)
    disk.before = () => {}
    const before = worker.state.sequence
    await worker.store.saveSnapshot(worker.state, options)
    expect(whole).toBe(1)
    expect(worker.state.sequence).toBe(before)
    await worker.work(send('orders', 'c'))
    await worker.store.close()
    expect(await found(place)).toBe(stateText(worker.state))
  })

  test.each<[string, (step: Step, place: FilePlace) => boolean]>([
    ['open of a new segment', ({ call, path }, { file }) => call === 'open' && path === `${file}.journal.1`],
    ['open of the new document', ({ call, path }, { file }) => call === 'open' && path === `${file}.tmp`],
    ['write of the new document', ({ call, path }, { file }) => call === 'write' && path === `${file}.tmp`],
    ['sync of the new document', ({ call, path }, { file }) => call === 'fsync' && path === `${file}.tmp`],
    ['rename of the new document', ({ call, path }, { file }) => call === 'rename' && path === file],
    ['sync of the folder', ({ call, path }, { file }) => call === 'fsync' && path === dirname(file)],
  ])('a snapshot that fails at the %s leaves a journal that goes on', async (_, fails) => {
    const { place, disk, worker } = await begin(durability)
    disk.fault = (step) => (fails(step, place) ? { code: 'EIO' } : undefined)
    for (let attempt = 0; attempt < 3; attempt++) {
      await expect(worker.store.saveSnapshot(worker.state)).rejects.toThrow(/state\.json: EIO/)
      await worker.work(send('orders', `after attempt ${attempt}`))
    }
    expect(place.files).not.toContain('state.json.tmp')
    disk.fault = () => undefined
    await worker.store.saveSnapshot(worker.state)
    expect(place.files).toEqual(['state.json', 'state.json.journal', 'state.json.lock'])
    await worker.work(send('orders', 'last'))
    await worker.store.close()
    expect(await found(place)).toBe(stateText(worker.state))
  })

  test.each(['open', 'write', 'fsync', 'rename'] as const)(
    'a broken store whose snapshots fail at %s leaves nothing lying about',
    async (call) => {
      const { place, disk, worker } = await begin(durability)
      disk.fault = onCall(writing, full)
      await expect(worker.work(send('orders', 'b'))).rejects.toThrow(StoreFailure)
      disk.fault = onCall(call, full)
      for (let attempt = 0; attempt < 3; attempt++)
        await expect(worker.store.saveSnapshot(worker.state)).rejects.toThrow(StoreFailure)
      expect(place.files.filter((name) => name !== 'state.json')).toEqual(['state.json.journal', 'state.json.lock'])
      disk.fault = () => undefined
      await worker.store.saveSnapshot(worker.state)
      await worker.store.close()
      expect(place.files).toEqual(['state.json'])
      expect(await found(place)).toBe(stateText(worker.state))
    },
  )

  test('segments that cannot be removed take room and do no harm', async () => {
    const { place, disk, worker } = await begin(durability)
    const stuck = ({ call, path }: Step) => call === 'unlink' && path.includes('.journal')
    disk.fault = (step) => (stuck(step) ? { code: 'EPERM' } : undefined)
    for (let round = 0; round < 3; round++) {
      await worker.store.saveSnapshot(worker.state)
      await worker.work(send('orders', `round ${round}`))
    }
    await worker.store.close()
    disk.fault = () => undefined
    expect(place.files.length).toBeGreaterThan(2)
    expect(await found(place)).toBe(stateText(worker.state))
    const store = place.open()
    await store.saveSnapshot((await store.load()).state)
    await store.close()
    expect(place.files).toEqual(['state.json'])
  })

  test('a snapshot that is under way when the store is closed comes to nothing, and nothing is lost', async () => {
    const { place, disk, worker } = await begin(durability)
    let closed: Promise<void> | undefined
    disk.before = ({ call, path }) => {
      if (call === 'open' && path.endsWith('.tmp')) closed = worker.store.close()
    }
    await expect(worker.store.saveSnapshot(worker.state)).rejects.toThrow('is being closed')
    await closed
    expect(place.files).toEqual(['state.json.journal'])
    expect(await found(place)).toBe(stateText(worker.state))
  })

  test('what a state holds but nobody appends is never taken for saved', async () => {
    const { place, worker } = await begin(durability)
    worker.run(send('orders', 'b'))
    worker.pending = []
    await expect(worker.store.saveSnapshot(worker.state)).rejects.toThrow('entries 3 to 3 never came')
    await worker.store.saveSnapshot(worker.state)
    await worker.work(send('orders', 'c'))
    await worker.store.close()
    expect(await found(place)).toBe(stateText(worker.state))
  })

  test('a place that was deleted is noticed by the next write, and made again with all that was there', async () => {
    const { place, worker } = await begin(durability)
    await worker.store.close()
    const store = place.open()
    const next = new Worker((await store.load()).state, store)
    // The write before looked at the place a moment ago; the next one looks again.
    await next.work(send('orders', 'a'))
    rmSync(dirname(place.file), { recursive: true })
    await expect(next.work(send('orders', 'b'))).rejects.toThrow('the file was removed')
    await store.saveSnapshot(next.state)
    expect(place.files).toEqual(['state.json', 'state.json.journal', 'state.json.lock'])
    await next.work(send('orders', 'c'))
    await store.close()
    expect(await found(place)).toBe(stateText(next.state))
  })
})

test('a document that was removed alone is worth a snapshot, which writes it again', async () => {
  const time = new LockTime()
  const place = new FilePlace({ time })
  const store = place.open()
  const worker = new Worker((await store.load()).state, store)
  await worker.work(create('orders'), send('orders', 'a'))
  await store.saveSnapshot(worker.state)
  await worker.work(send('orders', 'b'))
  expect(store.snapshotDue).toBe(false)
  rmSync(place.file)
  await time.wait(1_000)
  await vi.waitFor(() => expect(store.snapshotDue).toBe(true))
  await store.saveSnapshot(worker.state)
  expect(store.snapshotDue).toBe(false)
  await store.close()
  expect(await found(place)).toBe(stateText(worker.state))
})

describe('groups of the mode that survives loss of power', () => {
  test('share one sync with all that came while the one before ran', async () => {
    const { disk, worker } = await begin('disk')
    const syncs: string[] = []
    const later: Promise<unknown>[] = []
    disk.before = ({ call }) => {
      if (call !== 'fdatasync') return
      syncs.push(call)
      if (syncs.length === 1) later.push(...['c', 'd', 'e'].map((body) => worker.work(send('orders', body))))
    }
    await worker.work(send('orders', 'b'))
    await Promise.all(later)
    expect(syncs).toHaveLength(2)
    await worker.store.close()
  })

  test('wait for the group before, and are answered only when their own sync has ended', async () => {
    const { disk, worker } = await begin('disk')
    const order: string[] = []
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    disk.before = ({ call }) => {
      order.push(call)
      return call === 'fdatasync' && order.length === 2 ? held : undefined
    }
    const answered = async (body: string) => {
      await worker.work(send('orders', body))
      order.push(body)
    }
    const first = answered('b')
    while (order.length < 2) await new Promise(setImmediate)
    const second = answered('c')
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
    expect(order).toEqual(['write', 'fdatasync'])
    release()
    await Promise.all([first, second])
    expect(order.filter((what) => what !== 'write')).toEqual(['fdatasync', 'b', 'fdatasync', 'c'])
    await worker.store.close()
  })

  test('fail with the sync that fails, and so do those that wait behind it', async () => {
    const { disk, worker } = await begin('disk')
    disk.fault = (step) => (step.call === 'fdatasync' ? { code: 'EIO' } : undefined)
    const turns = ['b', 'c', 'd'].map((body) => worker.work(send('orders', body)))
    const ends = await Promise.allSettled(turns)
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(disk.steps.filter(({ call }) => call === 'fdatasync').length).toBe(2)
    await worker.store.close()
  })
})
