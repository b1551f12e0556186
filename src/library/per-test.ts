import { TwinmqError } from './errors.ts'
import type { TestTwinmqOptions } from './options.ts'
import { startTwinmq } from './start.ts'
import type { TestTwinmq, Twinmq } from './twinmq.ts'

/** What a test sees of its account, and of others if it asks for them. */
type Own = Pick<Twinmq, 'account' | 'region' | 'sqs' | 'mns' | 'counts' | 'peek' | 'whyEmpty'>

const ways: readonly string[] = ['account', 'reset', 'nothing']

/** One twinmq for the tests of a file: started before them, with an account for each, stopped after them. */
export class PerTest {
  readonly #options: TestTwinmqOptions
  #twinmq: Twinmq | undefined
  /** Tests that run, by what tells them apart. */
  readonly #running = new Map<string, Own>()

  /** Throws `TwinmqError` for a `perTest` that is none. */
  constructor(options: TestTwinmqOptions) {
    const { perTest } = options
    if (perTest !== undefined && !ways.includes(perTest))
      throw new TwinmqError('badOption', `perTest: '${perTest}' is none of ${ways.join(', ')}`)
    this.#options = options
  }

  async start(): Promise<void> {
    const { perTest: _, ...options } = this.#options
    this.#twinmq = await startTwinmq(options)
  }

  async stop(): Promise<void> {
    const twinmq = this.#twinmq
    this.#twinmq = undefined
    this.#running.clear()
    await twinmq?.stop()
  }

  /** A test begins. */
  async enter(test: string): Promise<void> {
    const twinmq = this.#started()
    const { fixture } = this.#options
    if (this.#mode === 'account') this.#running.set(test, accountFor(twinmq))
    else {
      if (this.#mode === 'reset' && this.#othersThan(test))
        throw new TwinmqError(
          'badOption',
          "tests that run at once exclude perTest: 'reset'; use 'account' or 'nothing'",
        )
      this.#running.set(test, twinmq)
      if (this.#mode === 'reset') await twinmq.reset(fixture === undefined ? undefined : 'fixture')
    }
  }

  /** A test is over. */
  leave(test: string): void {
    this.#running.delete(test)
  }

  /** Settings of clients of a test that runs. */
  of(test: string): Own {
    const own = this.#running.get(test)
    if (own === undefined)
      throw new TwinmqError(
        'notRunning',
        'this test is not one of those that useTwinmq() was called for, or it is over',
      )
    return own
  }

  /** What tests are given. */
  get face(): TestTwinmq {
    const twinmq = (): Twinmq => this.#started()
    const own = () => this.#only()
    return {
      get url() {
        return twinmq().url
      },
      get account() {
        return own().account
      },
      get region() {
        return twinmq().region
      },
      get clock() {
        return twinmq().clock
      },
      sqs: (place) => own().sqs(place),
      mns: (place) => own().mns(place),
      counts: (queue, place) => own().counts(queue, place),
      peek: (queue, options) => own().peek(queue, options),
      whyEmpty: (queue, place) => own().whyEmpty(queue, place),
      newAccount: (place) => twinmq().newAccount(place),
      snapshot: (times) => twinmq().snapshot(times),
      load: (document, options) => twinmq().load(document, options),
      reset: (to) => twinmq().reset(to),
    }
  }

  get #mode(): 'account' | 'reset' | 'nothing' {
    const { perTest, fixture, namespace, auth } = this.#options
    return perTest ?? (fixture === undefined && namespace !== 'shared' && auth === undefined ? 'account' : 'reset')
  }

  #othersThan(test: string): boolean {
    return [...this.#running.keys()].some((other) => other !== test)
  }

  #started(): Twinmq {
    if (this.#twinmq !== undefined) return this.#twinmq
    throw new TwinmqError(
      'notRunning',
      'twinmq runs from before the first test of this file until after the last: use it inside a test or a hook',
    )
  }

  /** The account of the test that runs; without accounts it does not matter which that is. */
  #only(): Own {
    const twinmq = this.#started()
    if (this.#mode !== 'account') return twinmq
    const [own, another] = this.#running.values()
    if (another !== undefined)
      throw new TwinmqError(
        'notRunning',
        'several tests run at once, each with an account of its own: take that of this test with of(context)',
      )
    if (own === undefined)
      throw new TwinmqError(
        'notRunning',
        "each test has an account of its own, and none runs now: make queues in the test or in beforeEach(), or say perTest: 'nothing'",
      )
    return own
  }
}

function accountFor(twinmq: Twinmq): Own {
  const own = twinmq.newAccount()
  const { account } = own
  return {
    ...own,
    sqs: (place) => twinmq.sqs({ account, ...place }),
    mns: (place) => twinmq.mns({ account, ...place }),
  }
}
