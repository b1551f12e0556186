import { onTestFinished } from 'vitest'
import { completeConfig, type GivenConfig } from '../../src/config/options.ts'
import { type Emulator, startEmulator } from '../../src/emulator/emulator.ts'
import type { Fixture } from '../../src/emulator/fixtures.ts'
import type { Log, LoggedRequest } from '../../src/log.ts'
import { type Answered, type Asked, type Asking, ask, json, sqsCall, startAsking } from './http.ts'
import { RawConnection } from './raw-connection.ts'
import { WireRecorder } from './wire-recorder.ts'

/** A log that keeps its lines for a test to look at. Its functions work on their own, as those of the real one do. */
class KeptLog implements Log {
  readonly errors: string[] = []
  readonly warnings: string[] = []
  readonly remarks: string[] = []
  readonly details: string[] = []
  readonly requests: LoggedRequest[] = []
  readonly error = (message: string): void => void this.errors.push(message)
  readonly warn = (message: string): void => void this.warnings.push(message)
  readonly request = (request: LoggedRequest): void => void this.requests.push(request)
  readonly info = (message: string): void => void this.remarks.push(message)
  readonly debug = (message: string): void => void this.details.push(message)
}

/** A whole twinmq on a free port, in memory, on a manual clock that starts at the year 2026 unless told otherwise. */
export class TestEmulator {
  readonly log: KeptLog
  readonly emulator: Emulator
  readonly #recorder = new WireRecorder()

  private constructor(emulator: Emulator, log: KeptLog) {
    this.emulator = emulator
    this.log = log
  }

  /** Stopped when the test is finished. */
  static async start(given: GivenConfig = {}, fixtures?: readonly Fixture[]): Promise<TestEmulator> {
    const complete = completeConfig({ port: 0, memory: true, now: Date.UTC(2026, 0, 1), seed: 1, ...given })
    if ('problem' in complete) throw new Error(complete.problem)
    const log = new KeptLog()
    const emulator = await startEmulator({
      config: complete.config,
      log,
      ...(fixtures && { fixtures }),
    })
    onTestFinished(() => emulator.stop())
    return new TestEmulator(emulator, log)
  }

  get port(): number {
    return this.emulator.port
  }

  /** The answer is recorded, unless it is one of our own API. */
  ask(asked: Asked): Promise<Answered> {
    const { method = 'GET', path = '/', headers = {}, body = '' } = asked
    const answer = ask(this.port, asked)
    if (path.startsWith('/_twinmq')) return answer
    return this.#recorder.record({ method, target: path, headers, body }, answer, this.port)
  }

  startAsking(asked: Asked): Asking {
    return startAsking(this.port, asked)
  }

  connect(): Promise<RawConnection> {
    return RawConnection.open(this.port)
  }

  /** Makes a queue and gives its URL. */
  async queue(name: string, attributes: Record<string, string> = {}): Promise<string> {
    const answer = await this.sqs('CreateQueue', { QueueName: name, Attributes: attributes })
    return String(Object(answer).QueueUrl)
  }

  /** The document an SQS call answers; anything but a success is a fault of the test. */
  async sqs(action: string, input: object): Promise<unknown> {
    const answer = await this.ask(sqsCall(action, input))
    if (answer.status !== 200) throw new Error(`${action}: ${answer.status} ${answer.body}`)
    return answer.body === '' ? undefined : json(answer)
  }

  /** The document of our own API at a path below `/_twinmq`. */
  async show(path: string): Promise<unknown> {
    return json(await this.ask({ path: `/_twinmq${path}` }))
  }

  /** Until the next due instant is there, or is gone: the way to see from outside that a long poll waits, or waits no more. */
  async untilDue(wanted: 'something' | 'nothing'): Promise<void> {
    for (;;) {
      const { nextDueMs } = this.emulator.clock.read()
      if ((nextDueMs !== undefined) === (wanted === 'something')) return
      await new Promise(setImmediate)
    }
  }
}
