import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { env } from '../../src/commands/env.ts'
import { queues } from '../../src/commands/queues.ts'
import { newFolder } from '../support/command.ts'
import { TestEmulator } from '../support/emulator.ts'
import { run } from './captured.ts'

type Variables = Readonly<Record<string, string>>

/** The address that a helper asks. */
async function addressBy(variables: Variables, words: readonly string[] = []): Promise<string> {
  const { code, stdout, stderr } = await run(env, ['--json', ...words], variables)
  return code === 0 ? JSON.parse(stdout).TWINMQ_URL : `${code} ${stderr}`
}

/** A folder that commands of this test run in, with a config file. */
function workIn(text: string, name = 'twinmq.config.json'): void {
  const folder = newFolder()
  writeFileSync(join(folder, name), text)
  const cwd = vi.spyOn(process, 'cwd').mockReturnValue(folder)
  onTestFinished(() => cwd.mockRestore())
}

const url = 'http://127.0.0.1:4566'

describe('a helper asks', () => {
  test.each<[Variables, string]>([
    [{}, url],
    [{ TWINMQ_URL: 'http://mq:1/', TWINMQ_PORT: '2' }, 'http://mq:1'],
    [{ TWINMQ_URL: '', TWINMQ_PORT: '2' }, 'http://127.0.0.1:2'],
    [{ TWINMQ_HOST: 'mq' }, 'http://mq:4566'],
    [{ TWINMQ_HOST: 'mq,other', TWINMQ_PORT: '2' }, 'http://mq:2'],
    [{ TWINMQ_HOST: 'localhost' }, url],
    [{ TWINMQ_HOST: '0.0.0.0' }, url],
    [{ TWINMQ_HOST: '::' }, url],
    [{ TWINMQ_HOST: '::1' }, 'http://[::1]:4566'],
    [{ TWINMQ_LISTEN: '[::]:5,mq:6' }, 'http://127.0.0.1:5'],
    [{ TWINMQ_LISTEN: 'mq:6' }, 'http://mq:6'],
    [{ GATEWAY_LISTEN: '0.0.0.0:4567' }, 'http://127.0.0.1:4567'],
    [{ LOCALSTACK_GATEWAY_LISTEN: ':4567', TWINMQ_PORT: '2' }, 'http://127.0.0.1:2'],
    [{ SQS_ENDPOINT_STRATEGY: 'bogus', TWINMQ_CLOCK: 'bogus' }, url],
  ])('with %j: %s', async (variables, expected) => {
    expect(await addressBy(variables)).toBe(expected)
  })

  test('--url before all of them', async () => {
    expect(await addressBy({ TWINMQ_URL: 'http://mq:1', TWINMQ_PORT: '2' }, ['--url', 'http://b:3/'])).toBe(
      'http://b:3',
    )
  })

  test('where the config file of the working folder has it listen, part by part behind the variables', async () => {
    workIn('{ "host": "::1", "port": 4570, "logLevel": "debug" }')
    expect(await addressBy({})).toBe('http://[::1]:4570')
    expect(await addressBy({ TWINMQ_PORT: '2' })).toBe('http://[::1]:2')
    expect(await addressBy({ TWINMQ_URL: 'http://mq:1' })).toBe('http://mq:1')
    workIn('listen: ["0.0.0.0:4571", "127.0.0.1:4572"]\n', 'twinmq.config.yaml')
    expect(await addressBy({})).toBe('http://127.0.0.1:4571')
    expect(await addressBy({ TWINMQ_HOST: 'mq' })).toBe('http://mq:4566')
  })

  test('where the config file that --config or TWINMQ_CONFIG names has it listen', async () => {
    const twinmq = await TestEmulator.start()
    await twinmq.queue('orders')
    const file = join(newFolder(), 'other.json')
    writeFileSync(file, `{ "port": ${twinmq.port} }`)
    for (const [words, variables] of [
      [['--config', file], {}],
      [[], { TWINMQ_CONFIG: file }],
    ] as const)
      expect(await run(queues, words, variables)).toMatchObject({ code: 0, stdout: expect.stringMatching(/^orders /m) })
  })
})

test.each<[Variables, readonly string[], RegExp]>([
  [{ TWINMQ_PORT: '0' }, [], /port 0 means any free port, so give the address with --url/],
  [{ TWINMQ_PORT: 'x' }, [], /TWINMQ_PORT: 'x' is not 0-65535/],
  [{ TWINMQ_URL: 'mq:1' }, [], /'mq:1' is not a URL/],
  [{}, ['--config', 'gone.json'], /gone\.json: there is no such file/],
])('%j %j is exit 2 and one line that says why', async (variables, words, said) => {
  const line = await addressBy(variables, words)
  expect(line).toMatch(said)
  expect([line.slice(0, 2), line.split('\n')]).toEqual(['2 ', [expect.any(String), '']])
})
