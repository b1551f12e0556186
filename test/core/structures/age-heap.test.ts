import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AgeHeap } from '../../../src/core/structures/age-heap.ts'
import { messageWith } from '../../support/messages.ts'

const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('push' as const), sentAtMs: fc.nat(20) }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('leave' as const), which: fc.nat() }) },
  ),
  { maxLength: 400, size: 'max' },
)

test('the first is always one that was sent earliest of those that are there', () => {
  fc.assert(
    fc.property(steps, (run) => {
      const heap = new AgeHeap()
      const held: ReturnType<typeof messageWith>[] = []
      for (const step of run) {
        if (step.kind === 'push') {
          const message = messageWith({ sentAtMs: step.sentAtMs, place: 'new' })
          held.push(message)
          heap.push(message)
        } else if (held.length > 0) {
          const [gone] = held.splice(step.which % held.length, 1)
          gone!.place = 'gone'
        }
        const earliest = held.length > 0 ? Math.min(...held.map(({ sentAtMs }) => sentAtMs)) : undefined
        expect(heap.first?.sentAtMs).toBe(earliest)
        expect(heap.first?.place).not.toBe('gone')
      }
    }),
  )
})
