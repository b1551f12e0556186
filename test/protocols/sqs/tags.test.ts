import { expect, test } from 'vitest'
import { tagsError } from '../../../protocols/sqs/tags.ts'

const tags = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 'v']))

test('one call sets at most 50 tags', () => {
  expect(tagsError('orders', tags(50))).toBeUndefined()
  expect(tagsError('orders', tags(51))).toMatchObject({
    code: 'InvalidParameterValue',
    message: 'Too many tags added for queue orders.',
  })
})
