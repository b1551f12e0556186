import { expect, test } from 'vitest'
import { FilePlace } from './file-place.ts'
import { Process, startMs } from './process.ts'
import { addressOf, create, redrive, send } from './worker.ts'

/** Status and figures of the only task. */
function taskOf(process: Process): Promise<readonly unknown[]> {
  return process.ask({ kind: 'listMoveTasks', source: addressOf('7'), limit: 10 }, (tasks) =>
    tasks.flatMap(({ status, moved, toMove }) => [status, moved, toMove]),
  )
}

const ways = { source: addressOf('7'), destination: addressOf('invoices') }

async function begun(place: FilePlace, ratePerSecond: number): Promise<Process> {
  const first = await Process.start(place, startMs)
  await first.work(create('7'), create('orders'), create('invoices'), redrive('orders', '7', 3))
  await first.work(send('7', 'a'), send('7', 'b'), send('7', 'c'), send('7', 'd'))
  await first.work({ kind: 'startMoveTask', ...ways, ratePerSecond })
  await first.advance(1_000)
  expect(await taskOf(first)).toEqual(['running', 2, 4])
  return first
}

test('a move task goes on where it was when twinmq is started again after a stop', async () => {
  const place = new FilePlace()
  await (await begun(place, 1)).stop()
  const next = await Process.start(place, startMs + 1_000)
  expect(await taskOf(next)).toEqual(['running', 2, 4])
  await next.advance(999)
  expect(await next.bodies('invoices', 'all')).toEqual(['a', 'b'])
  await next.advance(1)
  expect(await next.bodies('invoices', 'all')).toEqual(['a', 'b', 'c'])
  await next.advance(1_000)
  expect(await taskOf(next)).toEqual(['completed', 4, 4])
  expect(await next.bodies('invoices', 'all')).toEqual(['a', 'b', 'c', 'd'])
  await next.stop()
})

test('a move task goes on after the death of the process, and makes up for the time between', async () => {
  const place = new FilePlace()
  await (await begun(place, 1)).settled()
  const next = await Process.start(place, startMs + 60_000)
  await next.settled()
  expect(await taskOf(next)).toEqual(['completed', 4, 4])
  expect(await next.bodies('invoices', 'all')).toEqual(['a', 'b', 'c', 'd'])
  await next.stop()
})
