import { describe, expect, test } from 'vitest'
import { ManualClock } from '../../src/broker/clock.ts'
import type { State } from '../../src/core/state.ts'
import { stateText } from '../store/plain-state.ts'
import { startMs, TestBroker, turnOfTheLoop } from '../support/broker.ts'

/** A state with a queue `orders` that holds these messages, made by commands. */
function stateWith(...bodies: readonly string[]): State {
  const world = new TestBroker()
  world.create()
  for (const body of bodies) world.send(body)
  return world.state
}

function load(world: TestBroker, next: State, clock = world.broker.clock): Promise<void> {
  return world.broker.load(async () => ({ next, clock }))
}

describe('a load', () => {
  test('puts another state in the place of the present one, under a higher sequence', async () => {
    const world = new TestBroker()
    world.create({}, 'old')
    for (const body of ['a', 'b', 'c', 'd']) world.send(body, 0, 'old')
    await load(world, stateWith('new'))
    expect([...world.state.queues.values()].map(({ address }) => address.name)).toEqual(['orders'])
    expect(world.held('orders')).toEqual(['new'])
    expect(world.state.sequence).toBe(6)
    world.send('after')
    await world.settle()
    expect(world.store.appendedSequences).toEqual([1, 2, 3, 4, 5, 7])
  })

  test('goes on with the ids that the loaded state would have had next', async () => {
    const straight = new TestBroker()
    straight.create()
    straight.send('a')
    straight.send('b')
    const world = new TestBroker()
    world.create({}, 'old')
    for (const body of ['a', 'b', 'c', 'd']) world.send(body, 0, 'old')
    await load(world, stateWith('a'))
    world.send('b')
    const ids = ({ state }: TestBroker) => {
      const [queue] = state.queues.values()
      return [queue!.messages.oldest!.id, queue!.messages.oldest!.newer!.id]
    }
    expect(ids(world)).toEqual(ids(straight))
  })

  test('waits until all that was decided is durable, and has commands wait until it is done', async () => {
    const world = new TestBroker()
    world.store.appending = 'held'
    world.create()
    await turnOfTheLoop()
    const loaded = load(world, stateWith('new'))
    await turnOfTheLoop()
    expect(world.held('orders')).toEqual([])
    const late = world.send('late')
    expect(late.ending).toBeUndefined()
    world.store.endAppend()
    world.store.appending = 'atOnce'
    await loaded
    await world.settle()
    expect(late.answer).toBe('done')
    expect(world.held('orders')).toEqual(['new', 'late'])
  })

  test('that cannot be written down changes nothing, and says why', async () => {
    const world = new TestBroker()
    world.create()
    world.send('kept')
    await world.settle()
    const before = stateText(world.state)
    world.store.saving = 'failing'
    await expect(load(world, stateWith('new'))).rejects.toThrow('no space left on device')
    expect(stateText(world.state)).toBe(before)
    world.send('after')
    await world.settle()
    expect(world.held('orders')).toEqual(['kept', 'after'])
    expect(world.store.appendedSequences).toEqual([1, 2, 3])
  })

  test('whose document is no good changes nothing', async () => {
    const world = new TestBroker()
    world.create()
    await expect(world.broker.load(() => Promise.reject(new Error('no good')))).rejects.toThrow('no good')
    expect(world.send('after').ending).toBe('done')
  })

  test('is refused while nothing can be written down', async () => {
    const world = new TestBroker()
    world.store.appending = 'failing'
    world.create()
    await world.settle()
    await expect(load(world, stateWith('new'))).rejects.toThrow('no space left on device')
    expect(world.state.queues.size).toBe(1)
    await world.broker.stop(0)
  })

  test('gives a long poll what its queue holds now', async () => {
    const world = new TestBroker()
    world.create()
    const poll = world.poll('poll')
    await world.settle()
    await load(world, stateWith('new'))
    await world.settle()
    expect(poll.answer).toEqual(['new'])
  })

  test('leaves a long poll waiting until its own deadline when its queue is still empty', async () => {
    const world = new TestBroker()
    world.create({}, 'first')
    world.create()
    const poll = world.poll('poll')
    await world.advance(5_000)
    await load(world, stateWith())
    await world.settle()
    expect(poll.answer).toBeUndefined()
    await world.advance(14_999)
    expect(poll.answer).toBeUndefined()
    await world.advance(1)
    expect(poll.answer).toEqual([])
  })

  test('wakes a long poll that waited for a queue of the same name when a message comes', async () => {
    const world = new TestBroker()
    world.create({}, 'first')
    world.create()
    const poll = world.poll('poll')
    await load(world, stateWith())
    world.send('later')
    await world.settle()
    expect(poll.answer).toEqual(['later'])
  })

  test('ends a long poll whose queue is gone', async () => {
    const world = new TestBroker()
    world.create({}, 'other')
    const poll = world.poll('poll', { queue: { ...[...world.state.queues.values()][0]!.address } })
    await load(world, stateWith('new'))
    await world.settle()
    expect(poll.ending).toBe('queueNotFound')
  })

  test('sets the clock that goes with the state, also back', async () => {
    const world = new TestBroker()
    world.create()
    world.send('a')
    await world.advance(60_000)
    await load(world, stateWith('new'), new ManualClock(startMs))
    expect(world.broker.clock.nowMs()).toBe(startMs)
    const poll = world.poll('poll', { visibilityTimeoutMs: 1_000 })
    await world.settle()
    expect(poll.answer).toEqual(['new'])
  })

  test('lets what is due in the loaded state happen', async () => {
    const source = new TestBroker()
    source.create({}, 'dlq')
    source.create({
      visibilityTimeoutMs: 0,
      redrive: { deadLetterQueue: [...source.state.queues.values()][0]!.address, maxReceives: 1 },
    })
    source.send('poison')
    source.poll('first', { waitMs: 0 })
    source.poll('second', { waitMs: 0 })
    source.startMove('dlq', 1)
    expect(source.held('dlq')).toEqual(['poison'])
    const world = new TestBroker()
    await load(world, source.state)
    await world.advance(1_000)
    expect(world.held('orders')).toEqual(['poison'])
  })
})

describe('reads of the whole state', () => {
  test('see it stand still while commands wait', async () => {
    const world = new TestBroker()
    world.create()
    let seen: number[] = []
    const reading = world.broker.inspect(async ({ queues }) => {
      const [queue] = queues.values()
      const before = queue!.messages.size
      await turnOfTheLoop()
      seen = [before, queue!.messages.size]
    })
    await turnOfTheLoop()
    const waiting = world.send('late')
    await reading
    await world.settle()
    expect(seen).toEqual([0, 0])
    expect(waiting.answer).toBe('done')
  })

  test('take turns with loads', async () => {
    const world = new TestBroker()
    const order: string[] = []
    const first = world.broker.inspect(async () => {
      await turnOfTheLoop()
      order.push('read')
    })
    const second = load(world, stateWith('new')).then(() => order.push('loaded'))
    await Promise.all([first, second])
    expect(order).toEqual(['read', 'loaded'])
  })

  test('a stop waits for them', async () => {
    const world = new TestBroker()
    let done = false
    const reading = world.broker.inspect(async () => {
      await turnOfTheLoop()
      done = true
    })
    await world.broker.stop(1_000)
    expect(done).toBe(true)
    await reading
  })
})
