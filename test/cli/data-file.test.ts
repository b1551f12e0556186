import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Command, newFolder } from '../support/command.ts'
import { ask, json, sqsCall } from '../support/http.ts'

const world = { queues: [{ name: 'orders', messages: [{ body: 'hello', sent: '-5m' }] }] }

/** A document in a file of a folder of its own. */
function fileWith(document: unknown): string {
  const file = join(newFolder(), 'world.json')
  writeFileSync(file, JSON.stringify(document))
  return file
}

async function running(...flags: string[]): Promise<{ command: Command; url: string }> {
  const command = await Command.start(flags.length > 0 ? flags : ['--memory'])
  return { command, url: `http://127.0.0.1:${command.port}` }
}

const snapshot = (...words: string[]) => Command.run(['snapshot', ...words])

test('a data file whose owner was killed is read with its journal wherever a document is read', async () => {
  const file = join(newFolder(), 'state.json')
  const { command } = await running('--data', file)
  const { QueueUrl } = Object(json(await ask(command.port, sqsCall('CreateQueue', { QueueName: 'late' }))))
  await ask(command.port, sqsCall('SendMessage', { QueueUrl, MessageBody: 'x' }))
  command.signal('SIGKILL')
  await command.exited
  const journal = readFileSync(`${file}.journal`, 'utf8')
  const files = readdirSync(join(file, '..'))
  expect(await snapshot('check', file)).toMatchObject({ code: 0, stdout: `${file}: 1 queue, 1 message\n` })
  const { code, stdout, stderr } = await snapshot('diff', fileWith(world), file)
  expect([code, stderr]).toEqual([1, ''])
  expect(stdout.split('\n')).toContain('+ queue late (1 message)')
  const started = await running('--memory', '--fixture', file)
  expect(await snapshot('diff', file, started.url)).toMatchObject({ code: 0, stdout: '', stderr: '' })
  const other = await running()
  expect(await snapshot('load', file, '--url', other.url)).toMatchObject({
    code: 0,
    stdout: `loaded ${file}: 1 queue, 1 message\n`,
  })
  expect(readFileSync(`${file}.journal`, 'utf8')).toBe(journal)
  expect(readdirSync(join(file, '..'))).toEqual(files)
})

test('a journal that goes on from another document is refused wherever a document is read', async () => {
  const file = fileWith(world)
  writeFileSync(`${file}.journal`, '{"sequence":99}\n')
  const { url } = await running()
  const check = await snapshot('check', file)
  expect([check.code, check.stderr]).toEqual([1, expect.stringContaining('this file was put here by hand')])
  expect(await snapshot('diff', file, file)).toMatchObject({ code: 2 })
  expect(await snapshot('load', file, '--url', url)).toMatchObject({ code: 1 })
})
