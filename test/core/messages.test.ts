import { beforeEach, expect, test } from 'vitest'
import { restoreMessage, restoreQueue } from '../../src/core/records.ts'
import { emptyState, type Queue } from '../../src/core/state.ts'
import { addressOf } from '../support/given.ts'

let queue: Queue

beforeEach(() => {
  const times = { createdAtMs: 1, modifiedAtMs: 1, purgedAtMs: 0 }
  const record = { id: 1, address: addressOf('orders'), settings: {}, tags: [], lastSequence: 0, ...times }
  queue = restoreQueue(emptyState('isolated'), record)
})

/** Adds messages as a file holds them, with bodies that are their sequence. */
function restore(...sequences: readonly number[]): void {
  for (const sequence of sequences) {
    const times = { sentAtMs: 1_000, visibleAtMs: 1_000 }
    restoreMessage(queue, { id: '', sequence, body: String(sequence), senderId: '', ...times })
  }
}

const later = { atMs: 2_000, number: 9 }

const remove = (sequence: number): void => queue.messages.remove(queue.messages.find(sequence)!, later)

const ready = (): string[] => queue.messages.peekReady(100).map(({ body }) => body)

test('messages that go from the middle are passed over once they are first', () => {
  restore(1, 2, 3, 4)
  remove(2)
  remove(3)
  expect(ready()).toEqual(['1', '4'])
  remove(1)
  expect(queue.messages.firstReady()?.body).toBe('4')
  remove(4)
  expect(queue.messages.firstReady()).toBeUndefined()
  expect(queue.messages.size).toBe(0)
})

test('a walk in order of arrival survives the removal of what it stands on', () => {
  restore(1, 2, 3)
  const walked: string[] = []
  for (let message = queue.messages.oldest; message; message = message.newer) {
    walked.push(message.body)
    queue.messages.remove(message, later)
  }
  expect(walked).toEqual(['1', '2', '3'])
})

test('numbers go on behind the highest one there was', () => {
  restore(1, 2, 9)
  expect(queue.lastSequence).toBe(9)
})
