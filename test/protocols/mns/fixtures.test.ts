import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { xmlDescriptions } from '../../../src/compiled/xml-text.ts'
import { type Mns, type MnsReply, startMns } from './client.ts'

/** One rule, as a run of requests at set times. */
type Fixture = {
  readonly rule: string
  readonly source: string
  readonly steps: readonly Step[]
}

type Step = {
  /** Since the start, in seconds: `9.999s`. */
  readonly at: string
  readonly method: string
  readonly target: string
  readonly headers?: Readonly<Record<string, string>>
  /** File with the body. Absent: none. */
  readonly body?: string
  readonly status: number
  readonly location?: string
  /** File with the whole answer. Absent: an answer without a body, or of no matter to the rule when its status is below 204. */
  readonly answer?: string
}

const root = new URL('../../../fixtures/mns/', import.meta.url)
const startMs = Date.UTC(2026, 0, 1)

const fixtures = readdirSync(root)
  .filter((folder) => folder !== 'clients')
  .flatMap((folder) => readdirSync(new URL(`${folder}/`, root)).map((file) => `${folder}/${file}`))
  .filter((file) => file.endsWith('.json'))

/** The build compiles what is described while modules are loaded, and no more. */
const describedAtLoad = xmlDescriptions.length
afterAll(() => expect(xmlDescriptions.length).toBe(describedAtLoad))

test.each(fixtures)('%s', async (file) => {
  const fixture: Fixture = JSON.parse(readFileSync(new URL(file, root), 'utf8'))
  expect(fixture.rule).not.toBe('')
  const mns = await startMns({ nowMs: startMs, recordedAs: `mns: ${fixture.rule}` })
  const names = new Map([['base', 'http://127.0.0.1:4566']])
  for (const step of fixture.steps) await play(mns, step, new URL(file, root), names)
  await mns.app.close()
})

async function play(mns: Mns, step: Step, fixture: URL, names: Map<string, string>): Promise<void> {
  const atMs = startMs + Math.round(Number.parseFloat(step.at) * 1000)
  await mns.app.clock.advance(atMs - mns.app.clock.nowMs())
  const read = (file: string): string => readFileSync(new URL(file, fixture), 'utf8').trimEnd()
  const { method, target, headers = {} } = step
  const named = Object.entries(headers).map(([name, value]) => [name, filled(value, names)])
  const body = step.body === undefined ? '' : filled(read(step.body), names)
  const reply = await mns.call(`${method} ${filled(target, names)}`, body, Object.fromEntries(named))
  const place = `${method} ${target} at ${step.at}`
  expect(reply.status, place).toBe(step.status)
  if (step.location !== undefined) expect(reply.headers.Location, place).toBe(filled(step.location, names))
  if (step.answer !== undefined) expectAnswer(reply, read(step.answer), names, place)
  else if (step.status >= 204) expect(reply.body, place).toBe('')
}

const slot = /\{(\w+)(?:\+([\d.]+)s)?\}/

/** `{start+10s}` is a time in epoch milliseconds, `{seconds+10s}` one in seconds, `{any}` what an earlier answer had there. */
function meaningOf(name: string, offset: string | undefined, names: ReadonlyMap<string, string>): string | undefined {
  const offsetMs = Math.round(Number(offset ?? 0) * 1000)
  if (name === 'start') return String(startMs + offsetMs)
  if (name === 'seconds') return String((startMs + offsetMs) / 1000)
  return names.get(name)
}

function filled(text: string, names: ReadonlyMap<string, string>): string {
  return text.replaceAll(
    new RegExp(slot, 'g'),
    (_all, name: string, offset?: string) => meaningOf(name, offset, names)!,
  )
}

/** Compares the whole answer; a name that is new stands for any text and keeps it. */
function expectAnswer(reply: MnsReply, expected: string, names: Map<string, string>, place: string): void {
  names.set('request', reply.headers['x-mns-request-id']!)
  let wanted = ''
  let rest = expected
  for (let match = slot.exec(rest); match; match = slot.exec(rest)) {
    const [all, name = '', offset] = match
    wanted += rest.slice(0, match.index)
    if (meaningOf(name, offset, names) === undefined) names.set(name, textAt(reply.body, wanted.length))
    wanted += meaningOf(name, offset, names)
    rest = rest.slice(match.index + all.length)
  }
  expect(reply.body, place).toBe(wanted + rest)
}

function textAt(body: string, start: number): string {
  return body.slice(start, body.indexOf('<', start))
}
