import { describe, expect, test } from 'vitest'
import { type Store, StoreFailure } from '../../src/store/store.ts'
import { plainState } from './plain-state.ts'
import { create, send, Worker } from './worker.ts'

/** A place where state is kept, used by one process after the other. */
type Place = { open(): Store }

/** What every store does. `newPlace` gives an empty place. */
export function storeContract(name: string, newPlace: () => Place): void {
  async function begin(place: Place, seed = 1): Promise<Worker> {
    const store = place.open()
    const { state, notices } = await store.load()
    expect(notices).toEqual([])
    return new Worker(state, store, seed)
  }

  /** Closes, opens again and expects everything as it was. */
  async function reopen(place: Place, worker: Worker): Promise<Worker> {
    const before = plainState(worker.state)
    await worker.store.close()
    const next = await begin(place)
    expect(plainState(next.state)).toEqual(before)
    return next
  }

  describe(name, () => {
    test('a new place holds nothing', async () => {
      const { state, store } = await begin(newPlace())
      expect(plainState(state)).toMatchObject({ sequence: 0, origin: 0, changedAtMs: 0, queues: [], deleted: [] })
      await store.close()
    })

    test('what was appended is there after a restart, without a snapshot', async () => {
      const place = newPlace()
      const worker = await begin(place)
      await worker.toil(400)
      const again = await reopen(place, worker)
      await again.toil(100)
      await (await reopen(place, again)).store.close()
    })

    test('what was saved is there after a restart', async () => {
      const place = newPlace()
      const worker = await begin(place)
      await worker.toil(400)
      await worker.store.saveSnapshot(worker.state)
      const again = await reopen(place, worker)
      await (await reopen(place, again)).store.close()
    })

    test('what was appended after a snapshot is there beside it', async () => {
      const place = newPlace()
      const worker = await begin(place)
      await worker.toil(200)
      await worker.store.saveSnapshot(worker.state)
      await worker.toil(200)
      await (await reopen(place, worker)).store.close()
    })

    test('entries may be appended while a snapshot is written', async () => {
      const place = newPlace()
      const worker = await begin(place)
      await worker.toil(400)
      const saved = worker.store.saveSnapshot(worker.state)
      await worker.toil(200)
      await saved
      await worker.toil(50)
      await (await reopen(place, worker)).store.close()
    })

    test('snapshots asked for at once are written one after the other', async () => {
      const place = newPlace()
      const worker = await begin(place)
      await worker.toil(100)
      const first = worker.store.saveSnapshot(worker.state)
      await worker.toil(20)
      await Promise.all([first, worker.store.saveSnapshot(worker.state)])
      await (await reopen(place, worker)).store.close()
    })

    test('a wrong sequence is refused and adds nothing, and the right one is taken after it', async () => {
      const place = newPlace()
      const worker = await begin(place)
      await worker.work(create('orders'))
      worker.run(send('orders', 'a'))
      worker.run(send('orders', 'b'))
      const [a, b] = worker.pending
      expect(() => worker.store.append([b!])).toThrow(StoreFailure)
      expect(() => worker.store.append([a!, { ...b!, sequence: 4 }])).toThrow(StoreFailure)
      expect(() => worker.store.append([{ ...a!, sequence: 1 }])).toThrow(StoreFailure)
      await worker.flush()
      await (await reopen(place, worker)).store.close()
    })

    test('nothing is taken before load and after close', async () => {
      const place = newPlace()
      const store = place.open()
      expect(() => store.append([{ sequence: 1, atMs: 1, events: [] }])).toThrow(StoreFailure)
      const { state } = await store.load()
      await store.close()
      expect(() => store.append([{ sequence: 1, atMs: 1, events: [] }])).toThrow(StoreFailure)
      await expect(store.saveSnapshot(state)).rejects.toThrow(StoreFailure)
      await store.close()
    })

    test('a store that is in use cannot be loaded again until it is closed', async () => {
      const store = newPlace().open()
      await store.load()
      await expect(store.load()).rejects.toThrow('in use')
      await store.close()
      await store.load()
      await store.close()
    })

    test('nobody else appends, so there is nothing to follow', async () => {
      const { store } = await begin(newPlace())
      const others = []
      for await (const entry of store.follow(1)) others.push(entry)
      expect(others).toEqual([])
      await store.close()
    })

    test('a small journal is not worth a snapshot', async () => {
      const worker = await begin(newPlace())
      await worker.toil(50)
      expect(worker.store.snapshotDue).toBe(false)
      await worker.store.close()
    })
  })
}
