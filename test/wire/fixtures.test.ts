import { afterAll, describe, expect, test } from 'vitest'
import { type Schema, validator } from '../../protocols/schema.ts'
import { actions } from '../../protocols/sqs/actions.ts'
import { xmlDescriptions } from '../../src/compiled/xml-text.ts'
import { startTestApp, type TestApp, type TestReply } from '../support/app.ts'
import { actionsCalled } from './actions-called.ts'
import { durationMs, type Fixture, fixtures, type SqsStep, sqsFixtures } from './fixture.ts'
import { Placeholders } from './placeholders.ts'
import {
  type ClientProtocol,
  errorForms,
  type Fields,
  jsonProtocol,
  queryProtocol,
  type Said,
  type Value,
} from './sqs-protocols.ts'

/** The build compiles what is described while modules are loaded, and no more. */
const describedAtLoad = xmlDescriptions.length
afterAll(() => expect(xmlDescriptions.length).toBe(describedAtLoad))

describe.each([jsonProtocol, queryProtocol])('SQS in the $name protocol', (protocol) => {
  const told = sqsFixtures.filter(({ fixture }) => (fixture.protocol ?? protocol.name) === protocol.name)
  test.each(told)('$fixture.rule ($path)', ({ fixture }) => play(fixture, protocol))
})

test('every action has a fixture in which it succeeds and, where one is documented, an error', () => {
  const steps = sqsFixtures.flatMap(({ fixture }) => fixture.steps)
  for (const name of actions.keys()) {
    const calls = steps.filter(({ call }) => call === name)
    expect(calls.filter(({ error }) => !error).length, `${name} succeeds`).toBeGreaterThan(0)
    if (name !== 'ListQueues') expect(calls.filter(({ error }) => error).length, `${name} fails`).toBeGreaterThan(0)
  }
})

test('every fixture in the folder of an action calls it', () => {
  for (const { path, fixture } of fixtures) {
    const [part, action] = path.split(/[/\\]/)
    const called = actionsCalled(fixture).map((name) => name.replaceAll(/(?<=\w)[A-Z]/g, '-$&').toLowerCase())
    if (part !== 'rules') expect(called, path).toContain(`${part} ${action}`)
  }
})

/** One play of a fixture. */
type Play = {
  readonly app: TestApp
  readonly protocol: ClientProtocol
  readonly names: Placeholders
  readonly polls: Map<string, Poll>
}
type Poll = { readonly call: string; readonly reply: Promise<TestReply>; answered: boolean }

async function play(fixture: Fixture<SqsStep>, protocol: ClientProtocol): Promise<void> {
  const app = await startTestApp({ strict: fixture.strict ?? false, recordedAs: `${protocol.name}: ${fixture.rule}` })
  const startMs = app.clock.nowMs()
  const names = new Placeholders(startMs)
  const stage: Play = { app, protocol, names, polls: new Map() }
  try {
    await makeQueues(stage, fixture.steps)
    for (const step of fixture.steps) {
      const ms = step.at === undefined ? 0 : startMs + durationMs(step.at) - app.clock.nowMs()
      if (ms > 0) await app.clock.advance(ms)
      await playStep(stage, step)
    }
  } finally {
    await app.close()
  }
}

/** A queue that a fixture speaks of and does not create is a plain one. */
async function makeQueues({ app, protocol, names }: Play, steps: readonly SqsStep[]): Promise<void> {
  const created = new Set(steps.map(({ output }) => output?.QueueUrl))
  const named = steps.flatMap(({ counts, input, inputs = [] }) => [counts, input?.QueueUrl, ...inputs.map(urlOf)])
  for (const url of named) {
    const [, name] = (typeof url === 'string' && /^\{(\w+)\}$/.exec(url)) || []
    if (name === undefined || created.has(url!) || names.has(name)) continue
    const said = protocol.read(await app.request(protocol.request('CreateQueue', { QueueName: name }, {})))
    if ('error' in said) throw new Error(said.error.message)
    names.set(name, String(said.output.QueueUrl))
  }
}

function urlOf(input: Fields): Value | undefined {
  return input.QueueUrl
}

async function playStep(stage: Play, step: SqsStep): Promise<void> {
  const { app, protocol, names, polls } = stage
  if (step.waiting !== undefined) return expect(pollNamed(stage, step.waiting).answered, 'is answered').toBe(false)
  if (step.reply !== undefined) {
    const poll = pollNamed(stage, step.reply)
    expect(poll.answered, 'is answered').toBe(true)
    return check(stage, poll.call, step, await poll.reply)
  }
  if (step.counts !== undefined) return checkCounts(stage, step.counts, step.are!)
  const call = step.call!
  for (const given of step.inputs ?? [{}]) {
    const input = names.filled({ ...step.input, ...given }) as Fields
    const reply = app.request(protocol.request(call, input, step.headers ?? {}))
    if (step.poll === undefined) check(stage, call, step, await reply)
    else polls.set(step.poll, pollOf(call, reply))
  }
}

async function checkCounts({ app, protocol, names }: Play, queue: string, are: object): Promise<void> {
  const prefix = 'ApproximateNumberOfMessages'
  const input = { QueueUrl: names.filled(queue), AttributeNames: ['All'] }
  const said = protocol.read(await app.request(protocol.request('GetQueueAttributes', input, {})))
  if ('error' in said) throw new Error(said.error.message)
  const counts = said.output.Attributes as Fields
  const [visible, inFlight, delayed] = ['', 'NotVisible', 'Delayed'].map((kind) => Number(counts[prefix + kind]))
  expect({ visible, inFlight, delayed }).toEqual(are)
}

function pollOf(call: string, reply: Promise<TestReply>): Poll {
  const poll: Poll = { call, reply, answered: false }
  void reply.then(() => {
    poll.answered = true
  })
  return poll
}

function pollNamed({ polls }: Play, name: string): Poll {
  const poll = polls.get(name)
  if (!poll) throw new Error(`no call is named ${name}`)
  return poll
}

function check({ protocol, names }: Play, call: string, step: SqsStep, reply: TestReply): void {
  const said = protocol.read(reply)
  if (step.error) checkError(names, step.error, said, protocol)
  else if ('error' in said) throw new Error(`${call} failed: ${said.error.message}`)
  else {
    checkShape(call, said.output, reply)
    if (step.output) names.match(said.output, step.output)
  }
}

function checkError(
  names: Placeholders,
  error: NonNullable<SqsStep['error']>,
  said: Said,
  protocol: ClientProtocol,
): void {
  const { type, ...told } = typeof error === 'string' ? { type: error } : error
  const { status, code, message = '', queryMessage }: Told = { ...errorForms[type], ...told }
  const text = names.filled((protocol.name === 'query' && queryMessage) || message)
  const expected = { status, code, message: text }
  expect(said).toEqual({ error: protocol.name === 'json' ? { ...expected, type } : expected })
}

type Told = {
  readonly status?: number
  readonly code?: string
  readonly message?: string
  readonly queryMessage?: string
}

function checkShape(call: string, output: Fields, reply: TestReply): void {
  const schema = actions.get(call)!.output
  if (schema) {
    expect(reply.body).not.toBe('')
    expect(validator(schema)(output)).toBeUndefined()
    checkNames(schema, output, call)
  } else expect(output, 'output of an action that has none').toEqual({})
}

/** A member that the schema does not name would be passed over by the check of shapes. */
function checkNames(schema: Schema<unknown>, value: Value, at: string): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value)) {
    if (schema.kind === 'object') expect(Object.keys(schema.members), at).toContain(name)
    const inner = schema.kind === 'list' ? schema.item : schema.kind === 'map' ? schema.value : undefined
    const own = schema.kind === 'object' ? schema.members[name] : inner
    if (own) checkNames(own, member, `${at}.${name}`)
  }
}
