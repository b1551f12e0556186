import { expect, test } from 'vitest'
import { changes, id, inMessages } from './comparison.ts'

const message = (attributes: object, given = {}) => ({ body: 'a', attributes, ...given })

test('in what order the attributes of a message are named is no difference', async () => {
  const listed = (...names: string[]) => [
    message(names.map((name) => ({ name, type: 'String', value: '1' }))), // an object could not keep their order
  ]
  expect(await inMessages(listed('x', 'y'), listed('y', 'x'))).toEqual([])
  expect(await inMessages([message({ x: '1', y: '2' })], [message({ y: '2', x: '1' })])).toEqual([])
})

test.each([
  ['has another value', { x: '1' }, { x: '2' }, 'attribute x: "1" -> "2"'],
  ['has another type', { x: '1' }, { x: 1 }, 'attribute x type: String -> Number'],
  ['is no BOOLEAN of MNS any more', { x: true }, { x: 'true' }, 'attribute x type: BOOLEAN -> String'],
  ['has dots in its name', { 'x.value': '1' }, { 'x.value': '2' }, 'attribute x.value: "1" -> "2"'],
  ['was added', {}, { x: '1' }, '+ attribute x: "1"'],
  ['is gone', { x: '1' }, {}, '- attribute x: "1"'],
  ['is one of many', { x: '1', y: '1' }, { x: '1', y: '2', z: '3' }, 'attribute y: "1" -> "2", + attribute z: "3"'],
])('an attribute that %s is a change of one message', async (_, a, b, said) => {
  expect(await inMessages([message(a)], [message(b)])).toEqual([`~ message "a" ${said}`])
  expect(await inMessages([message(a, { id: id('a') })], [message(b, { id: id('a') })])).toEqual([
    `~ message "a" ${said}`,
  ])
})

test('messages whose attributes are alike are matched before those whose attributes differ', async () => {
  const [one, two, three] = ['1', '2', '3'].map((x) => message({ x }))
  expect(await inMessages([one!, two!], [two!, three!])).toEqual(['~ message "a" attribute x: "1" -> "3"'])
})

test('messages of two groups are two, and so are those of two ids', async () => {
  const given = (digit: string, x: string) => [message({ x }, { id: id(digit) })]
  expect(await inMessages(given('a', '1'), given('b', '2'))).toHaveLength(2)
  const grouped = (group: string, x: string) => ({
    queues: [{ name: 'q.fifo', messages: [message({ x }, { group })] }],
  })
  const [queue] = await changes(grouped('g', '1'), grouped('h', '2'))
  expect(queue?.parts?.map(({ kind }) => kind)).toEqual(['added', 'gone'])
})
