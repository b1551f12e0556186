import { chmodSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Command, newFolder } from '../support/command.ts'
import { ask, json, sqsCall } from '../support/http.ts'

const world = {
  queues: [
    {
      name: 'orders',
      messages: [
        { body: 'hello', sent: '-5m' },
        { json: { order: 7 }, visibleIn: '30s' },
      ],
    },
    { name: 'inbox' },
  ],
  topics: [{ name: 'news', subscriptions: [{ name: 'to-inbox', endpoint: 'queue:inbox' }] }],
}

/** A document in a file of a folder of its own. */
function fileWith(document: unknown, name = 'world.json'): string {
  const file = join(newFolder(), name)
  writeFileSync(file, typeof document === 'string' ? document : JSON.stringify(document, null, 1))
  return file
}

async function running(...flags: string[]): Promise<{ command: Command; url: string }> {
  const command = await Command.start(flags.length > 0 ? flags : ['--memory'])
  return { command, url: `http://127.0.0.1:${command.port}` }
}

const snapshot = (...words: string[]) => Command.run(['snapshot', ...words])

/** A data file that a twinmq kept and has let go. */
async function fileAtRest(): Promise<string> {
  const file = join(newFolder(), 'state.json')
  expect(await snapshot('load', fileWith(world), '--data', file)).toMatchObject({ code: 0 })
  return file
}

const bad =
  '{ "queues": [\n { "name": "a", "messages": [\n  { "body": "x" },\n  { "body": "y", "sent": "soon" } ] } ] }'

test('what is saved from a running twinmq is what was loaded into it', async () => {
  const { url } = await running()
  const file = fileWith(world)
  expect(await snapshot('load', file, '--url', url)).toMatchObject({
    code: 0,
    stdout: `loaded ${file}: 2 queues, 2 messages\n`,
    stderr: '',
  })
  for (const times of ['relative', 'absolute']) {
    const saved = join(newFolder(), 'saved.json')
    const { code, stdout } = await snapshot('save', saved, '--url', url, '--times', times)
    expect([code, stdout]).toEqual([0, `saved ${saved}: 2 queues, 2 messages\n`])
    expect(await snapshot('diff', file, saved)).toMatchObject({ code: 0, stdout: '', stderr: '' })
    expect(await snapshot('diff', saved, url)).toMatchObject({ code: 0, stdout: '', stderr: '' })
  }
})

test('YAML is a fixture, in the command as it is built, and comes from standard input', async () => {
  const yaml = 'queues:\n  - name: orders\n    messages: [{ body: NO, sent: -5m }]\n'
  const { command, url } = await running('--memory', '--fixture', fileWith(yaml, 'world.yaml'))
  const page = async () => Object(json(await ask(command.port, { path: '/_twinmq/messages?queue=orders' })))
  expect((await page()).messages).toMatchObject([{ body: 'NO' }])
  const load = ['snapshot', 'load', '-', '--url', url]
  const loaded = await Command.run(load, { input: yaml.replace('NO', '2026-11-30') })
  expect([loaded.code, loaded.stdout, loaded.stderr]).toEqual([0, 'loaded -: 1 queue, 1 message\n', ''])
  expect((await page()).messages).toMatchObject([{ body: '2026-11-30' }])
  expect((await Command.run(load, { input: JSON.stringify(world) })).stdout).toBe('loaded -: 2 queues, 2 messages\n')
  expect(await Command.run(load, { input: `${yaml}  - tags: {}\n` })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^twinmq: standard input, line 4: queues\[1\]: /),
  })
})

test('times are saved relative to now unless told otherwise, and - is standard output', async () => {
  const { url } = await running('--memory', '--now', '2026-11-30T12:00:00Z')
  await snapshot('load', fileWith(world), '--url', url)
  const sentIn = (text: string) => JSON.parse(text).queues[0].messages[0].sent
  expect(sentIn((await snapshot('save', '-', '--url', url)).stdout)).toBe('-5m')
  const { stdout } = await snapshot('save', '-', '--url', url, '--times', 'absolute')
  expect(sentIn(stdout)).toBe('2026-11-30T11:55:00.000Z')
})

test('the variable TWINMQ_URL says where the running twinmq is', async () => {
  const { url } = await running()
  const { code } = await Command.run(['snapshot', 'save', '-'], { variables: { TWINMQ_URL: `${url}/` } })
  expect(code).toBe(0)
})

test('a merge adds, and refuses a name that is there', async () => {
  const { url } = await running()
  await snapshot('load', fileWith(world), '--url', url)
  const more = fileWith({ queues: [{ name: 'more', messages: [{ body: 'x' }] }] })
  expect(await snapshot('load', more, '--merge', '--url', url)).toMatchObject({
    code: 0,
    stdout: `loaded ${more}: 3 queues, 3 messages\n`,
  })
  const again = await snapshot('load', more, '--merge', '--url', url)
  expect(again.code).toBe(1)
  expect(again.stderr).toContain(`twinmq: ${more}, line 3: queues[0]: queue `)
  expect((await snapshot('diff', more, url)).stdout).toContain('+ queue orders (2 messages)')
})

for (const merge of [[], ['--merge']])
  test(`a document that is refused is exit 1, with its file, line and path, and changes nothing (${merge})`, async () => {
    const { url } = await running()
    await snapshot('load', fileWith(world), '--url', url)
    const data = await fileAtRest()
    const before = readFileSync(data, 'utf8')
    const file = fileWith(bad)
    for (const target of [
      ['--url', url],
      ['--data', data],
    ]) {
      const { code, stdout, stderr } = await snapshot('load', file, ...merge, ...target)
      expect([code, stdout]).toEqual([1, ''])
      expect(stderr).toContain(`twinmq: ${file}, line 4: queues[0].messages[1].sent: `)
    }
    expect(await snapshot('diff', fileWith(world), url)).toMatchObject({ code: 0 })
    expect(readFileSync(data, 'utf8')).toBe(before)
  })

test('a file at rest is saved without a change to it, its journal included', async () => {
  const file = join(newFolder(), 'state.json')
  const { command } = await running('--data', file)
  const { QueueUrl } = Object(json(await ask(command.port, sqsCall('CreateQueue', { QueueName: 'orders' }))))
  await ask(command.port, sqsCall('SendMessage', { QueueUrl, MessageBody: 'x' }))
  command.signal('SIGKILL')
  await command.exited
  const folder = join(file, '..')
  const journal = readFileSync(`${file}.journal`, 'utf8')
  expect(journal).not.toBe('')
  const { code, stdout } = await snapshot('save', '-', '--data', file)
  expect([code, JSON.parse(stdout).queues[0].messages[0].body]).toEqual([0, 'x'])
  expect(readFileSync(`${file}.journal`, 'utf8')).toBe(journal)
  expect(readdirSync(folder)).toEqual(['state.json.journal'])
  await snapshot('load', fileWith(world), '--data', file)
  expect(readdirSync(folder)).toEqual(['state.json', 'state.json.bak'])
  const { mtimeMs } = statSync(file)
  await snapshot('save', '-', '--data', file)
  expect([statSync(file).mtimeMs, readdirSync(folder)]).toEqual([mtimeMs, ['state.json', 'state.json.bak']])
})

test('what is loaded into a file at rest is there at the next start, and ids are not used twice', async () => {
  const file = await fileAtRest()
  const more = fileWith({ queues: [{ name: 'more', messages: [{ body: 'x' }] }] })
  expect(await snapshot('load', more, '--merge', '--data', file)).toMatchObject({
    code: 0,
    stdout: `loaded ${more}: 3 queues, 3 messages, 1 topic\n`,
  })
  const { command, url } = await running('--data', file)
  expect(command.stdout).toContain('3 queues, 3 messages')
  expect((await snapshot('diff', more, url)).stdout).not.toContain('queue more')
  await ask(command.port, sqsCall('CreateQueue', { QueueName: 'fourth' }))
  const ids = JSON.parse((await snapshot('save', '-', '--url', url)).stdout).queues.map(({ id }: { id: number }) => id)
  expect(new Set(ids).size).toBe(4)
})

test('a file that a process holds is refused with its owner, exit 4', async () => {
  const file = join(newFolder(), 'state.json')
  await running('--data', file)
  for (const words of [
    ['save', '-'],
    ['load', fileWith(world)],
  ]) {
    const { code, stdout, stderr } = await snapshot(...words, '--data', file)
    expect([code, stdout]).toEqual([4, ''])
    expect(stderr).toMatch(/in use by process \d+/)
  }
})

test('a data file that is not there is not made by a save', async () => {
  const folder = newFolder()
  const { code, stderr } = await snapshot('save', '-', '--data', join(folder, 'a', 'state.json'))
  expect([code, readdirSync(folder)]).toEqual([4, []])
  expect(stderr).toContain('there is no such data file')
})

test('a file is replaced as a whole: it keeps its mode, a link stays one, and nothing else is left', async () => {
  const data = await fileAtRest()
  const file = fileWith('old')
  chmodSync(file, 0o600)
  const link = join(newFolder(), 'link.json')
  symlinkSync(file, link)
  expect(await snapshot('save', link, '--data', data)).toMatchObject({ code: 0 })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(JSON.parse(readFileSync(file, 'utf8')).queues).toHaveLength(2)
  expect([readdirSync(join(file, '..')), readdirSync(join(link, '..'))]).toEqual([['world.json'], ['link.json']])
})

test('an answer that breaks off leaves the file as it was', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Length': 100 })
    response.write('{ "queues": [', () => response.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const file = fileWith('old')
  const { code, stderr } = await snapshot('save', file, '--url', `http://127.0.0.1:${Object(server.address()).port}`)
  expect([code, readFileSync(file, 'utf8'), readdirSync(join(file, '..'))]).toEqual([1, 'old', ['world.json']])
  expect(stderr).toContain('broke off')
})

test('a place that cannot be written is said in one line', async () => {
  const data = await fileAtRest()
  for (const file of [newFolder(), join(newFolder(), 'none', 'x.json')]) {
    const { code, stderr } = await snapshot('save', file, '--data', data)
    expect([code, stderr.split('\n').length]).toEqual([1, 2])
    expect(stderr).toContain(`twinmq: ${file}: this cannot be written: `)
  }
})

test('a twinmq that does not answer is said in one line: exit 1, of diff 2', async () => {
  const url = 'http://127.0.0.1:1'
  for (const [words, code] of [
    [['save', '-', '--url', url], 1],
    [['load', fileWith(world), '--url', url], 1],
    [['diff', fileWith(world), url], 2],
  ] as const) {
    const run = await snapshot(...words)
    expect([run.code, run.stdout, run.stderr.split('\n').length]).toEqual([code, '', 2])
    expect(run.stderr).toMatch(/^twinmq: no twinmq answers at http:\/\/127\.0\.0\.1:1 \(.*ECONNREFUSED.*twinmq start/)
  }
})

test('another server is told from a twinmq', async () => {
  const server = createServer((_request, response) => void response.writeHead(404).end('<html>'))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const { code, stderr } = await snapshot('save', '-', '--url', `http://127.0.0.1:${Object(server.address()).port}`)
  expect(code).toBe(1)
  expect(stderr).toContain('is no twinmq, or one without this call: it answered 404')
})

test('check says what each document holds, whatever its form, and where one is wrong', async () => {
  const [fixture, data, wrong] = [fileWith(world), await fileAtRest(), fileWith(bad)]
  const holds = '2 queues, 2 messages, 1 topic'
  expect(await snapshot('check', fixture, data)).toMatchObject({
    code: 0,
    stdout: `${fixture}: ${holds}\n${data}: ${holds}\n`,
    stderr: '',
  })
  const run = await snapshot('check', fixture, wrong, join(newFolder(), 'none.json'), data)
  expect([run.code, run.stdout]).toEqual([1, `${fixture}: ${holds}\n${data}: ${holds}\n`])
  expect(run.stderr).toContain(`${wrong}, line 4: queues[0].messages[1].sent: `)
  expect(run.stderr).toContain('none.json: there is no such file\n')
  const found = JSON.parse((await snapshot('check', '--json', fixture, wrong)).stdout)
  expect(found).toMatchObject([
    { file: fixture, queues: 2, messages: 2, topics: 1 },
    { file: wrong, path: 'queues[0].messages[1].sent', line: 4 },
  ])
})

test('check says where account and region that are left out lead', async () => {
  const file = fileWith({ queues: [{ name: 'a' }, { name: 'a', account: '123456789012' }] })
  expect((await snapshot('check', file)).code).toBe(0)
  const run = await snapshot('check', file, '--account', '123456789012')
  expect(run.code).toBe(1)
  expect(run.stderr).toContain('queues[1]')
})

test('diff is exit 0 for what is alike, 1 for what differs, 2 for trouble', async () => {
  const [a, b] = [fileWith(world), fileWith({ queues: [{ name: 'orders' }] })]
  expect(await snapshot('diff', a, a)).toMatchObject({ code: 0, stdout: '', stderr: '' })
  const { code, stdout } = await snapshot('diff', a, b)
  expect(code).toBe(1)
  expect(stdout.split('\n')).toContain('- queue inbox (empty)')
  expect(stdout).not.toContain('\u001b')
  for (const words of [[a], [a, b, a], [a, join(newFolder(), 'none')], [a, fileWith(bad)], [a, '--frob'], ['-', '-']])
    expect((await snapshot('diff', ...words)).code).toBe(2)
})

test('diff says the same as JSON', async () => {
  const a = fileWith({ queues: [{ name: 'orders', attributes: { DelaySeconds: 1 } }] })
  const b = fileWith({ queues: [{ name: 'orders', attributes: { DelaySeconds: 2 } }] })
  expect(JSON.parse((await snapshot('diff', a, a, '--json')).stdout)).toEqual({ alike: true, changes: [] })
  expect(JSON.parse((await snapshot('diff', a, b, '--json')).stdout)).toMatchObject({
    alike: false,
    changes: [
      { kind: 'changed', thing: 'queue', name: 'orders', differences: [{ name: 'DelaySeconds', from: 1, to: 2 }] },
    ],
  })
})

test('diff shows 20 changes in one place, and all of them with --all', async () => {
  const many = fileWith({ queues: [{ name: 'a', messages: Array.from({ length: 57 }, (_, i) => ({ body: `${i}` })) }] })
  const none = fileWith({ queues: [{ name: 'a' }] })
  const short = (await snapshot('diff', none, many)).stdout.trimEnd().split('\n')
  expect([short.length, short.at(-1)]).toEqual([22, '  … and 37 more'])
  expect((await snapshot('diff', none, many, '--all')).stdout.trimEnd().split('\n')).toHaveLength(58)
})
