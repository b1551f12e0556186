import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Message } from '../../../src/core/model.ts'
import { MessageHeap } from '../../../src/core/structures/message-heap.ts'
import { messageWith } from '../../support/messages.ts'

/** Few instants, so that many messages share one and the order has to fall back on the sequence. */
const instant = fc.nat(9)
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('push' as const), atMs: instant }),
    fc.record({ kind: fc.constant('remove' as const), which: fc.nat() }),
    fc.record({ kind: fc.constant('move' as const), which: fc.nat(), atMs: instant }),
    fc.record({ kind: fc.constant('look' as const), limit: fc.nat(12) }),
  ),
  { maxLength: 120 },
)
type Step = typeof steps extends fc.Arbitrary<(infer S)[]> ? S : never

const before = (a: Message, b: Message): boolean =>
  a.visibleAtMs < b.visibleAtMs || (a.visibleAtMs === b.visibleAtMs && a.sequence < b.sequence)

test('a heap behaves as a sorted array does, whatever is pushed, removed and moved', () => {
  fc.assert(
    fc.property(steps, (run) => {
      const heap = new MessageHeap(before)
      const held: Message[] = []
      run.forEach((step, sequence) => {
        carryOut(step, sequence, heap, held)
        held.sort((a, b) => (before(a, b) ? -1 : 1))
        expect(heap.length).toBe(held.length)
        expect(heap.first).toBe(held[0])
      })
      expect(drained(heap)).toEqual(held.map(({ sequence }) => sequence))
    }),
  )
})

test('looking at the first few gives them in order and changes nothing', () => {
  fc.assert(
    fc.property(fc.array(instant, { maxLength: 60 }), fc.nat(70), (instants, limit) => {
      const heap = new MessageHeap(before)
      const held = instants.map((atMs, sequence) => messageWith({ sequence, visibleAtMs: atMs }))
      for (const message of held) heap.push(message)
      held.sort((a, b) => (before(a, b) ? -1 : 1))
      expect(heap.firstFew(limit)).toEqual(held.slice(0, limit))
      expect(drained(heap)).toEqual(held.map(({ sequence }) => sequence))
    }),
  )
})

function carryOut(step: Step, sequence: number, heap: MessageHeap, held: Message[]): void {
  if (step.kind === 'look') {
    expect(heap.firstFew(step.limit)).toEqual(held.slice(0, step.limit))
  } else if (step.kind === 'push') {
    const message = messageWith({ sequence, visibleAtMs: step.atMs })
    held.push(message)
    heap.push(message)
  } else if (held.length > 0) {
    const index = step.which % held.length
    const message = held[index]!
    if (step.kind === 'remove') {
      held.splice(index, 1)
      heap.remove(message)
    } else {
      message.visibleAtMs = step.atMs
      heap.moved(message)
    }
  }
}

/** Sequences of all messages, first to last; the heap is empty afterwards. */
function drained(heap: MessageHeap): number[] {
  const sequences: number[] = []
  for (let message = heap.first; message; message = heap.first) {
    sequences.push(message.sequence)
    heap.remove(message)
  }
  return sequences
}
