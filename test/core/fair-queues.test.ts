import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { freshEngine, type Held, TestEngine, TestQueue } from '../support/given.ts'
import { howOften, patienceMs } from '../support/how-often.ts'

vi.setConfig({ testTimeout: patienceMs })

const { given, clock } = freshEngine()
const noisyInFlight = 30
let orders: TestQueue

beforeEach(() => {
  orders = given.queue({ visibilityTimeoutMs: 600_000 })
})

/** Has this many messages of a group in flight. */
function inFlight(groupId: string, count: number): Held[] {
  for (let sent = 0; sent < count; sent++) orders.send(`${groupId} in flight`, { groupId })
  return orders.take({ maximumMessages: count })
}

describe('groups on a standard queue', () => {
  test('a group is kept and given back, and locks nothing', () => {
    orders.holdingIn('g1', 'a', 'b')
    expect(orders.takeOne().message).toMatchObject({ body: 'a', groupId: 'g1' })
    expect(orders.receive()).toEqual(['b'])
  })

  test('as long as none is noisy, the order is that of the sends', () => {
    inFlight('loud', noisyInFlight - 1)
    orders.holdingIn('loud', 'a').holdingIn('quiet', 'b').holding('c')
    expect(orders.receive()).toEqual(['a', 'b', 'c'])
  })
})

describe('a noisy group', () => {
  test('with 30 in flight, messages of all others go first, those without a group among them', () => {
    inFlight('loud', noisyInFlight)
    orders.holdingIn('loud', 'a', 'b').holdingIn('quiet', 'c').holding('d').holdingIn('loud', 'e')
    expect(orders.receive()).toEqual(['c', 'd', 'a', 'b', 'e'])
  })

  test('it becomes noisy within a receive', () => {
    inFlight('loud', noisyInFlight - 1)
    orders.holdingIn('loud', 'a', 'b').holdingIn('quiet', 'c')
    expect(orders.receive()).toEqual(['a', 'c', 'b'])
  })

  test('30 that are a tenth of all in flight are not noisy, 31 of 301 are', () => {
    for (let count = 0; count < 270; count++) orders.send('other')
    orders.take({ maximumMessages: 270 })
    inFlight('loud', noisyInFlight)
    orders.holdingIn('loud', 'a', 'b').holdingIn('quiet', 'c')
    expect(orders.receive({ maximumMessages: 1 })).toEqual(['a'])
    expect(orders.receive()).toEqual(['c', 'b'])
  })

  test('a quiet message goes first whatever its priority', () => {
    inFlight('loud', noisyInFlight)
    orders.send('a', { groupId: 'loud', priority: 1 })
    orders.send('b', { groupId: 'quiet', priority: 16 })
    expect(orders.receive()).toEqual(['b', 'a'])
  })

  test('within a noisy group priority and then sends decide', () => {
    inFlight('loud', noisyInFlight)
    for (const [body, priority] of [['a', 8], ['b', 1], ['c', 8], ['d', 1]] as const) orders.send(body, { groupId: 'loud', priority }) // biome-ignore format: pairs
    expect(orders.receive()).toEqual(['b', 'd', 'a', 'c'])
  })

  test('of several, the one with the fewest in flight goes first', () => {
    inFlight('louder', noisyInFlight + 2)
    inFlight('loud', noisyInFlight)
    orders.holdingIn('louder', 'a', 'b').holdingIn('loud', 'c', 'd', 'e', 'f')
    expect(orders.receive({ maximumMessages: 2 })).toEqual(['c', 'd'])
    expect([...orders.receive()].sort()).toEqual(['a', 'b', 'e', 'f'])
  })

  test('it is quiet again once it has less in flight: the order is that of the sends', () => {
    const held = inFlight('loud', noisyInFlight)
    orders.holdingIn('loud', 'a').holdingIn('quiet', 'b')
    expect(orders.receive({ maximumMessages: 1 })).toEqual(['b'])
    orders.holdingIn('quiet', 'c')
    orders.delete(held[0]!)
    expect(orders.receive()).toEqual(['a', 'c'])
  })

  test('it is quiet again when its messages come back', () => {
    orders.set({ visibilityTimeoutMs: 30_000 })
    inFlight('loud', noisyInFlight)
    orders.holdingIn('loud', 'a').holdingIn('quiet', 'b')
    expect(orders.receive({ maximumMessages: 1 })).toEqual(['b'])
    clock.advance(30_000)
    expect(orders.receive({ maximumMessages: 1 })).toEqual(['loud in flight'])
  })

  test('its messages can be deleted, purged and counted while they are set aside', () => {
    orders.holdingIn('loud', 'a')
    const a = orders.takeOne()
    orders.tryHide(a, 0)
    orders.purge()
    inFlight('loud', noisyInFlight)
    const b = orders.holdingIn('loud', 'b', 'c').holdingIn('quiet', 'd').take({ maximumMessages: 1 })
    expect(b.map(({ message }) => message.body)).toEqual(['d'])
    expect(orders.counts.ready).toBe(2)
    orders.purge()
    expect(orders.counts).toEqual({ ready: 0, delayed: 0, inFlight: 0 })
    expect(orders.holdingIn('loud', 'e').receive()).toEqual(['e'])
  })

  test('a look at ready messages has quiet ones first', () => {
    inFlight('loud', noisyInFlight)
    orders.holdingIn('loud', 'a').holdingIn('quiet', 'b').holdingIn('loud', 'c')
    const peek = { kind: 'peekMessages', queue: orders.address, limit: 10, which: 'ready' } as const
    const result = orders.engine.run(peek)
    expect(result.ok && result.value.messages.map(({ message }) => message.body)).toEqual(['b', 'a', 'c'])
  })
})

describe('whatever is done', () => {
  const groups = ['a', 'b', 'c', undefined] as const
  const step = fc.oneof(
    fc.record({ kind: fc.constant('send' as const), group: fc.constantFrom(...groups), count: fc.integer({ min: 1, max: 40 }), priority: fc.constantFrom(8, 8, 7) }), // biome-ignore format: one thought
    fc.record({ kind: fc.constant('receive' as const), count: fc.integer({ min: 1, max: 60 }) }),
    fc.record({ kind: fc.constantFrom('delete' as const, 'return' as const), count: fc.integer({ min: 1, max: 20 }), from: fc.nat() }), // biome-ignore format: one thought
  )

  test('each message handed out is the first of the quiet ones, or the first of a least noisy group', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40, size: 'max' }), (steps) => {
        const engine = new TestEngine()
        const address = orders.address
        engine.run({ kind: 'createQueue', queue: address, settings: {}, tags: [], mustMatch: {}, defaults: {} })
        const model = new FairModel(new TestQueue(engine, address))
        for (const each of steps) model[each.kind](each as never)
      }),
      howOften(200),
    )
  })
})

type Ready = { readonly sequence: number; readonly priority: number; readonly group: string | undefined }

/** What fair queues promise, over plain arrays: checks every message that is handed out. */
class FairModel {
  readonly #queue: TestQueue
  #ready: Ready[] = []
  #inFlight: { readonly ready: Ready; readonly held: Held }[] = []

  constructor(queue: TestQueue) {
    this.#queue = queue
  }

  send({ group, count, priority }: { group: string | undefined; count: number; priority: number }): void {
    for (let sent = 0; sent < count; sent++) {
      const { sequence } = this.#queue.post('m', { priority, groupId: group })
      this.#ready.push({ sequence, priority, group })
    }
  }

  receive({ count }: { count: number }): void {
    for (const held of this.#queue.take({ maximumMessages: count })) {
      const next = this.#ready.find(({ sequence }) => sequence === held.message.sequence)
      expect(next && this.#mayBeNext(next)).toBe(true)
      this.#ready = this.#ready.filter((each) => each !== next)
      this.#inFlight.push({ ready: next!, held })
    }
    expect(this.#queue.counts).toEqual({ ready: this.#ready.length, delayed: 0, inFlight: this.#inFlight.length })
  }

  delete(step: { count: number; from: number }): void {
    for (const { held } of this.#some(step)) expect(this.#queue.delete(held)).toBe('done')
  }

  return(step: { count: number; from: number }): void {
    for (const { ready, held } of this.#some(step)) {
      expect(this.#queue.tryHide(held, 0)).toBe('done')
      this.#ready.push(ready)
    }
  }

  #some({ count, from }: { count: number; from: number }) {
    return this.#inFlight.splice(from % (this.#inFlight.length + 1), count)
  }

  #mayBeNext(next: Ready): boolean {
    const rest = this.#ready.filter((each) => each !== next)
    const isFirst = (of: readonly Ready[]) => of.every((each) => comesBefore(next, each))
    const quiet = this.#ready.filter(({ group }) => !this.#isNoisy(group))
    if (quiet.length > 0) return quiet.includes(next) && isFirst(quiet.filter((each) => each !== next))
    const fewest = Math.min(...rest.map(({ group }) => this.#inFlightOf(group)))
    return this.#inFlightOf(next.group) <= fewest && isFirst(rest.filter(({ group }) => group === next.group))
  }

  #isNoisy(group: string | undefined): boolean {
    const count = this.#inFlightOf(group)
    return group !== undefined && count >= noisyInFlight && count * 10 > this.#inFlight.length
  }

  #inFlightOf(group: string | undefined): number {
    return this.#inFlight.filter(({ ready }) => ready.group === group).length
  }
}

function comesBefore(a: Ready, b: Ready): boolean {
  return a.priority < b.priority || (a.priority === b.priority && a.sequence < b.sequence)
}
