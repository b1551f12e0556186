import { expect, test } from 'vitest'
import { freshEngine, type TestQueue } from '../support/given.ts'

const { given, engine } = freshEngine()

function tag(queue: TestQueue, ...tags: readonly [name: string, value: string][]): void {
  const named = tags.map(([name, value]) => ({ name, value }))
  engine.run({ kind: 'tagQueue', queue: queue.address, tags: named })
}

function untag(queue: TestQueue, ...names: readonly string[]): void {
  engine.run({ kind: 'untagQueue', queue: queue.address, names })
}

test('tags are added, replaced and taken away', () => {
  const orders = given.queue()
  tag(orders, ['team', 'pay'], ['stage', ''])
  tag(orders, ['team', 'ship'])
  expect(orders.tags).toEqual([
    { name: 'team', value: 'ship' },
    { name: 'stage', value: '' },
  ])
  untag(orders, 'team')
  expect(orders.tags).toEqual([{ name: 'stage', value: '' }])
})

test('taking away a tag that is not there changes nothing', () => {
  const orders = given.queue()
  tag(orders, ['team', 'pay'])
  const before = engine.entries.length
  untag(orders, 'stage')
  tag(orders)
  expect(engine.entries).toHaveLength(before)
  untag(orders, 'stage', 'team')
  expect(orders.tags).toEqual([])
})

test('names that objects know are ordinary names', () => {
  const orders = given.queue()
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']
  for (const name of names) tag(orders, [name, `value of ${name}`])
  expect(orders.tags).toEqual(names.map((name) => ({ name, value: `value of ${name}` })))
  untag(orders, 'constructor', 'valueOf')
  expect(orders.tags.map(({ name }) => name)).toEqual(['__proto__', 'toString', 'hasOwnProperty'])
})

test('names are case-sensitive', () => {
  const orders = given.queue()
  tag(orders, ['team', 'a'], ['Team', 'b'])
  untag(orders, 'Team')
  expect(orders.tags).toEqual([{ name: 'team', value: 'a' }])
})

test('tags go with their queue', () => {
  const orders = given.queue()
  tag(orders, ['team', 'pay'])
  orders.drop()
  expect(given.queue().tags).toEqual([])
})
