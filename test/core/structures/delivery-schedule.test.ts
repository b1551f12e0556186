import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DeliverySchedule } from '../../../src/core/structures/delivery-schedule.ts'
import type { Delivery } from '../../../src/core/topic.ts'
import { topicAddress } from '../../support/topics.ts'

function delivery(id: string, nextAtMs: number): Delivery {
  const topic = topicAddress('news')
  const who = { subscriber: '0', subscription: 'a', senderId: '0' }
  const notification = { messageId: id, topic, ...who, body: '', publishedAtMs: 0 }
  return { id, topicId: 1, notification, attempts: 0, nextAtMs }
}

type Step = { readonly kind: 'add' | 'defer' | 'end'; readonly at: number; readonly ms: number }

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({ kind: fc.constantFrom('add', 'add', 'defer', 'end'), at: fc.nat(), ms: fc.nat(5) }),
  { maxLength: 60 },
)

test('the first is the earliest of those that are pending, and of equals the one noted first', () => {
  const property = fc.property(steps, (all) => {
    // In the order in which they were noted last.
    const pending: Delivery[] = []
    const schedule = new DeliverySchedule((each) => pending.includes(each))
    for (const [index, { kind, at, ms }] of all.entries()) {
      const [chosen] = kind === 'add' ? [delivery(`${index}`, ms)] : pending.splice(at % (pending.length || 1), 1)
      if (chosen && kind !== 'end') {
        // One that is put off to the time it had stays where it was noted first; a new time makes it the last.
        chosen.nextAtMs = kind === 'defer' ? chosen.nextAtMs + 1 + ms : ms
        pending.push(chosen)
        schedule.note(chosen)
      }
      const earliest = Math.min(...pending.map(({ nextAtMs }) => nextAtMs))
      expect(schedule.first).toBe(pending.find(({ nextAtMs }) => nextAtMs === earliest))
    }
  })
  fc.assert(property, { numRuns: 500 })
})
