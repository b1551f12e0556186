import fc from 'fast-check'
import { expect, test } from 'vitest'
import { printReceipt, readReceipt } from '../../../protocols/mns/receipts.ts'

const receipts = fc.record({
  queueId: fc.integer({ min: 1, max: 36 ** 10 - 1 }),
  sequence: fc.integer({ min: 1, max: 36 ** 10 - 1 }),
  receiptNumber: fc.integer({ min: 0, max: 36 ** 8 - 1 }),
})
const priorities = fc.integer({ min: 1, max: 16 })

test('a receipt is read back from its handle, which has the form of the cloud’s own', () => {
  fc.assert(
    fc.property(receipts, priorities, (receipt, priority) => {
      const handle = printReceipt(receipt, priority)
      expect(handle).toMatch(new RegExp(`^${priority}-[A-Za-z0-9]{34,}$`))
      expect(readReceipt(handle)).toEqual(receipt)
    }),
  )
})

test('a handle with any one character changed is none', () => {
  fc.assert(
    fc.property(
      receipts,
      priorities,
      fc.nat(),
      fc.constantFrom(...'0123456789abcXYZ-= '),
      (receipt, priority, at, other) => {
        const handle = printReceipt(receipt, priority)
        const place = at % handle.length
        fc.pre(handle[place] !== other)
        expect(readReceipt(handle.slice(0, place) + other + handle.slice(place + 1))).toBeUndefined()
      },
    ),
  )
})

test('any other text is no handle', () => {
  const texts = fc.oneof(fc.string(), fc.base64String({ minLength: 20 }), fc.stringMatching(/^8-[A-Za-z0-9]{34,36}$/))
  fc.assert(
    fc.property(texts, (text) => {
      expect(readReceipt(text)).toBeUndefined()
    }),
  )
})
