import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { snapshotSchema } from '../../src/document/schema.ts'
import { documentChunks } from '../../src/document/writer.ts'
import { anyState } from '../store/arbitrary-state.ts'
import { contextAt, readText } from '../store/read-text.ts'
import { badDocuments } from './bad-documents.ts'
import { badValues } from './bad-values.ts'

const context = contextAt(Date.UTC(2026, 10, 30, 12))
const validate = new Ajv({ allErrors: true }).compile(snapshotSchema())
const allBad = [...badDocuments, ...badValues]
const fixtures = fileURLToPath(new URL('../../fixtures/', import.meta.url))
const documents = readdirSync(fixtures, { recursive: true, encoding: 'utf8' }).filter((path) =>
  /^(?:stores|snapshots)[\\/].*\.json$/.test(path),
)
const example = readFileSync(`${fixtures}snapshots/by-hand.json`, 'utf8')

function errorsOf(document: unknown): unknown {
  validate(document)
  return validate.errors
}

describe('the schema of the document takes', () => {
  test.each(documents)('%s', (path) => {
    expect(errorsOf(JSON.parse(readFileSync(`${fixtures}${path}`, 'utf8')))).toBe(null)
  })

  test('any state, written in either form', () => {
    const property = fc.property(anyState, fc.constantFrom('absolute', 'relative'), (state, times) => {
      const snapshot = { state, journalFrom: 1 }
      const text = [...documentChunks({ snapshot, savedAtMs: context.nowMs, times })].join('')
      expect(errorsOf(JSON.parse(text))).toBe(null)
    })
    fc.assert(property, { numRuns: 100 })
  })
})

test.each(allBad.filter(([, , , , shown]) => shown))('the schema shows %s', (_what, document) => {
  expect(errorsOf(document)).not.toBe(null)
})

test.each(allBad.filter(([, , , , shown]) => !shown))('the schema cannot show %s', (_what, document) => {
  expect(errorsOf(document)).toBe(null)
})

test('what twinmq saved may hold durations as milliseconds, in the schema and for the program', async () => {
  const queues = [{ name: 'q', messages: [{ body: 'x', visibleIn: 30_000 }] }]
  const saved = { savedAt: '2026-11-30T12:00:00.000Z', queues }
  expect(errorsOf(saved)).toBe(null)
  const { snapshot } = await readText(JSON.stringify(saved), context)
  const [queue] = snapshot.state.queues.values()
  expect(queue!.messages.nextVisibleAtMs).toBe(context.nowMs + 30_000)
  expect(errorsOf({ queues })).not.toBe(null)
})

const anyValue = fc.oneof(
  fc.constantFrom(null, true, false, 0, -1, 0.5, 1, 99_999, 2 ** 60, '', 'x', '1', '45s', '-5m', 'now', [], {}),
  fc.constantFrom('2026-11-30', '2026-11-30T12:00:00Z', '1.5', 'true', 'fifo', '{}', [1], ['x'], { a: 'x' }, { a: 1 }),
  fc.json().map((text): unknown => JSON.parse(text)),
)

type Place = { readonly holder: Record<string, unknown>; readonly name: string }

function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Record<string, unknown>
  return Object.keys(holder).flatMap((name) => [{ holder, name }, ...placesIn(holder[name])])
}

test('what the schema refuses the program refuses too', async () => {
  let refused = 0
  const property = fc.asyncProperty(fc.nat(), anyValue, fc.nat({ max: 9 }), async (at, value, way) => {
    const document: unknown = JSON.parse(example)
    const places = placesIn(document)
    const { holder, name } = places[at % places.length]!
    if (way === 0 && !Array.isArray(holder)) delete holder[name]
    else if (way === 1 && !Array.isArray(holder)) holder[places[(at * 7) % places.length]!.name] = value
    else holder[name] = value
    if (validate(document)) return
    refused += 1
    await expect(readText(JSON.stringify(document), context)).rejects.toThrow('it, line ')
  })
  await fc.assert(property, { numRuns: 1_500 })
  expect(refused).toBeGreaterThan(300)
})

test('the schema names its version, and helps those who write', () => {
  const schema = snapshotSchema()
  expect(schema).toMatchObject({ $id: 'urn:twinmq:snapshot:1', $schema: 'http://json-schema.org/draft-07/schema#' })
  expect(JSON.stringify(schema)).toContain('MNS clients that encode bodies themselves')
})
