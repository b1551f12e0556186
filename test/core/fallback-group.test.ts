import { expect, test } from 'vitest'
import type { Command } from '../../src/core/commands/commands.ts'
import { fallbackGroupId } from '../../src/core/rules/fallback-group.ts'
import { freshEngine, granted } from '../support/given.ts'
import { createTopic, publish, subscribe, toQueue } from '../support/topics.ts'

const { engine, given } = freshEngine()
const run = (command: Command) => granted(engine.run(command))

test('messages of MNS that name no group are in the group "mns" of a FIFO queue, and none is a duplicate', () => {
  const orders = given.fifo({ contentBasedDeduplication: false })
  for (let count = 0; count < 2; count++) orders.send('a', { fallbackGroupId, delayMs: 9_000 })
  expect(orders.take().map(({ message }) => [message.body, message.groupId])).toEqual([['a', 'mns'], ['a', 'mns']]) // biome-ignore format: pairs
})

test('a group that is named stays', () => {
  const orders = given.fifo({ contentBasedDeduplication: false })
  orders.send('a', { fallbackGroupId, groupId: 'own' })
  expect(orders.takeOne().message.groupId).toBe('own')
})

test('on a standard queue there is no group but the one that is named', () => {
  const orders = given.queue()
  orders.send('a', { fallbackGroupId })
  expect(orders.takeOne().message.groupId).toBeUndefined()
})

test('a push to a FIFO queue is in that group too, and never a duplicate', () => {
  const inbox = given.fifo({}, 'inbox')
  run(createTopic('news'))
  run(subscribe('news', 'a', toQueue('inbox')))
  run(publish('news', 'same'))
  run(publish('news', 'same'))
  const held = inbox.take().map(({ message }) => [message.body, message.groupId])
  expect(held).toEqual([['simplified:same', 'mns'], ['simplified:same', 'mns']]) // biome-ignore format: pairs
})
