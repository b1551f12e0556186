import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { importQueues } from '../../src/commands/import.ts'
import { CommandFailure } from '../../src/commands/subcommand.ts'
import { newFolder } from '../support/command.ts'
import { TestEmulator } from '../support/emulator.ts'

const conf = 'fixtures/import/elasticmq.conf'

/** What it says on standard error while it runs, and how it fails. */
async function run(...words: readonly string[]): Promise<{ said: string; code: number | undefined }> {
  let said = ''
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += String(text)
    return true
  })
  try {
    return { code: await importQueues.run(words), said }
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error
    return { code: error.code, said: said + error.message }
  } finally {
    stderr.mockRestore()
  }
}

describe('a document that goes to a file', () => {
  test.each(['elasticmq.conf', 'elasticmq-stored.conf', 'goaws.yaml'])('holds the queues of %s', async (name) => {
    const output = join(newFolder(), 'fixture.json')
    const { code, said } = await run(`fixtures/import/${name}`, '-o', output)
    expect(code).toBe(0)
    const document = JSON.parse(readFileSync(output, 'utf8'))
    expect(document.queues[0]).toMatchObject({ name: 'orders' })
    expect(said).toContain(`imported ${document.queues.length} queues, 0 messages to ${output}`)
  })

  test('has a member a line, and a message a line', async () => {
    const twinmq = await TestEmulator.start()
    const QueueUrl = await twinmq.queue('orders', { VisibilityTimeout: '5' })
    for (const MessageBody of ['a', 'b']) await twinmq.sqs('SendMessage', { QueueUrl, MessageBody })
    await twinmq.queue('quiet')
    const output = join(newFolder(), 'fixture.json')
    await run('--from', `http://127.0.0.1:${twinmq.port}`, '--messages', '-o', output)
    const text = readFileSync(output, 'utf8').replace(/"[0-9a-f]{32}"/g, '"…"')
    expect(text).toBe(`{
  "$schema": "urn:twinmq:snapshot:1",
  "twinmq": 1,
  "queues": [
    {
      "name": "orders",
      "attributes": { "VisibilityTimeout": 5 },
      "messages": [
        { "body": "a", "id": "…", "sent": "now" },
        { "body": "b", "id": "…", "sent": "now" }
      ]
    },
    {
      "name": "quiet",
      "messages": [
      ]
    }
  ]
}
`)
  })

  test('never takes the place of what is imported', async () => {
    const file = join(newFolder(), 'elasticmq.conf')
    writeFileSync(file, 'queues { a {} }')
    expect(await run(file, '-o', file)).toEqual({
      code: 1,
      said: `${file}: this is the file to import, and would be overwritten`,
    })
    expect(readFileSync(file, 'utf8')).toBe('queues { a {} }')
  })
})

describe('a document that goes to a running twinmq', () => {
  const names = async (twinmq: TestEmulator): Promise<string[]> =>
    Object(await twinmq.show('/queues')).queues.map(({ name }: { name: string }) => name)

  test('takes the place of its state', async () => {
    const twinmq = await TestEmulator.start()
    await twinmq.queue('mine')
    const { code } = await run('fixtures/import/goaws.yaml', '--url', `http://127.0.0.1:${twinmq.port}`)
    expect(code).toBe(0)
    expect((await names(twinmq)).sort()).toEqual(['inbox', 'ledger.fifo', 'orders', 'orders-dead'])
  })

  test('is added with --merge', async () => {
    const twinmq = await TestEmulator.start()
    await twinmq.queue('mine')
    await run('fixtures/import/goaws.yaml', '--merge', '--url', `http://127.0.0.1:${twinmq.port}`)
    expect((await names(twinmq)).sort()).toEqual(['inbox', 'ledger.fifo', 'mine', 'orders', 'orders-dead'])
  })

  test('that has such a queue already is refused with --merge', async () => {
    const twinmq = await TestEmulator.start()
    await twinmq.queue('orders')
    const { code, said } = await run(
      'fixtures/import/goaws.yaml',
      '--merge',
      '--url',
      `http://127.0.0.1:${twinmq.port}`,
    )
    expect(code).toBe(1)
    expect(said).toMatch(/orders/)
    expect(await names(twinmq)).toEqual(['orders'])
  })

  test('with messages gives there what was here', async () => {
    const source = await TestEmulator.start()
    const QueueUrl = await source.queue('ledger.fifo', { FifoQueue: 'true', ContentBasedDeduplication: 'true' })
    for (const MessageBody of ['1', '2'])
      await source.sqs('SendMessage', { QueueUrl, MessageBody, MessageGroupId: 'g' })
    const target = await TestEmulator.start()
    const words = ['--from', `http://127.0.0.1:${source.port}`, '--messages']
    expect((await run(...words, '--url', `http://127.0.0.1:${target.port}`)).code).toBe(0)
    const received = await target.sqs('ReceiveMessage', { QueueUrl: 'ledger.fifo', MaxNumberOfMessages: 10 })
    expect(received).toMatchObject({ Messages: [{ Body: '1' }, { Body: '2' }] })
  })
})

test('a document goes to a data file at rest, and with --merge is added to it', async () => {
  const data = join(newFolder(), 'state.json')
  expect((await run('fixtures/import/goaws.yaml', '--data', data)).code).toBe(0)
  expect((await run('fixtures/import/goaws.yaml', '--environment', 'Test', '--data', data, '--merge')).code).toBe(0)
  const { queues } = JSON.parse(readFileSync(data, 'utf8'))
  expect(queues.map(({ name }: { name: string }) => name).sort()).toEqual([
    'inbox',
    'ledger.fifo',
    'orders',
    'orders-dead',
    'trial',
  ])
})

test('what no queue takes is refused before it goes anywhere', async () => {
  const folder = newFolder()
  const file = join(folder, 'elasticmq.conf')
  writeFileSync(file, 'queues { a { deadLettersQueue { name = "no such name!", maxReceiveCount = 1 } } }')
  const { code, said } = await run(file, '-o', join(folder, 'fixture.json'))
  expect(code).toBe(1)
  expect(said).toContain('what was imported, line ')
  expect(() => readFileSync(join(folder, 'fixture.json'))).toThrow('ENOENT')
})

describe('words that make no sense are said, with exit code 2', () => {
  test.each([
    [[], 'a file to import is missing, or --from URL'],
    [['a', 'b'], "unexpected word 'b'"],
    [['a', '--from', 'http://x'], 'a file and --from exclude each other'],
    [['--from', 'localhost:9324'], "'localhost:9324' is not a URL"],
    [['a', '--messages'], '--messages needs --from'],
    [['a', '--format', 'yaml'], "--format takes elasticmq, elasticmq-stored, goaws, not 'yaml'"],
    [['--from', 'http://x', '--format', 'goaws'], '--format needs a file'],
    [['--from', 'http://x', '--environment', 'Dev'], '--environment needs a file'],
    [['a', '--merge'], '--merge needs --url or --data'],
    [['a', '-o', 'b', '--url', 'http://x'], '--output excludes --url and --data'],
    [['a', '--namespace', 'shared'], '--namespace needs --data'],
    [['a', '--account', '1'], '--account'],
    [['a', '--colour'], '--colour'],
  ])('%j', async (words, problem) => {
    const { code, said } = await run(...words)
    expect({ code, said }).toEqual({ code: 2, said: expect.stringContaining(problem) })
  })
})

describe('what cannot be imported is said, with exit code 1', () => {
  test('a file that is not there', async () => {
    const { code, said } = await run('no-such.conf')
    expect({ code, said }).toEqual({
      code: 1,
      said: expect.stringContaining('no-such.conf: cannot be read: ENOENT'),
    })
  })

  test('a file that is something else', async () => {
    expect(await run('package.json')).toEqual({
      code: 1,
      said: 'package.json: unknown format; name it with --format',
    })
  })

  test('a file with an error in it', async () => {
    const file = join(newFolder(), 'elasticmq.conf')
    writeFileSync(file, 'queues {\n  a { delay = soon }\n}')
    expect(await run(file)).toEqual({
      code: 1,
      said: `${file}, line 2: queues.a.delay: a duration such as "10 seconds" is expected`,
    })
  })

  test('an endpoint where nobody listens', async () => {
    const { code, said } = await run('--from', 'http://127.0.0.1:1')
    expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining('http://127.0.0.1:1 cannot be reached: ') })
  })

  test('what a conf file says is read with variables of the environment', async () => {
    vi.stubEnv('AUDIT_TIMEOUT', 'soon')
    const { code, said } = await run(conf)
    vi.unstubAllEnvs()
    expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining('queues.audit.defaultVisibilityTimeout') })
  })
})
