import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { queues } from '../../src/commands/queues.ts'
import { send } from '../../src/commands/send.ts'
import { check } from '../../src/commands/snapshot/check.ts'
import { diff } from '../../src/commands/snapshot/diff.ts'
import { load } from '../../src/commands/snapshot/load.ts'
import { save } from '../../src/commands/snapshot/save.ts'
import { newFolder } from '../support/command.ts'
import { TestEmulator } from '../support/emulator.ts'
import { run } from './captured.ts'

const line = 'this was changed since twinmq saved it: its digest does not match'

/** A data file that twinmq saved, with a queue and a message. */
async function savedFile(): Promise<string> {
  const file = join(newFolder(), 'state.json')
  writeFileSync(file, '{ "queues": [{ "name": "orders" }] }')
  await run(send, ['orders', 'hello', '--data', file])
  expect(readFileSync(file, 'utf8')).toMatch(/"sealed": true,\n(?:.*\n)*.*"digest": "\w{64}"\n\}\n$/)
  return file
}

/** The same, with another body. */
async function changedFile(): Promise<string> {
  const file = await savedFile()
  writeFileSync(file, readFileSync(file, 'utf8').replace('"hello"', '"hullo"'))
  return file
}

test('a data file is a document like any other: it is checked, compared, loaded and saved', async () => {
  const file = await savedFile()
  const [copy, other] = [join(newFolder(), 'copy.json'), join(newFolder(), 'other.json')]
  expect(await run(check, [file])).toEqual({ code: 0, stdout: `${file}: 1 queue, 1 message\n`, stderr: '' })
  expect(await run(save, [copy, '--times', 'absolute', '--data', file])).toMatchObject({ code: 0, stderr: '' })
  expect(readFileSync(copy, 'utf8')).not.toMatch(/"sealed"|"digest"/)
  expect(await run(diff, [file, copy])).toEqual({ code: 0, stdout: '', stderr: '' })
  expect(await run(load, [file, '--data', other, '--verify-data'])).toMatchObject({ code: 0, stderr: '' })
  expect(await run(diff, [file, other])).toEqual({ code: 0, stdout: '', stderr: '' })
})

test('a data file that was changed by hand works, and one line says so until it is saved', async () => {
  const file = await changedFile()
  expect((await run(check, [file])).stdout).toBe(`${file}: 1 queue, 1 message\n${file}: ${line}\n`)
  expect((await run(diff, [file, file])).code).toBe(0)
  const first = await run(queues, ['--data', file])
  expect(first).toMatchObject({ code: 0, stderr: expect.stringContaining(`${file}: ${line}\n`) })
  expect((await run(queues, ['--data', file])).stderr).toBe('')
})

test.each([
  ['a flag', ['--verify-data'], {}],
  ['a variable', [], { TWINMQ_VERIFY_DATA: '1' }],
])('a data file that was changed by hand is refused if %s asks for that', async (_, words, variables) => {
  const file = await changedFile()
  const before = readFileSync(file, 'utf8')
  for (const [command, ...others] of [[queues], [save, '-'], [load, file]] as const)
    expect(await run(command, [...others, '--data', file, ...words], variables)).toMatchObject({
      code: 4,
      stderr: expect.stringContaining(`twinmq: ${file}: ${line}. Nothing was changed.`),
    })
  expect(readFileSync(file, 'utf8')).toBe(before)
})

test('a running twinmq seals its data file alone, and takes one as a document, with a line if it was changed', async () => {
  const data = join(newFolder(), 'state.json')
  const file = await changedFile()
  const twinmq = await TestEmulator.start({ memory: false, data, now: Date.now() })
  const loaded = await twinmq.ask({ method: 'PUT', path: '/_twinmq/snapshot', body: readFileSync(file, 'utf8') })
  expect(loaded.status).toBeLessThan(300)
  expect(twinmq.log.warnings).toEqual([`the document: ${line}`])
  expect((await twinmq.ask({ path: '/_twinmq/snapshot' })).body).not.toMatch(/"sealed"|"digest"/)
  expect(readFileSync(data, 'utf8')).toMatch(/"sealed": true/)
})

test('a config file can ask for that as well', async () => {
  const file = await changedFile()
  const configFile = join(newFolder(), 'config.json')
  writeFileSync(configFile, '{ "verifyData": true }')
  expect(await run(queues, ['--data', file], { TWINMQ_CONFIG: configFile })).toMatchObject({ code: 4 })
})
