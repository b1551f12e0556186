import { describe, expect, test } from 'vitest'
import { replaceState } from '../../src/core/replace-state.ts'
import { emptyState } from '../../src/core/state.ts'
import { type Store, StoreFailure } from '../../src/store/store.ts'
import { createTopic, publish, subscribe, toQueue } from '../support/topics.ts'
import { plainState } from './plain-state.ts'
import { addressOf, create, redrive, send, sendTo, Worker } from './worker.ts'

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
    const before = plainState(worker.state, worker.nowMs)
    await worker.store.close()
    const next = await begin(place)
    expect(plainState(next.state, worker.nowMs)).toEqual(before)
    next.nowMs = worker.nowMs
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

    test('a state that took the place of another is there after a restart, and goes on behind a gap', async () => {
      const place = newPlace()
      const worker = await begin(place)
      await worker.toil(200)
      replaceState(worker.state, emptyState('isolated'))
      await worker.store.saveSnapshot(worker.state, { anew: true })
      expect(worker.state.sequence).toBe(worker.answered + 1)
      const next = new Worker(worker.state, worker.store, 2)
      await next.toil(50)
      const again = await reopen(place, next)
      await again.toil(20)
      await (await reopen(place, again)).store.close()
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

    test('a new delay of a FIFO queue holds for the messages it has, also when it is replayed', async () => {
      const place = newPlace()
      const worker = await begin(place)
      await worker.work(create('orders.fifo', { delayMs: 1_000 }), sendTo('orders.fifo', 'g', 'one'))
      worker.nowMs += 1_000
      const settings = { delayMs: 900_000 }
      await worker.work({ kind: 'setQueueSettings', queue: addressOf('orders.fifo'), settings })
      const again = await reopen(place, worker)
      again.nowMs += 898_999
      expect(again.bodies('orders.fifo')).toEqual([])
      again.nowMs += 1
      expect(again.bodies('orders.fifo')).toEqual(['one'])
      await again.store.close()
    })

    test('what a FIFO queue deduplicates by is there after a restart, for five minutes from the first send', async () => {
      const place = newPlace()
      const worker = await begin(place)
      await worker.work(create('orders.fifo'), create('groups.fifo'))
      await worker.work(sendTo('orders.fifo', 'a', 'one'), sendTo('groups.fifo', 'a', 'one', 'x'))
      worker.nowMs += 200_000
      await worker.store.saveSnapshot(worker.state)
      await worker.work(sendTo('orders.fifo', 'a', 'two'))
      const again = await reopen(place, worker)
      const first = again.sent(sendTo('orders.fifo', 'b', 'one'))
      expect(first.sequence).toBe(1)
      expect(again.sent(sendTo('orders.fifo', 'b', 'two')).sequence).toBe(2)
      expect(again.sent(sendTo('groups.fifo', 'a', 'other', 'x')).sequence).toBe(1)
      expect(again.sent(sendTo('groups.fifo', 'b', 'one', 'x')).sequence).toBe(2)
      again.nowMs += 100_000
      expect(again.sent(sendTo('orders.fifo', 'b', 'two')).sequence).toBe(2)
      expect(again.sent(sendTo('orders.fifo', 'b', 'one')).sequence).toBe(3)
      await again.store.close()
    })

    test('the scope of deduplication that a queue was made with stays, whatever is set later', async () => {
      const place = newPlace()
      const worker = await begin(place)
      const settings = { deduplicationScope: 'queue', fifoThroughputLimit: 'perQueue' } as const
      await worker.work(create('groups.fifo'))
      await worker.work({ kind: 'setQueueSettings', queue: addressOf('groups.fifo'), settings })
      await worker.store.saveSnapshot(worker.state)
      const again = await reopen(place, worker)
      expect([...again.state.queues.values()][0]?.settings.deduplicationScope).toBe('queue')
      expect(again.sent(sendTo('groups.fifo', 'a', 'one', 'x')).sequence).toBe(1)
      expect(again.sent(sendTo('groups.fifo', 'b', 'one', 'x')).sequence).toBe(2)
      await again.store.close()
    })

    test.each([false, true])('an attempt to receive is known after a restart (saved: %s)', async (saved) => {
      const place = newPlace()
      const worker = await begin(place)
      await worker.work(create('orders.fifo'), sendTo('orders.fifo', 'a', 'one'), sendTo('orders.fifo', 'b', 'two'))
      expect(worker.bodies('orders.fifo', { attemptId: 'try' })).toEqual(['one', 'two'])
      await worker.flush()
      if (saved) await worker.store.saveSnapshot(worker.state)
      const again = await reopen(place, worker)
      expect(again.bodies('orders.fifo', { attemptId: 'try' })).toEqual(['one', 'two'])
      expect(again.bodies('orders.fifo')).toEqual([])
      await again.store.close()
    })

    test.each([false, true])('a dead letter keeps where it came from over a restart (saved: %s)', async (saved) => {
      const place = newPlace()
      const worker = await begin(place)
      await worker.work(create('dlq.fifo'), create('orders.fifo'), redrive('orders.fifo', 'dlq.fifo', 1))
      await worker.work(sendTo('orders.fifo', 'a', 'spent'), sendTo('orders.fifo', 'a', 'next'))
      expect(worker.bodies('orders.fifo', { maximumMessages: 1, visibilityTimeoutMs: 0 })).toEqual(['spent'])
      expect(worker.bodies('orders.fifo')).toEqual(['next'])
      await worker.flush()
      if (saved) await worker.store.saveSnapshot(worker.state)
      const again = await reopen(place, worker)
      const letter = again.state.queuesById.get(1)?.messages.oldest
      expect(letter).toMatchObject({ body: 'spent', groupId: 'a', receiveCount: 1 })
      expect(letter?.extras).toEqual({
        deduplicationId: letter?.id,
        deadLetterSource: addressOf('orders.fifo'),
        receivesElsewhere: 1,
      })
      expect(again.sent(sendTo('orders.fifo', 'a', 'spent')).messageId).toBe(letter?.id)
      await again.store.close()
    })

    test.each([false, true])('a move task goes on after a restart, at its rate (saved: %s)', async (saved) => {
      const place = newPlace()
      const worker = await begin(place)
      await worker.work(create('7'), create('orders'), create('invoices'), redrive('orders', '7', 1))
      await worker.work(send('7', 'a'), send('7', 'b'), send('7', 'c'))
      const ways = { source: addressOf('7'), destination: addressOf('invoices'), ratePerSecond: 1 }
      await worker.work({ kind: 'startMoveTask', ...ways }, { kind: 'tick' })
      if (saved) await worker.store.saveSnapshot(worker.state)
      const again = await reopen(place, worker)
      const [task] = again.state.moveTasks.values()
      expect(task).toMatchObject({ toMove: 3, moved: 1, status: 'running', nextAtMs: worker.nowMs + 1_000 })
      again.nowMs += 999
      await again.work({ kind: 'tick' })
      expect(task?.moved).toBe(1)
      again.nowMs += 1
      await again.work({ kind: 'tick' })
      expect(task?.moved).toBe(2)
      again.nowMs += 1_000
      await again.work({ kind: 'tick' })
      expect(task).toMatchObject({ moved: 3, status: 'completed' })
      expect(again.bodies('invoices')).toEqual(['a', 'b', 'c'])
      await again.flush()
      await (await reopen(place, again)).store.close()
    })

    test.each([false, true])('a delivery is tried again after a restart where it was (saved: %s)', async (saved) => {
      const place = newPlace()
      const worker = await begin(place)
      const settings = { ...toQueue('inbox'), strategy: 'exponentialDecay' } as const
      await worker.work(createTopic('news'), subscribe('news', 'a', settings), subscribe('news', 'b'))
      await worker.work(publish('news', 'hello'), {
        kind: 'setAccount',
        account: '0',
        settings: { loggingBucket: 'x' },
      })
      const [ofQueue, overHttp] = worker.state.topics.deliveries.values()
      expect(ofQueue).toMatchObject({ attempts: 1, nextAtMs: worker.nowMs + 1_000 })
      await worker.work({ kind: 'settleDelivery', delivery: overHttp!.id, attempt: 1, delivered: false })
      expect(overHttp).toMatchObject({ attempts: 1, nextAtMs: expect.any(Number) })
      if (saved) await worker.store.saveSnapshot(worker.state)
      const again = await reopen(place, worker)
      expect([...again.state.topics.deliveries.values()]).toEqual([ofQueue, overHttp])
      await again.work(create('inbox'))
      again.nowMs += 1_000
      await again.work({ kind: 'tick' })
      expect(again.bodies('inbox')).toEqual(['simplified:hello'])
      await again.work({ kind: 'settleDelivery', delivery: overHttp!.id, attempt: 2, delivered: true })
      expect(again.state.topics.deliveries.size).toBe(0)
      await again.flush()
      await (await reopen(place, again)).store.close()
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
