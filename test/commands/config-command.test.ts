import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { config } from '../../src/commands/config.ts'
import { options } from '../../src/config/options.ts'
import { newFolder } from '../support/command.ts'
import { run } from './captured.ts'

/** Runs the command in a folder with this config file. */
function within(text: string | undefined, words: readonly string[], variables: Record<string, string> = {}) {
  const folder = newFolder()
  if (text !== undefined) writeFileSync(join(folder, 'twinmq.config.yaml'), text)
  const place = vi.spyOn(process, 'cwd').mockReturnValue(folder)
  return run(config, words, variables).finally(() => place.mockRestore())
}

test('every option is shown with its value and where that comes from', async () => {
  const text = 'port: 4570\nlogLevel: debug\nregion: eu-west-1\nqueues: [{ name: a }]\n'
  const { code, stdout } = await within(text, ['--region', 'eu-west-2'], { TWINMQ_LOG_LEVEL: 'warn' })
  expect(code).toBe(0)
  expect(stdout.split('\n')).toHaveLength(options.length + 3)
  expect(stdout).toMatch(/^port +4570 +twinmq\.config\.yaml$/m)
  expect(stdout).toMatch(/^region +eu-west-2 +--region$/m)
  expect(stdout).toMatch(/^logLevel +warn +TWINMQ_LOG_LEVEL$/m)
  expect(stdout).toMatch(/^host +127\.0\.0\.1,::1 +default$/m)
  expect(stdout).toMatch(/^twinmq\.config\.yaml lists 1 queue and 0 topics; a start creates those that are missing$/m)
})

test('LocalStack names stand between variables and file', async () => {
  const origin = async (variables: Record<string, string>) =>
    JSON.parse((await within('logLevel: error\n', ['--json'], variables)).stdout).options.logLevel
  expect(await origin({})).toEqual({ value: 'error', from: 'twinmq.config.yaml' })
  expect(await origin({ LS_LOG: 'debug' })).toEqual({ value: 'debug', from: 'LS_LOG' })
  expect(await origin({ LS_LOG: 'debug', TWINMQ_LOG_LEVEL: 'warn' })).toEqual({
    value: 'warn',
    from: 'TWINMQ_LOG_LEVEL',
  })
})

test('JSON names the file, and has null for what is not set', async () => {
  const shown = JSON.parse((await within('memory: true\n', ['--json'])).stdout)
  expect(shown.file).toBe('twinmq.config.yaml')
  expect(shown.options.memory).toEqual({ value: true, from: 'twinmq.config.yaml' })
  expect(shown.options.publicUrl).toEqual({ value: null, from: 'default' })
  expect(JSON.parse((await within(undefined, ['--json'])).stdout).file).toBeNull()
})

test('a clock that is manual because of its start says so', async () => {
  const shown = JSON.parse((await within(undefined, ['--json', '--now', '2026-01-01'])).stdout)
  expect(shown.options.clock).toEqual({ value: 'manual', from: '--now' })
})

test('a file that is named wins over the one that lies there', async () => {
  const file = join(newFolder(), 'other.json')
  writeFileSync(file, '{ "port": 1 }')
  for (const [words, variables] of [
    [['--json', '--config', file], {}],
    [['--json'], { TWINMQ_CONFIG: file }],
  ] as const)
    expect(JSON.parse((await within('port: 2\n', words, variables)).stdout).options.port).toEqual({
      value: 1,
      from: file,
    })
})

test('schema prints the JSON Schema', async () => {
  const { code, stdout } = await within(undefined, ['schema'])
  expect([code, JSON.parse(stdout).title]).toEqual([0, 'twinmq config file'])
})

for (const [text, words, said] of [
  ['portt: 1\n', [], /^twinmq: twinmq\.config\.yaml, line 1: portt: .* did you mean port\?$/m],
  ['port: 1\n', ['--prt', '1'], /unknown option --prt/],
  ['port: 1\n', ['scheme'], /twinmq config takes schema, or options, not 'scheme'/],
  ['memory: true\ndata: x\n', [], /--memory and --data exclude each other/],
  [undefined, ['--config'], /--config needs a value: FILE/],
  [undefined, ['--config', 'gone.json'], /gone\.json: there is no such file; it was given as the config file/],
] as const)
  test(`${JSON.stringify(text)} with '${words.join(' ')}' is exit 2`, async () => {
    const { code, stdout, stderr } = await within(text, words)
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(said)])
  })
