import { describe, expect, test } from 'vitest'
import { changes, diff, id, inMessages } from './comparison.ts'

const fifo = (messages: readonly object[], attributes = {}) => ({ queues: [{ name: 'q.fifo', attributes, messages }] })
const inGroup = (group: string, ...bodies: string[]) => bodies.map((body) => ({ body, group }))

/** The lines below the heading of the queue. */
async function inFifo(a: readonly object[], b: readonly object[]): Promise<string[]> {
  const [, ...lines] = await diff(fifo(a), fifo(b))
  return lines.map((line) => line.trim())
}

describe('the order of a message group of a FIFO queue', () => {
  test('is told on one line', async () => {
    expect(await inFifo(inGroup('g', 'a', 'b'), inGroup('g', 'b', 'a'))).toEqual([
      '~ order of group "g": "a", "b" -> "b", "a"',
    ])
    const [queue] = await changes(fifo(inGroup('g', 'a', 'b')), fifo(inGroup('g', 'b', 'a')))
    expect(queue?.parts).toEqual([
      {
        kind: 'changed',
        thing: 'group',
        name: 'g',
        differences: [{ name: 'order', from: ['a', 'b'], to: ['b', 'a'] }],
      },
    ])
  })

  test('is that of messages on both sides', async () => {
    expect(await inFifo(inGroup('g', 'x', 'a', 'b'), inGroup('g', 'a', 'y', 'b'))).toEqual([
      '+ message "y" (ready, sent now, group "g")',
      '- message "x" (ready, sent now, group "g")',
    ])
  })

  test('is told from the first to the last message that stands elsewhere, five of them', async () => {
    const [a, b] = [inGroup('g', 'a', 'b', 'c', 'd'), inGroup('g', 'a', 'c', 'b', 'd')]
    expect(await inFifo(a, b)).toEqual(['~ order of group "g": "b", "c" -> "c", "b"'])
    const long = ['1', '2', '3', '4', '5', '6', '7']
    expect(await inFifo(inGroup('g', ...long), inGroup('g', ...long.toReversed()))).toEqual([
      '~ order of group "g": "1", "2", "3", "4", "5" … and 2 more -> "7", "6", "5", "4", "3" … and 2 more',
    ])
  })

  test('does not matter between groups', async () => {
    const [g, h] = [inGroup('g', 'a'), inGroup('h', 'b')]
    expect(await inFifo([...g, ...h], [...h, ...g])).toEqual([])
  })

  test('of messages of one body is told by their attributes, or by the ids they were given', async () => {
    const numbered = (...values: string[]) => values.map((k) => ({ body: 'a', group: 'g', attributes: { k } }))
    expect(await inFifo(numbered('1', '2'), numbered('2', '1'))).toEqual([
      '~ order of group "g": "a k=1", "a k=2" -> "a k=2", "a k=1"',
    ])
    const given = (...digits: string[]) => digits.map((digit) => ({ id: id(digit), body: 'a', group: 'g' }))
    const [c, d] = [id('c'), id('d')]
    expect(await inFifo(given('c', 'd'), given('d', 'c'))).toEqual([
      `~ order of group "g": "${c}", "${d}" -> "${d}", "${c}"`,
    ])
    expect(await inFifo(inGroup('g', 'a', 'a'), inGroup('g', 'a', 'a'))).toEqual([])
  })
})

test('the order of a standard queue does not matter', async () => {
  const [a, b] = [{ body: 'a' }, { body: 'b' }]
  expect(await inMessages([a, b], [b, a])).toEqual([])
})

describe('a deduplication id', () => {
  const one = { body: 'a', group: 'g' }

  test('that no document gave is no difference, wherever the message stands', async () => {
    expect(await inFifo(inGroup('g', 'x', 'a'), inGroup('g', 'a'))).toEqual([
      '- message "x" (ready, sent now, group "g")',
    ])
  })

  test('that one side gave is no difference from one that was made up', async () => {
    const given = { ...one, deduplicationId: 'd' }
    expect(await inFifo([one], [given])).toEqual([])
    expect(await inFifo([given], [one])).toEqual([])
    expect(await inFifo([{ ...given, id: id('a') }], [one])).toEqual([])
  })

  test('that both sides gave is a difference', async () => {
    expect(await inFifo([{ ...one, deduplicationId: 'd' }], [{ ...one, deduplicationId: 'e' }])).toEqual([
      '~ message "a" deduplicationId d -> e',
    ])
  })
})
