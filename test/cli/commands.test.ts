import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Command, newFolder } from '../support/command.ts'

/** A folder with a config file. */
function folderWith(text: string, name = 'twinmq.config.yaml'): string {
  const folder = newFolder()
  writeFileSync(join(folder, name), text)
  return folder
}

test('the helpers work against a running twinmq', async () => {
  const folder = folderWith('memory: true\nqueues: [{ name: orders }]\n')
  const { port } = await Command.start([], { folder })
  const variables = { TWINMQ_URL: `http://127.0.0.1:${port}` }
  const twinmq = (...words: string[]) => Command.run(words, { variables })
  expect(await twinmq('health', '--wait', '10s')).toMatchObject({ code: 0, stderr: '' })
  expect(await twinmq('send', 'orders', 'hello')).toMatchObject({ code: 0, stderr: '' })
  expect((await twinmq('queues')).stdout).toMatch(/^orders +1 +0 +0 +standard/m)
  expect((await twinmq('peek', 'orders')).stdout).toMatch(/ hello\n$/)
  expect(await twinmq('receive', 'orders', '--delete')).toMatchObject({ code: 0, stdout: 'hello\n', stderr: '' })
  expect(await twinmq('receive', 'orders')).toMatchObject({
    code: 0,
    stdout: '',
    stderr: expect.stringMatching(/it holds no messages\n$/),
  })
  expect((await twinmq('purge', 'orders')).stdout).toMatch(/: 0 messages\n$/)
  expect((await twinmq('clock')).stdout).toMatch(/runs by itself/)
  expect((await twinmq('env')).stdout).toContain(`export AWS_ENDPOINT_URL_SQS=http://127.0.0.1:${port}\n`)
  expect((await twinmq('reset')).stdout).toBe('emptied: 0 queues, 0 messages\n')
})

test('what a config file lists is made at each start where it is missing, and options of it count', async () => {
  const folder = folderWith(
    'region: eu-west-1\nlogLevel: debug\nqueues:\n  - name: orders\n    attributes: { VisibilityTimeout: 45s }\n',
  )
  const first = await Command.start([], { folder })
  await Command.run(['send', 'orders', 'kept', '--url', `http://127.0.0.1:${first.port}`])
  first.signal('SIGTERM')
  await first.exited
  expect(first.stderr).toContain('made queue orders of the config file')
  writeFileSync(
    join(folder, 'twinmq.config.yaml'),
    'region: eu-west-1\nlogLevel: debug\nqueues: [{ name: orders }, { name: more }]\n',
  )
  const second = await Command.start([], { folder })
  const { stdout } = await Command.run(['queues', '--url', `http://127.0.0.1:${second.port}`])
  expect(stdout).toMatch(/^orders +1 .* eu-west-1 /m)
  second.signal('SIGTERM')
  await second.exited
  expect(second.stderr).toMatch(/queue orders of the config file is there[\s\S]*made queue more of the config file/)
})

test('a config file that is wrong is exit 2 with its place, and starts nothing', async () => {
  for (const [text, said] of [
    ['portt: 1\n', /^twinmq: twinmq\.config\.yaml, line 1: portt: no such option is known; did you mean port\?\n/],
    [
      'queues:\n  - name: a\n    atributes: {}\n',
      /^twinmq: twinmq\.config\.yaml, line 3: queues\[0\]\.atributes: .*did you mean "attributes"\?\n$/,
    ],
    ['a: [\n', /^twinmq: twinmq\.config\.yaml, line \d: this is not YAML/],
  ] as const) {
    const folder = folderWith(text)
    const { code, stdout, stderr } = await Command.run(['--port', '0'], { folder })
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(said)])
    expect(existsSync(join(folder, '.twinmq', 'state.json'))).toBe(false)
  }
})

test('send - reads the body from standard input', async () => {
  const file = join(newFolder(), 'state.json')
  writeFileSync(file, '{ "queues": [{ "name": "orders" }] }')
  const { code } = await Command.run(['send', 'orders', '-', '--data', file], { input: 'two\nlines\n' })
  expect(code).toBe(0)
  expect(JSON.parse(readFileSync(file, 'utf8')).queues[0].messages[0].body).toBe('two\nlines')
})

test('a helper without a twinmq ends at once with exit 1 and one line', async () => {
  for (const words of [
    ['queues'],
    ['peek', 'a'],
    ['send', 'a', 'b'],
    ['receive', 'a'],
    ['purge', 'a'],
    ['redrive', 'a'],
    ['reset'],
    ['clock'],
    ['health'],
  ]) {
    const { code, stdout, stderr } = await Command.run([...words, '--url', 'http://127.0.0.1:1'])
    expect([words[0], code, stdout, stderr.split('\n').length]).toEqual([words[0], 1, '', 2])
  }
})

test('a twinmq of this machine is asked over HTTPS too, by the certificate that it made for itself', async () => {
  const { port } = await Command.start(['--memory'])
  const { code, stdout } = await Command.run(['health', '--url', `https://127.0.0.1:${port}`])
  expect([code, stdout]).toEqual([0, expect.stringContaining('ready')])
})
