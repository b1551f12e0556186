import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hmacKey, hmacOf } from '../../../protocols/signing/hmac.ts'

const bytes = (maxLength: number) => fc.uint8Array({ maxLength }).map((array) => Buffer.from(array))

test('it is what the platform makes of any key and text', () => {
  fc.assert(
    fc.property(fc.constantFrom('sha1', 'sha256'), bytes(200), bytes(500), (algorithm, key, text) => {
      const expected = createHmac(algorithm, key).update(text).digest('hex')
      expect(hmacOf(hmacKey(algorithm, key), text.toString('latin1'), 'hex')).toEqual(expected)
    }),
  )
})

test('long texts and keys of text are no exception, and a key can be used again', () => {
  const key = hmacKey('sha256', 'ключ')
  for (const length of [8_127, 8_128, 8_129, 1_000_000, 0]) {
    const text = 'a'.repeat(length)
    expect(hmacOf(key, text, 'base64')).toEqual(createHmac('sha256', 'ключ').update(text).digest('base64'))
  }
})
