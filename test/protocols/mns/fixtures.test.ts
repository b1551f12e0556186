import { afterAll, expect, test } from 'vitest'
import { xmlDescriptions } from '../../../src/compiled/xml-text.ts'
import { durationMs, type MnsStep, mnsFixtures } from '../../wire/fixture.ts'
import { type Mns, type MnsReply, startMns } from './client.ts'

const startMs = Date.UTC(2026, 0, 1)

/** The build compiles what is described while modules are loaded, and no more. */
const describedAtLoad = xmlDescriptions.length
afterAll(() => expect(xmlDescriptions.length).toBe(describedAtLoad))

test.each(mnsFixtures)('$fixture.rule ($path)', async ({ fixture }) => {
  const mns = await startMns({ nowMs: startMs, recordedAs: `mns: ${fixture.rule}` })
  const names = new Map([['base', 'http://127.0.0.1:4566']])
  for (const step of fixture.steps) await play(mns, step, names)
  await mns.app.close()
})

async function play(mns: Mns, step: MnsStep, names: Map<string, string>): Promise<void> {
  const { at, method, target, headers = {}, body = '', status, location, answer } = step
  const ms = at === undefined ? 0 : startMs + durationMs(at) - mns.app.clock.nowMs()
  await mns.app.clock.advance(ms)
  const named = Object.entries(headers).map(([name, value]) => [name, filled(value, names)])
  const reply = await mns.call(`${method} ${filled(target, names)}`, filled(body, names), Object.fromEntries(named))
  const place = `${method} ${target} at ${mns.app.clock.nowMs() - startMs} ms`
  expect(reply.status, place).toBe(status)
  if (location !== undefined) expect(reply.headers.Location, place).toBe(filled(location, names))
  if (answer !== undefined) expectAnswer(reply, answer, names, place)
  else if (status >= 204) expect(reply.body, place).toBe('')
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
