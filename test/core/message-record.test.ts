import { expect, test } from 'vitest'
import type { MessageRecord } from '../../src/core/model.ts'
import { messageFrom, messageRecord } from '../../src/core/rules/message-record.ts'

const least: MessageRecord = { id: 'a', sequence: 1, body: 'b', senderId: '1', sentAtMs: 5, visibleAtMs: 5 }

const whole: Required<Omit<MessageRecord, 'turn'>> = {
  ...least,
  attributes: [{ name: 'kind', type: 'String', value: 'x' }],
  groupId: 'g',
  extras: { traceHeader: 't', receivesElsewhere: 2 },
  priority: 7,
  receivedAtMs: 6,
  firstReceivedAtMs: 6,
  receiveCount: 3,
  delivery: 4,
}

test.each([
  ['least', least],
  ['most', whole],
])('a message comes back from its record as it was, with the %s members', (_, record) => {
  expect(messageRecord(messageFrom(record, 0))).toEqual(record)
})

test('members at their default are left out', () => {
  const defaults = { priority: 8, receivedAtMs: 0, firstReceivedAtMs: 0, receiveCount: 0, delivery: 0 }
  expect(Object.keys(messageRecord(messageFrom({ ...least, ...defaults }, 0)))).toEqual(Object.keys(least))
})
