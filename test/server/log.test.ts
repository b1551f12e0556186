import { expect, test } from 'vitest'
import { type LogLevel, logLevels } from '../../src/config/options.ts'
import { lineLog } from '../../src/log.ts'
import { turnOfTheLoop } from '../support/broker.ts'

const request = { api: 'sqs', action: 'SendMessage', queue: 'orders', status: 200, code: undefined, tookMs: 1.25 }
const stamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z /

/** Writes of a log of that level and form to which one line of each kind was given. */
async function written(level: LogLevel, format: 'text' | 'json' = 'text'): Promise<string[]> {
  const writes: string[] = []
  const log = lineLog(level, format, (text) => writes.push(text))
  log.error('an error')
  log.warn('a warning')
  log.request(request)
  log.debug('a detail')
  await turnOfTheLoop()
  return writes
}

const lines = (writes: readonly string[]): string[] =>
  writes.flatMap((text) => text.split('\n').slice(0, -1)).map((line) => line.replace(stamp, ''))

test('each level shows what is of its weight or more', async () => {
  const all = ['error an error', 'warn a warning', 'info sqs SendMessage orders 200 1.3ms', 'debug a detail']
  for (const [shown, level] of logLevels.entries()) expect(lines(await written(level))).toEqual(all.slice(0, shown))
})

test('lines of one turn of the loop are one write', async () => {
  expect(await written('debug')).toHaveLength(1)
})

test('in JSON each line is one object', async () => {
  const objects = lines(await written('debug', 'json')).map((line) => JSON.parse(line))
  const time = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/)
  const { code: _, ...shown } = request
  expect(objects).toEqual([
    { time, level: 'error', message: 'an error' },
    { time, level: 'warn', message: 'a warning' },
    { time, level: 'info', ...shown },
    { time, level: 'debug', message: 'a detail' },
  ])
})

test('no text makes two lines of one, nor moves the cursor', async () => {
  for (const format of ['text', 'json'] as const) {
    const writes: string[] = []
    const log = lineLog('info', format, (text) => writes.push(text))
    log.warn('first\r\nsecond\u001b[2J')
    log.request({ ...request, queue: 'or\nders\u009b2J' })
    await turnOfTheLoop()
    expect(lines(writes)).toHaveLength(2)
    for (const line of lines(writes)) expect(line).not.toMatch(/\p{Cc}/u)
  }
})

test('a refused request shows its code', async () => {
  const writes: string[] = []
  const log = lineLog('info', 'text', (text) => writes.push(text))
  log.request({ ...request, status: 400, code: 'QueueDoesNotExist' })
  await turnOfTheLoop()
  expect(lines(writes)).toEqual(['info sqs SendMessage orders 400 QueueDoesNotExist 1.3ms'])
})
