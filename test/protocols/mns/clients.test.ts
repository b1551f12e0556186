import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Mns, startMns } from './client.ts'

/** A session of a real client, byte by byte; every receipt in it is one that twinmq gave out in that session. */
type Session = {
  readonly client: string
  readonly source: string
  /** Calls by which others made what this client cannot make. */
  readonly before?: readonly string[]
  readonly steps: readonly {
    readonly request: string
    readonly status: number
    /** Texts of all elements of a name, in order. */
    readonly texts?: Readonly<Record<string, readonly string[]>>
  }[]
}

const folder = new URL('../../../fixtures/mns/clients/', import.meta.url)
const recordedAtMs = Date.UTC(2026, 10, 30, 12, 15)

/** What a client wrote: line and headers end at the first empty line, the rest is the body. */
type Recorded = { readonly line: string; readonly headers: Record<string, string>; readonly body: Buffer }

function readRecorded(file: string): Recorded {
  const bytes = readFileSync(new URL(file, folder))
  const end = bytes.indexOf('\n\n')
  const [line = '', ...fields] = bytes.subarray(0, end).toString('latin1').split('\n')
  const headers = fields.map((field) => [field.slice(0, field.indexOf(':')), field.slice(field.indexOf(':') + 2)])
  return { line, headers: Object.fromEntries(headers), body: bytes.subarray(end + 2) }
}

/** The server takes an absolute target apart before it asks the API. */
function withoutAuthority(line: string): string {
  return line.replace(/ http:\/\/[^/]+/, ' ')
}

async function play(mns: Mns, session: Session): Promise<void> {
  for (const line of session.before ?? []) await mns.call(line)
  for (const { request, status, texts = {} } of session.steps) {
    const { line, headers, body } = readRecorded(request)
    const answer = await mns.call(withoutAuthority(line), body, headers)
    expect(answer.status, request).toBe(status)
    for (const [name, expected] of Object.entries(texts)) expect(answer.texts(name), request).toEqual(expected)
  }
}

describe('sessions of real clients', () => {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  test.each(files)('%s', async (file) => {
    const session: Session = JSON.parse(readFileSync(new URL(file, folder), 'utf8'))
    const mns = await startMns({ nowMs: recordedAtMs, recordedAs: `mns: ${session.client}` })
    await play(mns, session)
    await mns.app.close()
  })
})

test('every recorded request is played', () => {
  const played = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file): string[] => {
      const session: Session = JSON.parse(readFileSync(new URL(file, folder), 'utf8'))
      return session.steps.map(({ request }) => request)
    })
  const recorded = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => readdirSync(new URL(`${name}/`, folder)).map((file) => `${name}/${file}`))
  expect(played.sort()).toEqual(recorded.sort())
})
