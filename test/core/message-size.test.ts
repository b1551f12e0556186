import { expect, test } from 'vitest'
import type { Command } from '../../src/core/commands/commands.ts'
import { endingOf, freshEngine } from '../support/given.ts'
import { createTopic, publish, topicAddress } from '../support/topics.ts'

const { given, engine } = freshEngine()

test('a message of exactly the largest size is accepted, a byte more is not', () => {
  const orders = given.queue({ maximumMessageBytes: 1_024 })
  expect(endingOf(engine.run(orders.sendCommand('a', { bytes: 1_024 })))).toBe('done')
  const refused = engine.run(orders.sendCommand('a', { bytes: 1_025 }))
  expect(refused).toEqual({ ok: false, refusal: { kind: 'messageTooLong', limitBytes: 1_024 } })
})

test('a queue that names no largest size has that of the protocol that sends', () => {
  const orders = given.queue()
  const limits = { defaultMaximumBytes: 65_536, ceilingBytes: 1_048_576 }
  expect(endingOf(engine.run(orders.sendCommand('a', { ...limits, bytes: 65_536 })))).toBe('done')
  expect(endingOf(engine.run(orders.sendCommand('a', { ...limits, bytes: 65_537 })))).toBe('messageTooLong')
})

test('a protocol keeps its own ceiling under a queue that allows more', () => {
  const orders = given.queue({ maximumMessageBytes: 1_048_576 })
  const limits = { defaultMaximumBytes: 65_536, ceilingBytes: 65_536 }
  expect(endingOf(engine.run(orders.sendCommand('a', { ...limits, bytes: 65_536 })))).toBe('done')
  const refused = engine.run(orders.sendCommand('a', { ...limits, bytes: 65_537 }))
  expect(refused).toEqual({ ok: false, refusal: { kind: 'messageTooLong', limitBytes: 65_536 } })
})

test('a topic has the size it was told, else that of the protocol that publishes, and never more', () => {
  const ending = (command: Command) => endingOf(engine.run(command))
  const sized = (bytes: number) => ({ ...publish('news', 'x'), bytes, maximumBytes: 65_536 })
  const set = (maximumMessageBytes: number) =>
    ending({ kind: 'setTopicSettings', topic: topicAddress('news'), settings: { maximumMessageBytes } })
  ending(createTopic('news'))
  expect([ending(sized(65_536)), ending(sized(65_537))]).toEqual(['done', 'messageTooLong'])
  set(1_024)
  expect([ending(sized(1_024)), ending(sized(1_025))]).toEqual(['done', 'messageTooLong'])
  set(100_000)
  expect(ending(sized(65_537))).toBe('messageTooLong')
})
