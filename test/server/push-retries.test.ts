import { expect, test } from 'vitest'
import type { Command } from '../../src/core/commands/commands.ts'
import { TestEmulator } from '../support/emulator.ts'
import { Receiver, status } from '../support/receiver.ts'
import { createTopic, publish, subscribe } from '../support/topics.ts'

const startMs = Date.UTC(2026, 0, 1)

/** A twinmq with a topic, whose subscribers are receivers of the test. */
class Publisher {
  readonly twinmq: TestEmulator

  constructor(twinmq: TestEmulator) {
    this.twinmq = twinmq
  }

  static async start(...[given]: Parameters<typeof TestEmulator.start>): Promise<Publisher> {
    const publisher = new Publisher(await TestEmulator.start(given))
    await publisher.run(createTopic('news'))
    return publisher
  }

  run(command: Command): Promise<void> {
    return this.twinmq.emulator.broker.run(command, (result) => {
      if (!result.ok) throw new Error(result.refusal.kind)
    })
  }

  subscribe(name: string, receiver: Receiver, settings: Parameters<typeof subscribe>[2] = {}): Promise<void> {
    return this.subscribeTo(name, receiver.url('/in'), settings)
  }

  subscribeTo(name: string, url: string, settings: Parameters<typeof subscribe>[2] = {}): Promise<void> {
    const place = { endpointText: url, endpoint: { kind: 'http', url } } as const
    return this.run(subscribe('news', name, { ...place, ...settings }))
  }

  /** Publishes, and lets what is due be tried. */
  async publish(body: string): Promise<void> {
    await this.run(publish('news', body))
    await this.twinmq.emulator.broker.quiet()
  }

  async advance(ms: number): Promise<void> {
    await this.twinmq.emulator.clock.advance(ms)
  }

  /** Moves to whatever is due next; gives how long that took, milliseconds. */
  async next(): Promise<number> {
    const { clock, broker } = this.twinmq.emulator
    const before = broker.clock.nowMs()
    await clock.next()
    return broker.clock.nowMs() - before
  }

  /** The log of deliveries, as our own API shows it. */
  deliveries(query = ''): Promise<unknown> {
    return this.twinmq.show(`/deliveries${query}`)
  }
}

test('BACKOFF_RETRY tries three times more, ten to twenty seconds apart, and no more', async () => {
  const receiver = await Receiver.start()
  receiver.answer = status(500)
  const news = await Publisher.start()
  await news.subscribe('a', receiver)
  await news.publish('hello')
  expect(receiver.bodies).toEqual(['hello'])
  for (let retry = 1; retry <= 3; retry++) {
    const waitedMs = await news.next()
    expect(waitedMs).toBeGreaterThanOrEqual(10_000)
    expect(waitedMs).toBeLessThanOrEqual(20_000)
    expect(receiver.received).toHaveLength(1 + retry)
  }
  expect(await news.next()).toBe(0)
  await news.advance(86_400_000)
  expect(receiver.received).toHaveLength(4)
  expect(new Set(receiver.received.map(({ headers }) => headers['x-mns-message-id'])).size).toBe(1)
})

test('EXPONENTIAL_DECAY_RETRY waits one second, then twice as long each time, up to 512 seconds', async () => {
  const receiver = await Receiver.start()
  receiver.answer = status(500)
  const news = await Publisher.start()
  await news.subscribe('a', receiver, { strategy: 'exponentialDecay' })
  await news.publish('hello')
  const waits: number[] = []
  for (let retry = 1; retry <= 12; retry++) waits.push((await news.next()) / 1_000)
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 512, 512])
  expect(receiver.received).toHaveLength(13)
})

test('a retry that is answered with 204 is the last', async () => {
  const receiver = await Receiver.start()
  receiver.answer = (response, nth) => response.writeHead(nth === 1 ? 500 : 204).end()
  const news = await Publisher.start()
  await news.subscribe('a', receiver)
  await news.publish('hello')
  await news.advance(9_999)
  expect(receiver.received).toHaveLength(1)
  await news.advance(10_001)
  expect(receiver.received).toHaveLength(2)
  await news.advance(86_400_000)
  expect(receiver.received).toHaveLength(2)
})

test('one clock move walks through every retry on the way, each dated by the clock', async () => {
  const receiver = await Receiver.start()
  receiver.answer = (response, nth) => response.writeHead(nth < 4 ? 503 : 200).end()
  const news = await Publisher.start()
  await news.subscribe('a', receiver, { strategy: 'exponentialDecay' })
  await news.publish('hello')
  await news.advance(3_600_000)
  const dates = receiver.received.map(({ headers }) => Date.parse(String(headers.date)) - startMs)
  expect(dates).toEqual([0, 1_000, 3_000, 7_000])
})

test('a failing subscriber does not hold up another', async () => {
  const [failing, working] = [await Receiver.start(), await Receiver.start()]
  failing.answer = (response) => response.socket?.resetAndDestroy()
  const news = await Publisher.start()
  await news.subscribe('failing', failing)
  await news.subscribe('working', working)
  await news.publish('hello')
  expect(working.bodies).toEqual(['hello'])
  await news.advance(86_400_000)
  expect(failing.received).toHaveLength(4)
  expect(working.bodies).toEqual(['hello'])
})

test('while a subscriber does not answer, others get theirs and commands are carried out', async () => {
  const [silent, working] = [await Receiver.start(), await Receiver.start()]
  let answerLate = (): void => {}
  silent.answer = (response) => {
    answerLate = () => void response.writeHead(204).end()
  }
  const news = await Publisher.start()
  await news.subscribe('silent', silent)
  await news.subscribe('working', working)
  const told = new Promise<void>((resolve) => {
    working.answer = (response) => {
      response.writeHead(204).end()
      resolve()
    }
  })
  await news.run(publish('news', 'hello'))
  await told
  const url = await news.twinmq.queue('orders')
  await news.twinmq.sqs('SendMessage', { QueueUrl: url, MessageBody: 'meanwhile' })
  expect(silent.bodies).toEqual(['hello'])
  answerLate()
  await news.twinmq.emulator.broker.quiet()
  expect(await news.deliveries()).toMatchObject({ deliveries: [{ status: 204 }, { status: 204 }] })
})

test('a hundred subscribers are all reached before a clock move is over', async () => {
  const receiver = await Receiver.start()
  receiver.answer = (response, nth) => response.writeHead(nth <= 100 ? 500 : 204).end()
  const news = await Publisher.start()
  for (let nth = 1; nth <= 100; nth++) await news.subscribe(`s${nth}`, receiver, { strategy: 'exponentialDecay' })
  await news.publish('hello')
  expect(receiver.received).toHaveLength(100)
  await news.advance(1_000)
  expect(receiver.received).toHaveLength(200)
  expect(await news.next()).toBe(0)
})

test('the log of deliveries says how each try went, and when the next one is', async () => {
  const [first, second] = [await Receiver.start(), await Receiver.start()]
  first.answer = (response, nth) => response.writeHead(nth === 1 ? 302 : 204, { Location: '/elsewhere' }).end()
  const news = await Publisher.start()
  await news.subscribe('a', first, { strategy: 'exponentialDecay' })
  await news.subscribe('b', second)
  await news.publish('hello')
  await news.advance(1_000)
  const messageId = first.received[0]?.headers['x-mns-message-id']
  const ofFirst = { topic: 'news', subscription: 'a', messageId, endpoint: first.url('/in') }
  const tries = [
    {
      ...ofFirst,
      attempt: 1,
      at: '2026-01-01T00:00:00.000Z',
      status: 302,
      error: 'redirects are not followed',
      nextAttemptAt: '2026-01-01T00:00:01.000Z',
    },
    { ...ofFirst, attempt: 2, at: '2026-01-01T00:00:01.000Z', status: 204 },
  ]
  expect(await news.deliveries('?subscription=a')).toEqual({ deliveries: tries })
  expect(await news.deliveries('?topic=news&subscription=b')).toMatchObject({
    deliveries: [{ attempt: 1, status: 204 }],
  })
  expect(await news.deliveries('?topic=other')).toEqual({ deliveries: [] })
  const { deliveries } = Object(await news.deliveries())
  expect(deliveries).toHaveLength(3)
})

test('an address that is not allowed is a failed try, which the log explains', async () => {
  const news = await Publisher.start()
  await news.subscribeTo('far', 'http://8.8.8.8/in')
  await news.publish('hello')
  expect(await news.deliveries()).toMatchObject({
    deliveries: [{ subscription: 'far', error: expect.stringContaining('--push-anywhere') }],
  })
  expect(news.twinmq.log.warnings).toEqual([expect.stringMatching(/^nothing is pushed to 8\.8\.8\.8 /)])
})

test('an endpoint of a kind that is not delivered to is said in the log, and gets nothing', async () => {
  const news = await Publisher.start()
  const mail = { endpointText: 'mail:directmail:a@b.test', endpoint: { kind: 'unsupported' } } as const
  await news.run(subscribe('news', 'by-mail', mail))
  await news.publish('hello')
  expect(news.twinmq.log.warnings).toEqual([
    'subscription by-mail of topic news: twinmq delivers nothing to mail:directmail:a@b.test',
  ])
  expect(await news.deliveries()).toEqual({ deliveries: [] })
})

test('the certificate is where pushes say it is', async () => {
  const receiver = await Receiver.start()
  const news = await Publisher.start()
  await news.subscribe('a', receiver)
  await news.publish('hello')
  const url = Buffer.from(String(receiver.received[0]?.headers['x-mns-signing-cert-url']), 'base64').toString()
  expect(url).toBe(`http://127.0.0.1:${news.twinmq.port}/_twinmq/mns/certificate.pem`)
  const answer = await news.twinmq.ask({ path: new URL(url).pathname })
  expect(answer.status).toBe(200)
  expect(answer.body).toMatch(/^-----BEGIN CERTIFICATE-----\n/)
})

test('with --public-url the certificate is there', async () => {
  const receiver = await Receiver.start()
  const news = await Publisher.start({ publicUrl: 'https://mq.example' })
  await news.subscribe('a', receiver)
  await news.publish('hello')
  const url = Buffer.from(String(receiver.received[0]?.headers['x-mns-signing-cert-url']), 'base64').toString()
  expect(url).toBe('https://mq.example/_twinmq/mns/certificate.pem')
})
