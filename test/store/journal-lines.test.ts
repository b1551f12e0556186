import zlib from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Event } from '../../src/core/events/event.ts'
import { messageRecord } from '../../src/core/rules/message-record.ts'
import { crc32, crc32ByTable } from '../../src/store/crc32.ts'
import { entryLines } from '../../src/store/journal-lines.ts'
import { sealLines } from '../../src/store/line-seal.ts'
import { anyMoveTask, anyState } from './arbitrary-state.ts'
import { anyText } from './arbitrary-values.ts'
import { sealedAnew } from './sealed-line.ts'

const number = fc.nat({ max: Number.MAX_SAFE_INTEGER })
const namedTexts = fc.array(fc.record({ name: anyText, value: anyText }), { maxLength: 3 })
const queue = number

/** Messages of any state, as they are sent. */
const message = anyState
  .map((state) =>
    [...state.queues.values()].flatMap(({ messages: { oldest } }) => (oldest ? [messageRecord(oldest)] : [])),
  )
  .filter((messages) => messages.length > 0)
  .map(([first]) => first!)

const delivery = anyState
  .filter(({ topics }) => topics.deliveries.size > 0)
  .map(({ topics }) => [...topics.deliveries.values()][0]!)

const subscription = anyState
  .map(({ topics }) => [...topics.byId.values()].flatMap(({ subscriptions }) => [...subscriptions.values()]))
  .filter((subscriptions) => subscriptions.length > 0)
  .map(([first]) => first!)

const anyEvent: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ kind: fc.constant('messageSent' as const), queue, message }),
  fc.record({ kind: fc.constant('messageSent' as const), queue, message, deduplicationKey: anyText }),
  fc.record({ kind: fc.constant('messageMoved' as const), queue, sequence: number, to: number, message }),
  fc.record({ kind: fc.constant('moveTaskStarted' as const), queue, task: anyMoveTask }),
  fc.record({ kind: fc.constant('moveTaskAdvanced' as const), queue, task: anyText, moved: number, nextAtMs: number }),
  fc.record({
    kind: fc.constant('messageReceived' as const),
    queue,
    sequence: number,
    delivery: number,
    receiveCount: number,
    atMs: number,
    firstReceivedAtMs: number,
    visibleAtMs: number,
  }),
  fc.record({
    kind: fc.constant('visibilityChanged' as const),
    queue,
    sequence: number,
    delivery: number,
    visibleAtMs: number,
  }),
  fc.record({ kind: fc.constant('deliveryScheduled' as const), topic: number, delivery }),
  fc.record({ kind: fc.constant('subscribed' as const), topic: number, subscription }),
  fc.record({ kind: fc.constant('messageDeleted' as const), queue, sequence: number }),
  fc.record({ kind: fc.constant('queueTagged' as const), queue, tags: namedTexts }),
  fc.record({
    kind: fc.constant('queueSettingsChanged' as const),
    queue,
    settings: fc.constant({ delayMs: null, kmsMasterKeyId: 'k' }),
    atMs: number,
  }),
)

describe('a line of the journal', () => {
  test('is one JSON object with the entry, its sequence first', () => {
    const entry = fc.record({
      sequence: number,
      atMs: number,
      events: fc.array(anyEvent, { minLength: 1, maxLength: 3 }),
    })
    const property = fc.property(fc.array(entry, { minLength: 1, maxLength: 4 }), (entries) => {
      const lines = entryLines(entries).map((line) => `${line}}`)
      expect(lines.map((line) => JSON.parse(line))).toEqual(entries)
      for (const line of lines) expect(Object.keys(JSON.parse(line))[0]).toBe('sequence')
    })
    fc.assert(property, { numRuns: 300 })
  })

  test('ends in the CRC-32 of its bytes, and the start of the next line stands after the last, however long they are', () => {
    const texts = [
      '',
      'a',
      '\u00e9\u20ac\ud83d\ude00',
      'x'.repeat(400_000),
      '\u20ac'.repeat(400_000),
      'y'.repeat(300_000),
      'z',
    ]
    const lines = texts.map((text) => `{"text":"${text}"`)
    for (const begunBytes of [0, 5]) {
      const parts: Buffer[] = []
      expect(sealLines(lines, 8, begunBytes, (bytes) => parts.push(Buffer.from(bytes)))).toBe('{"sequence":8'.length)
      const sealed = lines.map((line) => sealedAnew(`${line},"crc":"`))
      expect(Buffer.concat(parts).equals(Buffer.from(`${sealed.join('\n')}\n{"sequence":8`).subarray(begunBytes))).toBe(
        true,
      )
      expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(2_000_000)
    }
  })

  test('has the same checksum with zlib and without it', () => {
    const bytes = fc.uint8Array({ maxLength: 2_000 })
    const alike = (some: Uint8Array) => {
      expect(crc32ByTable(some)).toBe(zlib.crc32(some))
    }
    fc.assert(fc.property(bytes, alike))
    expect(crc32(Buffer.from('123456789'))).toBe(0xcbf43926)
  })
})
