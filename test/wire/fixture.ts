import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'
import type { Fields } from './sqs-protocols.ts'

/** One rule of an API, told as calls and answers: one document of a YAML file. */
export type Fixture<S extends FixtureStep = FixtureStep> = {
  readonly rule: string
  readonly source: string
  /** With AWS's waiting times of 60 seconds. */
  readonly strict?: boolean
  /** The only protocol of SQS in which the rule can be told. */
  readonly protocol?: 'json' | 'query'
  /** Why no answer can show the rule; then there are no steps. */
  readonly unseen?: string
  /** All of SQS or all of MNS. A step that the file says `times: N` of is here N times. */
  readonly steps: readonly S[]
}

/** A step of either API. */
type FixtureStep = SqsStep | MnsStep

/**
 * A call and its answer, written `ReceiveMessage: { … }` with the input as value; or, for one that `poll` left open, that
 * it waits still, or its answer; or what a queue holds.
 */
export type SqsStep = {
  /** Since the start. Absent: as the step before. */
  readonly at?: string
  readonly call?: string
  readonly input?: Fields
  /** One call for each, with the members of `input` beside its own, all answered alike. */
  readonly inputs?: readonly Fields[]
  readonly headers?: Readonly<Record<string, string>>
  /** Name of a call that is not answered at once. */
  readonly poll?: string
  readonly waiting?: string
  readonly reply?: string
  /** What the answer must hold; `null`: a member that must be absent; `{}`: nothing at all. */
  readonly output?: Fields
  /** The name alone where the text is always the same. */
  readonly error?: FixtureError | string
  /** Queue whose messages are counted. */
  readonly counts?: string
  readonly are?: { readonly visible: number; readonly inFlight: number; readonly delayed: number }
}

/** An error, under its name in JSON. `queryMessage`: its text in Query, where that differs. */
type FixtureError = { readonly type: string; readonly message: string; readonly queryMessage?: string }

/** A request and its answer, written `GET: /queues/orders` with the target as value. */
export type MnsStep = {
  /** Since the start. Absent: as the step before. */
  readonly at?: string
  readonly method: string
  readonly target: string
  readonly headers?: Readonly<Record<string, string>>
  /** Absent: none. */
  readonly body?: string
  readonly status: number
  readonly location?: string
  /** The whole answer. Absent: an answer without a body, or of no matter to the rule when its status is below 204. */
  readonly answer?: string
}

/** A fixture, and its file from the folder `fixtures` on. */
type Placed<S extends FixtureStep = FixtureStep> = { readonly path: string; readonly fixture: Fixture<S> }

const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** Milliseconds in a duration such as `9.999s`. */
export function durationMs(duration: string): number {
  const [, count, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(duration) ?? []
  if (count === undefined) throw new Error(`not a duration: ${duration}`)
  return Math.round(Number(count) * units[unit as keyof typeof units])
}

/** Members in the order in which a file must have them; `…` is the name of an action, or a method. */
const forms = {
  fixture: ['rule', 'source', 'strict', 'protocol', 'unseen', 'steps'],
  call: ['at', '…', 'inputs', 'headers', 'poll', 'times', 'every', 'output', 'error'],
  request: ['at', '…', 'headers', 'body', 'times', 'every', 'status', 'location', 'answer'],
  reply: ['at', 'reply', 'output', 'error'],
  waiting: ['at', 'waiting'],
  counts: ['at', 'counts', 'are'],
} as const

type Members = Readonly<Record<string, unknown>>

/** Fixtures of a text, one a document. Anything that is not of the form is an error that names file and step. */
export function readFixtures(text: string, path: string): readonly Fixture[] {
  return [...parseAllDocuments(text, { stringKeys: true })].map((document, index) => {
    const [fault] = [...document.errors, ...document.warnings]
    if (fault) throw new Error(`${path}: ${fault.message}`)
    return readFixture(document.toJS(), `${path}, rule ${index + 1}`)
  })
}

function readFixture(value: unknown, place: string): Fixture {
  const { steps, ...members }: Members = membersOf(value, forms.fixture, place)
  for (const name of ['rule', 'source', ...('unseen' in members ? ['unseen'] : [])])
    if (typeof members[name] !== 'string' || members[name] === '') throw new Error(`${place}: ${name} says nothing`)
  const list = Array.isArray(steps) ? steps : []
  if (list.length > 0 === 'unseen' in members) throw new Error(`${place}: a rule has steps, or says why it is unseen`)
  const read = list.flatMap((step, index) => readStep(step, `${place}, step ${index + 1}`))
  if (read.some(isRequest) && !read.every(isRequest)) throw new Error(`${place}: its steps are of both APIs`)
  return { ...(members as Omit<Fixture, 'steps'>), steps: read }
}

const followUps = ['reply', 'waiting', 'counts'] as const
const methods: readonly string[] = ['GET', 'PUT', 'POST', 'DELETE']

function readStep(value: unknown, place: string): readonly FixtureStep[] {
  const names = Object.keys(Object(value))
  const act = names.find((name) => /^[A-Z]/.test(name))
  const form =
    act === undefined ? followUps.find((name) => names.includes(name)) : methods.includes(act) ? 'request' : 'call'
  if (form === undefined) throw new Error(`${place}: neither a call, nor a request, nor what came of one`)
  const { times = 1, every, ...step } = membersOf(value, forms[form], place, act)
  if (!Number.isSafeInteger(times) || Number(times) < 1) throw new Error(`${place}: times is a number from 1 on`)
  if (form === 'request' && typeof step.status !== 'number') throw new Error(`${place}: no status`)
  const { [act ?? '']: told, at, ...rest } = step
  const acted =
    form === 'request' ? { method: act, target: told } : form === 'call' ? { call: act, input: told ?? {} } : {}
  return Array.from({ length: Number(times) }, (_, index) => {
    const then = every === undefined ? at : `${durationMs(String(at)) + index * durationMs(String(every))}ms`
    return { ...(then !== undefined && { at: then }), ...acted, ...rest } as FixtureStep
  })
}

/** Members of an object, when they are of a form and in its order. */
function membersOf(value: unknown, form: readonly string[], place: string, act?: string): Members {
  if (typeof value !== 'object' || value === null) throw new Error(`${place}: not an object`)
  const names = Object.keys(value)
  const order = names.map((name) => form.indexOf(name === act ? '…' : name))
  const stranger = names.find((_, index) => order[index] === -1)
  if (stranger !== undefined) throw new Error(`${place}: ${stranger} is not a member here`)
  const late = names.find((_, index) => order[index]! < (order[index - 1] ?? -1))
  if (late !== undefined) throw new Error(`${place}: ${late} stands too late; the order is ${form.join(', ')}`)
  return value as Members
}

function isRequest(step: FixtureStep): step is MnsStep {
  return 'method' in step
}

const root = join(import.meta.dirname, '../../fixtures')
const folders = ['mns', 'rules', 'sqs']
/** Sessions of clients have a form of their own. */
const elsewhere = /^mns[/\\]clients[/\\]/

/** Every fixture that is played on the wire, in order of its file. */
export const fixtures: readonly Placed[] = folders
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .filter((path) => path.endsWith('.yaml') && !elsewhere.test(path))
  .sort()
  .flatMap((path) => readFixtures(readFileSync(join(root, path), 'utf8'), path).map((fixture) => ({ path, fixture })))

/** Those of SQS. */
export const sqsFixtures: readonly Placed<SqsStep>[] = fixtures.flatMap(({ path, fixture: { steps, ...told } }) => {
  const calls = steps.filter((step) => !isRequest(step))
  return calls.length > 0 ? [{ path, fixture: { ...told, steps: calls } }] : []
})

/** Those of MNS. */
export const mnsFixtures: readonly Placed<MnsStep>[] = fixtures.flatMap(({ path, fixture: { steps, ...told } }) => {
  const requests = steps.filter(isRequest)
  return requests.length > 0 ? [{ path, fixture: { ...told, steps: requests } }] : []
})
