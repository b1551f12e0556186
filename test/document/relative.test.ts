import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { State } from '../../src/core/state.ts'
import { documentChunks } from '../../src/document/writer.ts'
import { anyState } from '../store/arbitrary-state.ts'
import { plainState } from '../store/plain-state.ts'
import { contextAt, readText } from '../store/read-text.ts'

const savedAtMs = Date.UTC(2026, 10, 30, 12)

function relativeDocumentOf(state: State): string {
  const snapshot = { state, journalFrom: state.sequence + 1 }
  return [...documentChunks({ snapshot, savedAtMs, times: 'relative' })].join('')
}

async function stateAt(text: string, nowMs: number, limitBytes?: number): Promise<State> {
  return (await readText(text, contextAt(nowMs), limitBytes)).snapshot.state
}

const isInstant = (name: unknown): boolean => typeof name === 'string' && /[aA]tMs$/.test(name)

/** Every instant of a plain value that much later; 0 stands for never. */
function later(value: unknown, byMs: number, name?: unknown): unknown {
  if (typeof value === 'number') return isInstant(name) && value > 0 ? value + byMs : value
  if (Array.isArray(value)) {
    const pair = value.length === 2 && isInstant(value[0])
    return value.map((item, index) => later(item, byMs, pair && index === 1 ? value[0] : undefined))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, later(item, byMs, key)]))
}

function moved(state: State, byMs: number): unknown {
  const { deleted, ...plain } = plainState(state)
  const deletedLater = deleted.map(([name, atMs]) => [name, atMs + byMs])
  return { ...(later(plain, byMs) as object), deleted: deletedLater }
}

test('any state, saved relative to now, is the same when it is loaded at once, and moved when it is loaded later', async () => {
  const property = fc.asyncProperty(anyState, fc.nat({ max: 1e11 }), async (state, laterMs) => {
    const text = relativeDocumentOf(state)
    for (const limitBytes of [1e9, 0]) {
      expect(plainState(await stateAt(text, savedAtMs, limitBytes))).toEqual(plainState(state))
      const loaded = await stateAt(text, savedAtMs + laterMs, limitBytes)
      expect(moved(loaded, 0)).toEqual(moved(state, laterMs))
    }
  })
  await fc.assert(property, { numRuns: 150 })
})

const messages = [
  ['sent', { sent: '-5m' }, '"sent": "-5m"'],
  ['sent at the save', {}, '"sent": "now"'],
  ['delayed', { sent: '-1m', visibleIn: '30s' }, '"sent": "-1m", "visibleIn": "30s"'],
  [
    'in flight',
    { sent: '-1h30m', inFlightFor: '2m30.25s', receives: 2, receivedAt: '-0.5s' },
    '"sent": "-1h30m", "inFlightFor": "2m30.25s", "receives": 2, "firstReceivedAt": "-1h30m", "receivedAt": "-0.5s"',
  ],
  [
    'visible again',
    { sent: '-2d', visibleAt: '-1s', receives: 1, receivedAt: '-31s' },
    '"sent": "-2d", "visibleAt": "-1s", "receives": 1, "firstReceivedAt": "-31s", "receivedAt": "-31s"',
  ],
] as const

test.each(messages)('a message that was %s says so as people would', async (_, words, expected) => {
  const document = { queues: [{ name: 'q', messages: [{ body: 'x', ...words }] }] }
  const text = relativeDocumentOf(await stateAt(JSON.stringify(document), savedAtMs))
  expect(text).toMatch(/"body": "x", "id": "[0-9a-f]{32}", "sequence": 1, /)
  expect(text).toContain(`"sequence": 1, ${expected} }`)
  expect(text).toContain('"savedAt": "2026-11-30T12:00:00.000Z"')
})
