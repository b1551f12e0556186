import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { printReceipt as printMnsReceipt } from '../../../protocols/mns/receipts.ts'
import { printReceipt, readReceipt } from '../../../protocols/sqs/receipts.ts'

const receipts = fc.record({
  queueId: fc.integer({ min: 0, max: 2 ** 48 - 1 }),
  sequence: fc.integer({ min: 0, max: 2 ** 48 - 1 }),
  receiptNumber: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
})

describe('a receipt handle', () => {
  test('is base64 text that starts AQEB', () => {
    expect(printReceipt({ queueId: 1, sequence: 2, receiptNumber: 3 })).toMatch(/^AQEB[A-Za-z0-9+/]{28}$/)
  })

  test('holds its receipt', () => {
    fc.assert(
      fc.property(receipts, (receipt) => {
        expect(readReceipt(printReceipt(receipt))).toEqual(receipt)
      }),
    )
  })

  test('differs for each receive', () => {
    const receipt = { queueId: 1, sequence: 2, receiptNumber: 3 }
    expect(printReceipt({ ...receipt, receiptNumber: 4 })).not.toBe(printReceipt(receipt))
  })

  test('with one character changed holds none', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_= é'
    const character = fc.constantFrom(...alphabet)
    fc.assert(
      fc.property(receipts, fc.nat(31), character, (receipt, place, other) => {
        const handle = printReceipt(receipt)
        const changed = handle.slice(0, place) + other + handle.slice(place + 1)
        expect(readReceipt(changed)).toEqual(changed === handle ? receipt : undefined)
      }),
    )
  })

  test.each(['', 'garbage', 'AQEB', 'AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEB', 'é'.repeat(32), 'A'.repeat(400)])(
    'no queue has issued %j',
    (handle) => expect(readReceipt(handle)).toBeUndefined(),
  )

  test('cut short or drawn out holds none', () => {
    const handle = printReceipt({ queueId: 1, sequence: 2, receiptNumber: 3 })
    expect(readReceipt(handle.slice(0, -1))).toBeUndefined()
    expect(readReceipt(`${handle}=`)).toBeUndefined()
    expect(readReceipt(`${handle}\n`)).toBeUndefined()
  })

  test('of MNS holds none', () => {
    expect(readReceipt(printMnsReceipt({ queueId: 1, sequence: 2, receiptNumber: 3 }, 8))).toBeUndefined()
  })
})
