import { expect, test } from 'vitest'
import type { MessagesReceived } from '../../src/core/commands/command.ts'
import type { Command } from '../../src/core/commands/commands.ts'
import { documentChunks } from '../../src/document/writer.ts'
import { FilePlace } from './file-place.ts'
import { Process, startMs } from './process.ts'
import { contextAt, readText } from './read-text.ts'
import { addressOf, create, sendTo } from './worker.ts'

const name = 'orders.fifo'

function receive(maximumMessages: number, visibilityTimeoutMs: number): Command {
  return { kind: 'receiveMessages', queue: addressOf(name), maximumMessages, visibilityTimeoutMs }
}

/** Receives one message and gives it back, or deletes it. */
async function takeOne(process: Process, then: 'delete' | 'show'): Promise<void> {
  const receipt = await process.ask(receive(1, 60_000), (reply) => {
    const { queueId, messages } = reply as MessagesReceived
    return { queueId, sequence: messages[0]!.sequence, receiptNumber: messages[0]!.receiptNumber }
  })
  const held = { queue: addressOf(name), receipt, rule: 'reusable' } as const
  await process.work(
    then === 'delete' ? { kind: 'deleteMessage', ...held } : { kind: 'changeVisibility', ...held, timeoutMs: 0 },
  )
}

/** The same within one millisecond or over a minute: groups that stand neither by name nor as they came. */
async function history(process: Process, stepMs: number): Promise<void> {
  await process.work(create(name))
  for (const group of ['a', 'b', 'c', 'd'])
    for (const body of [`${group}1`, `${group}2`]) await process.work(sendTo(name, group, body))
  await process.advance(stepMs)
  await takeOne(process, 'delete')
  await process.advance(stepMs)
  await takeOne(process, 'show')
  await process.advance(stepMs)
  await process.work(sendTo(name, 'e', 'e1'))
  await process.advance(stepMs)
  await takeOne(process, 'show')
}

const inTurn = ['d1', 'd2', 'a2', 'b1', 'b2', 'e1', 'c1', 'c2']

test.each([0, 20_000])('groups keep their order over a stop, with %d ms between what is done', async (stepMs) => {
  const place = new FilePlace()
  const first = await Process.start(place, startMs)
  await history(first, stepMs)
  expect(await first.bodies(name, 'ready')).toEqual(inTurn)
  await first.stop()
  expect(place.files).toEqual(['state.json'])
  const next = await Process.start(place, startMs + 4 * stepMs)
  expect(await next.bodies(name, 'ready')).toEqual(inTurn)
  await takeOne(next, 'delete')
  await next.work(sendTo(name, 'f', 'f1'))
  const later = ['a2', 'b1', 'b2', 'e1', 'c1', 'c2', 'd2', 'f1']
  expect(await next.bodies(name, 'ready')).toEqual(later)
  await next.settled()
  const third = await Process.start(place, startMs + 4 * stepMs)
  expect(await third.bodies(name, 'ready')).toEqual(later)
  await third.stop()
})

test.each([0, 20_000])('groups keep their order over the death of the process, %d ms apart', async (stepMs) => {
  const place = new FilePlace()
  const first = await Process.start(place, startMs)
  await history(first, stepMs)
  await first.settled()
  expect(place.files).toContain('state.json.journal')
  const next = await Process.start(place, startMs + 4 * stepMs)
  expect(await next.bodies(name, 'ready')).toEqual(inTurn)
  await next.stop()
})

test('groups that are held go to the end of the line when their time is over, after a restart too', async () => {
  const place = new FilePlace()
  const first = await Process.start(place, startMs)
  await history(first, 0)
  await first.work(receive(1, 1_000), receive(1, 500))
  await first.stop()
  const next = await Process.start(place, startMs)
  await next.advance(1_000)
  expect(await next.bodies(name, 'ready')).toEqual(['b1', 'b2', 'e1', 'c1', 'c2', 'a2', 'd1', 'd2'])
  await next.stop()
})

test.each(['absolute', 'relative'] as const)('groups keep their order in a copy with %s times', async (times) => {
  const place = new FilePlace()
  const first = await Process.start(place, startMs)
  await history(first, 20_000)
  await first.stop()
  const { state } = await place.open().load()
  const savedAtMs = startMs + 100_000
  const head = { snapshot: { state, journalFrom: 1 }, savedAtMs, times, copy: true } as const
  let text = ''
  for (const chunk of documentChunks(head)) text += chunk
  const loaded = (await readText(text, contextAt(savedAtMs + 3_600_000))).snapshot.state
  const [queue] = loaded.queues.values()
  queue!.messages.release(savedAtMs + 3_600_000)
  expect(queue!.messages.peekReady(100).map(({ body }) => body)).toEqual(inTurn)
})
