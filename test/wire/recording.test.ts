import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTestApp } from '../support/app.ts'
import { jsonProtocol } from './sqs-protocols.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'twinmq-recording-'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

/** Records a send and a receive, and gives the name of the file. */
async function recorded(name: string, { seed = 1, body = 'a' } = {}): Promise<string> {
  const file = join(folder, name)
  vi.stubEnv('TWINMQ_RECORD_WIRE', file)
  const app = await startTestApp({ recordedAs: 'json: a rule', seed })
  for (const [action, input] of [
    ['CreateQueue', { QueueName: 'orders' }],
    ['SendMessage', { QueueUrl: 'orders', MessageBody: body }],
    ['ReceiveMessage', { QueueUrl: 'orders' }],
  ] as const)
    await app.request(jsonProtocol.request(action, input, {}))
  await app.close()
  return file
}

function compared(...argumentsGiven: readonly string[]): { readonly code: number | null; readonly said: string } {
  const run = spawnSync(process.execPath, ['test/wire/compare-recordings.mjs', ...argumentsGiven], { encoding: 'utf8' })
  return { code: run.status, said: run.stdout + run.stderr }
}

test('every request is recorded with its answer, under its rule and number', async () => {
  const lines = readFileSync(await recorded('a'), 'utf8')
    .trimEnd()
    .split('\n')
  const entries = lines.map((line) => JSON.parse(line))
  expect(entries.map(({ of, number, status }) => [of, number, status])).toEqual([
    ['json: a rule', 1, 200],
    ['json: a rule', 2, 200],
    ['json: a rule', 3, 200],
  ])
  expect(JSON.parse(entries[2].body).Messages[0].Body).toBe('a')
  expect(entries[2].headers['x-amzn-RequestId']).toMatch(/^[0-9a-f-]{36}$/)
})

test('two runs are equal to the byte', async () => {
  const { code, said } = compared(await recorded('a'), await recorded('b'), '--exact')
  expect([code, said]).toEqual([0, '3 answers are equal, 0 differ in ids, handles and dates only, 0 differ.\n'])
})

test('other ids are no difference, unless all is to be exact', async () => {
  const files = [await recorded('a'), await recorded('b', { seed: 2 })]
  expect(compared(...files)).toEqual({
    code: 0,
    said: '0 answers are equal, 3 differ in ids, handles and dates only, 0 differ.\n',
  })
  expect(compared(...files, '--exact').code).toBe(1)
})

test('another answer, or one that is missing, is shown with its rule', async () => {
  const file = await recorded('a')
  const text = readFileSync(file, 'utf8')
  const changed = join(folder, 'changed')
  writeFileSync(changed, text.replace('"status":200', '"status":201'))
  const { code, said } = compared(file, changed)
  expect(code).toBe(1)
  expect(said).toContain('json: a rule, request 1: POST /\n  status\n    - 200\n    + 201\n')
  writeFileSync(changed, text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1))
  expect(compared(file, changed)).toMatchObject({
    code: 1,
    said: expect.stringContaining('in the first recording only'),
  })
  expect(compared(changed, file)).toMatchObject({
    code: 1,
    said: expect.stringContaining('in the second recording only'),
  })
})

test('an id that stands where another stood is a difference', async () => {
  const file = await recorded('a')
  const swapped = join(folder, 'swapped')
  const text = readFileSync(file, 'utf8')
  const [id = ''] = /(?<=MessageId\\":\\")[^\\]+/.exec(text) ?? []
  expect(id).not.toBe('')
  writeFileSync(swapped, text.replace(id, '00000000-0000-4000-8000-000000000000'))
  expect(compared(file, swapped).code).toBe(1)
})

test('what is no recording is refused', async () => {
  const file = await recorded('a')
  expect(compared(file)).toMatchObject({ code: 2, said: expect.stringContaining('usage') })
  expect(compared(file, join(folder, 'absent'))).toMatchObject({ code: 2, said: expect.stringContaining('absent') })
  expect(compared(file, '/dev/null')).toMatchObject({ code: 2, said: expect.stringContaining('holds no answers') })
})
