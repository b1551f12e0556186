import { beforeEach, describe, expect, test } from 'vitest'
import type { PushOutcome } from '../../src/broker/deliveries.ts'
import { startMs, TestBroker, turnOfTheLoop } from '../support/broker.ts'
import { createTopic, publish, subscribe, topicAddress, toQueue } from '../support/topics.ts'

let world: TestBroker

beforeEach(() => {
  world = new TestBroker()
  world.submit(createTopic('news'))
})

/** Bodies of what was sent so far, with the subscriptions they went to. */
const sent = (): string[] => world.pushes.sent.map(({ subscription, body }) => `${subscription} ${body}`)

/** An outcome that the test gives when it likes. */
function held(): { readonly outcome: Promise<PushOutcome>; give(outcome: PushOutcome): void } {
  let give: (outcome: PushOutcome) => void = () => {}
  const outcome = new Promise<PushOutcome>((resolve) => {
    give = resolve
  })
  return { outcome, give: (given) => give(given) }
}

async function published(body: string): Promise<void> {
  world.submit(publish('news', body))
  await world.broker.quiet()
}

describe('a push over HTTP', () => {
  test('goes out once the publish is durable, not before', async () => {
    world.submit(subscribe('news', 'a'))
    await world.settle()
    world.store.appending = 'held'
    world.submit(publish('news', 'hello'))
    await turnOfTheLoop()
    await turnOfTheLoop()
    expect(sent()).toEqual([])
    world.store.appending = 'atOnce'
    world.store.endAppend()
    await world.broker.quiet()
    expect(sent()).toEqual(['a hello'])
  })

  test('goes to every subscriber whose tag it has, to each in the order of publishing', async () => {
    world.submit(subscribe('news', 'all'))
    world.submit(subscribe('news', 'vip', { filterTag: 'vip' }))
    world.submit(publish('news', 'one', 'vip'))
    world.submit(publish('news', 'two'))
    await world.broker.quiet()
    expect(sent()).toEqual(['all one', 'all two', 'vip one'])
  })

  test('is over when it was answered with a status from 200 to 299, and tried again after any other', async () => {
    const statuses = [200, 299, 199, 300, 404, 500]
    for (const status of statuses) world.submit(subscribe('news', `s${status}`))
    world.pushes.answer = ({ subscription }) => ({ status: Number(subscription.name.slice(1)) })
    await published('hello')
    const pending = [...world.state.topics.deliveries.values()].map(({ notification }) => notification.subscription)
    expect(pending).toEqual(['s199', 's300', 's404', 's500'])
  })

  test('is not tried again while it is under way, however long that takes', async () => {
    const { outcome, give } = held()
    world.pushes.answer = () => outcome
    world.submit(subscribe('news', 'a'))
    world.submit(publish('news', 'hello'))
    await world.settle()
    world.submit(publish('news', 'again'))
    world.submit({ kind: 'tick' })
    await world.settle()
    expect(sent()).toEqual(['a hello', 'a again'])
    give({ status: 204 })
    await world.broker.quiet()
    expect(sent()).toHaveLength(2)
    expect(world.state.topics.deliveries.size).toBe(0)
  })

  test('is awaited by a clock move, before the clock moves and at every step', async () => {
    const { outcome, give } = held()
    world.pushes.answer = ({ delivery }) => (delivery.attempts === 0 ? outcome : { status: 204 })
    world.submit(subscribe('news', 'a', { strategy: 'exponentialDecay' }))
    world.submit(publish('news', 'hello'))
    await world.settle()
    const moved = world.advance(1_000)
    await turnOfTheLoop()
    expect(world.manual.nowMs()).toBe(startMs)
    give({ status: 500 })
    await moved
    expect(world.broker.deliveryLog.map(({ atMs }) => atMs - startMs)).toEqual([0, 1_000])
  })

  test('that is under way is awaited before the next due instant is looked for', async () => {
    const { outcome, give } = held()
    world.pushes.answer = ({ delivery }) => (delivery.attempts === 0 ? outcome : { status: 204 })
    world.submit(subscribe('news', 'a', { strategy: 'exponentialDecay' }))
    world.submit(publish('news', 'hello'))
    await world.settle()
    const moved = world.clock.next()
    give({ status: 500 })
    await moved
    expect(world.manual.nowMs()).toBe(startMs + 1_000)
    expect(sent()).toHaveLength(2)
  })

  test('has five seconds, and a tenth of one for each further try of a clock move once it timed out', async () => {
    world.pushes.answer = () => ({ error: 'no answer', timedOut: true })
    world.submit(subscribe('news', 'slow', { strategy: 'exponentialDecay' }))
    await published('hello')
    await world.advance(7_000)
    await world.advance(8_000)
    expect(world.pushes.sent.map(({ timeoutMs }) => timeoutMs)).toEqual([5_000, 5_000, 100, 100, 5_000])
  })

  test('to one who answers has its five seconds, whoever else is slow', async () => {
    world.pushes.answer = ({ subscription }) => ({ timedOut: subscription.name === 'slow' })
    world.submit(subscribe('news', 'slow', { strategy: 'exponentialDecay' }))
    world.submit(subscribe('news', 'failing', { strategy: 'exponentialDecay' }))
    await published('hello')
    await world.advance(3_000)
    const times = (name: string) =>
      world.pushes.sent.filter(({ subscription }) => subscription === name).map(({ timeoutMs }) => timeoutMs)
    expect(times('failing')).toEqual([5_000, 5_000, 5_000])
    expect(times('slow')).toEqual([5_000, 5_000, 100])
  })

  test('is one of at most eight at a time to its subscription; the others follow as these end', async () => {
    const first = Array.from({ length: 8 }, held)
    world.pushes.answer = () => first[world.pushes.sent.length - 1]?.outcome ?? { status: 204 }
    world.submit(subscribe('news', 'a'))
    for (let nth = 1; nth <= 10; nth++) world.submit(publish('news', `m${nth}`))
    await world.settle()
    expect(sent()).toHaveLength(8)
    first[0]?.give({ status: 204 })
    for (let turn = 0; turn < 4; turn++) await turnOfTheLoop()
    await world.settle()
    expect(sent().slice(8)).toEqual(['a m9', 'a m10'])
    for (const { give } of first) give({ status: 204 })
    await world.broker.quiet()
    expect(sent()).toHaveLength(10)
    expect(world.state.topics.deliveries.size).toBe(0)
  })

  test('is not held up by a subscriber that never answers, however much that one has waiting', async () => {
    world.pushes.answer = ({ subscription }) =>
      subscription.name === 'silent' ? new Promise(() => {}) : { status: 204 }
    for (const name of ['silent', 'working']) world.submit(subscribe('news', name))
    for (let nth = 1; nth <= 200; nth++) world.submit(publish('news', `m${nth}`))
    for (let turn = 0; turn < 400 && world.broker.deliveryLog.length < 200; turn++) await turnOfTheLoop()
    expect(world.broker.deliveryLog.map(({ subscription }) => subscription)).toEqual(Array(200).fill('working'))
    expect(sent().filter((each) => each.startsWith('silent'))).toHaveLength(8)
  })

  test('is done by the end of a clock move also when many end in the same turn', async () => {
    world.submit(subscribe('news', 'a'))
    const gate = held()
    world.pushes.answer = () => gate.outcome
    for (let nth = 1; nth <= 130; nth++) world.submit(publish('news', 'hello'))
    await world.settle()
    gate.give({ status: 204 })
    await world.advance(1)
    expect(sent()).toHaveLength(130)
    expect(world.broker.deliveryLog).toHaveLength(130)
  })

  test('whose subscription has ended counts no more, whatever is answered', async () => {
    const { outcome, give } = held()
    world.pushes.answer = () => outcome
    world.submit(subscribe('news', 'a'))
    world.submit(publish('news', 'hello'))
    await world.settle()
    world.submit({ kind: 'unsubscribe', topic: topicAddress('news'), subscription: 'a' })
    give({ status: 500 })
    await world.advance(86_400_000)
    expect(sent()).toEqual(['a hello'])
    expect(world.broker.deliveryLog).toHaveLength(1)
  })

  test('of before a reset says nothing about the same message of after it', async () => {
    const { outcome, give } = held()
    world.pushes.answer = () => (world.pushes.sent.length === 1 ? outcome : { status: 204 })
    const again = () => [createTopic('news'), subscribe('news', 'a'), publish('news', 'hello')]
    await world.broker.reset()
    for (const command of again()) world.submit(command)
    await world.settle()
    const [before] = world.state.topics.deliveries.keys()
    await world.broker.reset()
    for (const command of again()) world.submit(command)
    await world.settle()
    expect([...world.state.topics.deliveries.keys()]).toEqual([before])
    give({ status: 204 })
    await world.broker.quiet()
    expect(sent()).toEqual(['a hello', 'a hello'])
    expect(world.state.topics.deliveries.size).toBe(0)
  })

  test('goes out also when its subscription was one to a queue before', async () => {
    world.submit(subscribe('news', 'a', { ...toQueue('inbox'), strategy: 'exponentialDecay' }))
    await published('lost')
    world.submit({ kind: 'unsubscribe', topic: topicAddress('news'), subscription: 'a' })
    world.submit(subscribe('news', 'a'))
    await published('hello')
    expect(sent()).toEqual(['a hello'])
  })

  test('is given up when twinmq stops, which does not wait for it', async () => {
    let aborted = false
    world.pushes.answer = ({ signal }) =>
      new Promise(() => {
        signal.addEventListener('abort', () => {
          aborted = true
        })
      })
    world.submit(subscribe('news', 'a'))
    world.submit(publish('news', 'hello'))
    await world.settle()
    await world.broker.stop(0)
    expect(aborted).toBe(true)
    expect([...world.state.topics.deliveries.values()]).toMatchObject([{ attempts: 0 }])
  })

  test('is not started while nothing can be written down', async () => {
    world.submit(subscribe('news', 'a', { strategy: 'exponentialDecay' }))
    world.pushes.answer = ({ delivery }) => ({ status: delivery.attempts === 0 ? 500 : 204 })
    await published('hello')
    expect(sent()).toHaveLength(1)
    world.store.appending = 'failing'
    world.create()
    await world.settle()
    expect(world.broker.health.status).toBe('degraded')
    await world.advance(5_000)
    expect(sent()).toHaveLength(1)
  })
})

describe('a push to a queue', () => {
  test('wakes who waits for it, in the command of the publish', async () => {
    world.create({}, 'inbox')
    world.submit(subscribe('news', 'a', toQueue('inbox')))
    const waiting = world.poll('waiting', { queue: topicAddress('inbox') })
    world.submit(publish('news', 'hello'))
    await world.settle()
    expect(waiting.answer).toEqual(['simplified:hello'])
    expect(sent()).toEqual([])
  })

  test('whose queue is not there is tried again when it is due, and wakes who waits by then', async () => {
    world.submit(subscribe('news', 'a', { ...toQueue('inbox'), strategy: 'exponentialDecay' }))
    await published('hello')
    world.create({}, 'inbox')
    const waiting = world.poll('waiting', { queue: topicAddress('inbox') })
    await world.advance(999)
    expect(waiting.answer).toBeUndefined()
    await world.advance(1)
    expect(waiting.answer).toEqual(['simplified:hello'])
  })
})

describe('the log of deliveries', () => {
  test('shows the tries of a queue that is not there, and people are told when a push is given up', async () => {
    world.submit(subscribe('news', 'lost', toQueue('missing')))
    await published('hello')
    await world.clock.advance(60_000)
    const tries = world.broker.deliveryLog.map(({ attempt, error }) => [attempt, error])
    const error = 'the queue is not there, or takes no message of that size'
    expect(tries).toEqual([1, 2, 3].map((attempt) => [attempt, error]))
    expect(world.warnings).toEqual([expect.stringMatching(/^a push of topics was given up: .*\/lost$/)])
  })

  test('is empty after a reset', async () => {
    world.submit(subscribe('news', 'a'))
    await published('hello')
    expect(world.broker.deliveryLog).toHaveLength(1)
    await world.broker.reset()
    expect(world.broker.deliveryLog).toEqual([])
  })
})
