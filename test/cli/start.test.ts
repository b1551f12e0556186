import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import packageFile from '../../package.json' with { type: 'json' }
import { options } from '../../src/config/options.ts'
import { Command, newFolder } from '../support/command.ts'
import { ask, json, sqsCall } from '../support/http.ts'

test('the start shows the addresses of both clouds, where the state is, and Ready. alone on the last line', async () => {
  const { stdout, port, stderr } = await Command.start(['--memory'])
  const lines = stdout.split('\n')
  expect(lines[0]).toBe(`twinmq ${packageFile.version}`)
  expect(lines.find((line) => line.includes('Amazon SQS'))).toContain(`http://127.0.0.1:${port}`)
  expect(lines.find((line) => line.includes('Alibaba MNS'))).toContain(`http://127.0.0.1:${port}`)
  expect(stdout).toContain('in memory')
  expect(lines.slice(-2)).toEqual(['Ready.', ''])
  expect(stderr).toBe('')
})

test('after Ready. both clouds are answered', async () => {
  const { port } = await Command.start(['--memory'])
  expect((await ask(port, sqsCall('CreateQueue', { QueueName: 'orders' }))).status).toBe(200)
  expect((await ask(port, { path: '/queues/orders' })).status).toBe(200)
})

test('requests are logged to standard error, in the form that is asked for', async () => {
  const started = await Command.start(['--memory', '--log-format', 'json'])
  const stdout = started.stdout
  await ask(started.port, sqsCall('CreateQueue', { QueueName: 'orders' }))
  started.signal('SIGTERM')
  await started.exited
  expect(JSON.parse(started.stderr)).toMatchObject({ level: 'info', action: 'CreateQueue', queue: 'orders' })
  expect(started.stdout).toBe(stdout)
})

test('--help-all names every option with its variable, and ends well', async () => {
  for (const words of [['--help-all'], ['start', '--help']]) {
    const { code, stdout, stderr } = await Command.run(words)
    expect([code, stderr]).toEqual([0, ''])
    for (const { flag, variable } of options)
      expect(stdout).toMatch(new RegExp(`^  ${flag}\\b[^]*?\\[${variable}\\]$`, 'm'))
  }
})

test('--version says the version', async () => {
  expect(await Command.run(['--version'])).toMatchObject({ code: 0, stdout: `${packageFile.version}\n`, stderr: '' })
})

test('the word start may be said', async () => {
  expect((await Command.run(['start', '--version'])).code).toBe(0)
})

for (const [flags, said] of [
  [['--frob'], /unknown option --frob/],
  [['--memry'], /unknown option --memry; did you mean --memory\?/],
  [['--logLevel', 'warn'], /did you mean --log-level\?/],
  [['-port', '80'], /did you mean --port\?/],
  [['start', 'port=80'], /did you mean --port\?/],
  [['frob'], /there is no command 'frob'; twinmq --help lists them/],
  [['starts'], /there is no command 'starts'; did you mean twinmq start\?/],
  [['start', 'now'], /unexpected word 'now'/],
  [['--port', 'many'], /--port: 'many' is not 0-65535/],
  [['--port'], /--port needs a value/],
  [['--memory', '--data', 'x.json'], /exclude each other/],
  [['--now', '0', '--clock', 'system'], /--now needs --clock manual/],
] as const)
  test(`${flags.join(' ')} is a bad option: exit 2 with a line that says so`, async () => {
    const { code, stdout, stderr } = await Command.run(flags)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(said)
    expect(stderr.split('\n')[0]).toMatch(/^twinmq: /)
  })

test('a bad variable is exit 2 as well, by its name', async () => {
  const { code, stderr } = await Command.run([], { variables: { TWINMQ_STRICT: 'perhaps' } })
  expect(code).toBe(2)
  expect(stderr).toMatch(/TWINMQ_STRICT: 'perhaps'/)
})

test('a port in use is exit 3 with a line that says so, and leaves no file', async () => {
  const folder = newFolder()
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void taken.close())
  const port = String(Object(taken.address()).port)
  const { code, stdout, stderr } = await Command.run(['--port', port], { folder })
  expect([code, stdout]).toEqual([3, ''])
  expect(stderr).toMatch(new RegExp(`^twinmq: port ${port} of 127\\.0\\.0\\.1 is in use`))
  expect(readdirSync(folder)).toEqual([])
})

const unusable = {
  'a path under a file': (folder: string) => {
    writeFileSync(join(folder, 'file'), '')
    return join(folder, 'file', 'state.json')
  },
  'a folder': (folder: string) => folder,
  'a device': () => '/dev/null',
  'a device that never ends': () => '/dev/zero',
  'a pseudo-file system': () => '/proc/twinmq/state.json',
  'half a document': (folder: string) => writeText(folder, '{"twinmq":1,"queues":['),
  'another document': (folder: string) => writeText(folder, '[]'),
  'no text': (folder: string) => writeText(folder, '\u0000\ufffd'),
} as const

for (const [name, path] of Object.entries(unusable))
  test(`${name} is no state: exit 4 before Ready., with the file in the line that says so`, async () => {
    const file = path(newFolder())
    const { code, stdout, stderr } = await Command.run(['--port', '0', '--data', file])
    expect([code, stdout]).toEqual([4, ''])
    expect(stderr).toMatch(/^twinmq: /)
    expect(stderr).toContain(file)
    // Found out at once, never by hanging.
  }, 5_000)

test('a changed data file starts with one line, or is exit 4 with --verify-data', async () => {
  const file = writeText(newFolder(), '{ "queues": [{ "name": "orders" }] }')
  await Command.run(['send', 'orders', 'hello', '--data', file])
  writeFileSync(file, readFileSync(file, 'utf8').replace('"hello"', '"hullo"'))
  const line = `${file}: this was changed since twinmq saved it: its digest does not match`
  const refused = await Command.run(['--port', '0', '--data', file, '--verify-data'])
  expect(refused).toMatchObject({ code: 4, stdout: '' })
  expect(refused.stderr).toMatch(/^twinmq: .*\n$/)
  expect(refused.stderr).toContain(line)
  const command = await Command.start(['--data', file])
  command.signal('SIGTERM')
  await command.exited
  expect(command.stderr.split('\n').filter((one) => one.includes('digest'))).toEqual([expect.stringContaining(line)])
})

test('a symbolic link in the place of the journal is exit 4, and its target is left as it was', async () => {
  const folder = newFolder()
  const target = join(folder, 'target')
  writeFileSync(target, 'precious')
  symlinkSync(target, join(folder, 'state.json.journal'))
  const { code, stderr } = await Command.run(['--port', '0', '--data', join(folder, 'state.json')])
  expect([code, readFileSync(target, 'utf8')]).toEqual([4, 'precious'])
  expect(stderr).toMatch(/^twinmq: .*state\.json\.journal: this is a symbolic link/)
})

test('what is no state is left as it was', async () => {
  const folder = newFolder()
  const file = writeText(folder, '{"twinmq":1,"queues":[')
  await Command.run(['--port', '0', '--data', file])
  expect(readFileSync(file, 'utf8')).toBe('{"twinmq":1,"queues":[')
  expect(readdirSync(folder)).toEqual(['state.json'])
})

test('a file that another process holds is exit 4, and says which', async () => {
  const file = join(newFolder(), 'state.json')
  await Command.start(['--data', file])
  const { code, stderr } = await Command.run(['--port', '0', '--data', file])
  expect(code).toBe(4)
  expect(stderr).toMatch(/process \d+|pid \d+/i)
})

test('without a word of where, the state is in .twinmq, which Git passes over', async () => {
  const folder = newFolder()
  const started = await Command.start([], { folder })
  expect(started.stdout).toContain('.twinmq/state.json')
  expect(readFileSync(join(folder, '.twinmq', '.gitignore'), 'utf8')).toBe('*\n')
})

test('a start that finds state says how much, and how to start empty', async () => {
  const file = join(newFolder(), 'state.json')
  const first = await Command.start(['--data', file])
  const { QueueUrl } = Object(json(await ask(first.port, sqsCall('CreateQueue', { QueueName: 'orders' }))))
  for (const MessageBody of ['a', 'b']) await ask(first.port, sqsCall('SendMessage', { QueueUrl, MessageBody }))
  first.signal('SIGTERM')
  await first.exited
  const second = await Command.start(['--data', file])
  expect(second.stdout).toMatch(/1 queue, 2 messages.*--memory/)
})

test('in memory nothing is written', async () => {
  const folder = newFolder()
  const started = await Command.start(['--memory'], { folder })
  await ask(started.port, sqsCall('CreateQueue', { QueueName: 'orders' }))
  expect(existsSync(join(folder, '.twinmq'))).toBe(false)
  expect(readdirSync(folder)).toEqual([])
})

function writeText(folder: string, text: string): string {
  const file = join(folder, 'state.json')
  writeFileSync(file, text)
  return file
}

test('the built command runs by its own name', () => {
  expect(execFileSync(resolve('dist/cli.js'), ['--version'], { encoding: 'utf8' })).toMatch(/^\d+\.\d+\.\d+\n$/)
})

test('the image begins with the line that LocalStack begins with, before its own', async () => {
  const { stdout } = await Command.start([], { variables: { TWINMQ_IMAGE: '1' } })
  const { version } = packageFile
  expect(stdout.startsWith(`LocalStack version: ${version}\ntwinmq ${version}\n`)).toBe(true)
})
