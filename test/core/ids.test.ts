import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomId, SeededRandom } from '../../src/core/random.ts'
import { freshEngine, type TestQueue } from '../support/given.ts'
import { restored } from '../support/records.ts'

const { given, engine } = freshEngine()

/** RFC 9562, section 5.4: version 4 in the 13th digit, variant 10 in the 17th. */
const version4 = /^[0-9a-f]{12}4[0-9a-f]{3}[89ab][0-9a-f]{15}$/
const anyNumber = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })

const idsOf = (queue: TestQueue, howMany: number): string[] =>
  Array.from({ length: howMany }, () => queue.send('m').message.id)

test('ids have the form of a version 4 UUID, whatever seed and stream', () => {
  fc.assert(
    fc.property(anyNumber, anyNumber, (seed, stream) => version4.test(randomId(new SeededRandom(seed, stream)))),
  )
})

test('numbers are whole and of 32 bits', () => {
  fc.assert(
    fc.property(anyNumber, anyNumber, (seed, stream) => {
      const random = new SeededRandom(seed, stream)
      for (let count = 0; count < 20; count++) {
        const next = random.next()
        expect(Number.isInteger(next) && next >= 0 && next <= 4_294_967_295).toBe(true)
      }
    }),
  )
})

test('one seed and stream give the same ids each time; another of either gives others', () => {
  fc.assert(
    fc.property(anyNumber, anyNumber, anyNumber, (seed, stream, other) => {
      const id = randomId(new SeededRandom(seed, stream))
      expect(randomId(new SeededRandom(seed, stream))).toBe(id)
      if (other !== seed) expect(randomId(new SeededRandom(other, stream))).not.toBe(id)
      if (other !== stream) expect(randomId(new SeededRandom(seed, other))).not.toBe(id)
    }),
  )
})

test('seeds and streams that differ in their upper bits alone give other ids', () => {
  const ids = [
    [5, 7],
    [5 + 2 ** 32, 7],
    [5 + 2 ** 52, 7],
    [5, 7 + 2 ** 32],
    [5, 7 + 2 ** 40],
  ].map(([seed, stream]) => randomId(new SeededRandom(seed!, stream!)))
  expect(new Set(ids).size).toBe(ids.length)
})

test('fifty thousand commands give fifty thousand ids', () => {
  const ids = new Set(Array.from({ length: 50_000 }, (_, stream) => randomId(new SeededRandom(7, stream))))
  expect(ids.size).toBe(50_000)
})

test('the same commands with the same seed give the same ids, with another seed others', () => {
  const first = idsOf(given.queue(), 5)
  engine.begin()
  expect(idsOf(given.queue(), 5)).toEqual(first)
  engine.begin()
  engine.seed = 2
  expect(idsOf(given.queue(), 5).filter((id) => first.includes(id))).toEqual([])
})

test('a reset makes the ids of the same seed repeat', () => {
  const first = idsOf(given.queue(), 5)
  engine.run({ kind: 'reset' })
  expect(engine.state.queues.size).toBe(0)
  expect(idsOf(given.queue(), 5)).toEqual(first)
})

test('no id is repeated across restarts, since the count of commands goes on', () => {
  const seen = idsOf(given.queue(), 100)
  for (let restart = 0; restart < 3; restart++) {
    engine.state = restored(engine.state)
    const orders = given.queue()
    seen.push(...idsOf(orders, 100))
  }
  expect(new Set(seen).size).toBe(400)
})

test('commands that change nothing use up no number, so they do not change the ids that follow', () => {
  const expected = idsOf(given.queue(), 2)
  engine.begin()
  const orders = given.queue()
  const first = idsOf(orders, 1)
  expect(orders.contents).toEqual(['m ready'])
  engine.run({ kind: 'tick' })
  orders.tryHide({ receipt: { queueId: 9, sequence: 1, receiptNumber: 1 } }, 0)
  expect([...first, ...idsOf(orders, 1)]).toEqual(expected)
})
