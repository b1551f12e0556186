import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { peek } from '../../src/commands/peek.ts'
import { queues } from '../../src/commands/queues.ts'
import { receive } from '../../src/commands/receive.ts'
import { redrive } from '../../src/commands/redrive.ts'
import { reset } from '../../src/commands/reset.ts'
import { send } from '../../src/commands/send.ts'
import { newFolder } from '../support/command.ts'
import { TestEmulator } from '../support/emulator.ts'
import { run } from './captured.ts'

/** A data file at rest. */
function fileWith(document: object): string {
  const file = join(newFolder(), 'state.json')
  writeFileSync(file, JSON.stringify(document))
  return file
}

const deadLetters = {
  queues: [
    { name: 'orders', attributes: { RedrivePolicy: { deadLetterQueue: 'dead', maxReceiveCount: 1 } } },
    { name: 'dead', messages: [{ body: 'a', deadLetterSource: 'orders' }] },
  ],
}

test('what is sent into a file at rest is there for whoever opens it next', async () => {
  const file = fileWith({ queues: [{ name: 'orders' }] })
  expect(await run(send, ['orders', 'hello', '--data', file])).toMatchObject({ code: 0, stderr: '' })
  expect(existsSync(`${file}.journal`)).toBe(false)
  expect((await run(peek, ['orders', '--data', file])).stdout).toMatch(/: 1 ready.*\n.*\n.* hello\n$/)
  expect(await run(receive, ['orders', '--delete', '--data', file])).toMatchObject({ stdout: 'hello\n' })
  expect((await run(queues, ['--data', file])).stdout).toMatch(/^orders +0 +0 +0 /m)
})

test('account and region of a file at rest are those that are said', async () => {
  const file = fileWith({ queues: [{ name: 'orders', account: '111111111111', region: 'eu-west-1' }] })
  const words = ['orders', '--account', '111111111111', '--region', 'eu-west-1', '--data', file]
  expect((await run(peek, words)).stdout).toMatch(/^orders \(account 111111111111, region eu-west-1\)/)
})

test('a config file says where queues of a file at rest live, as it does at a start', async () => {
  const file = fileWith({ queues: [{ name: 'orders', region: 'eu-west-1' }] })
  const configFile = join(newFolder(), 'config.json')
  writeFileSync(configFile, '{ "region": "eu-west-1", "port": 1 }')
  const peeked = await run(peek, ['orders', '--data', file], { TWINMQ_CONFIG: configFile })
  expect(peeked.stdout).toMatch(/^orders \(account 000000000000, region eu-west-1\)/)
})

test('dead letters of a file at rest are moved to the end', async () => {
  const file = fileWith(deadLetters)
  const moved = await run(redrive, ['dead', '--to', 'orders', '--data', file])
  expect(moved).toMatchObject({ code: 0, stdout: expect.stringMatching(/^moved 1 message from dead/) })
  expect((await run(queues, ['--data', file])).stdout).toMatch(/^orders +1 +0 +0 /m)
})

test('pushes that are due stay due', async () => {
  const twinmq = await TestEmulator.start({
    memory: false,
    data: join(newFolder(), 'state.json'),
    now: Date.now() - 60_000,
  })
  const topic = { name: 'news', subscriptions: [{ name: 's', endpoint: 'http://127.0.0.1:1/' }] }
  const world = { topics: [topic], queues: [{ name: 'orders' }] }
  await twinmq.ask({ method: 'PUT', path: '/_twinmq/snapshot', body: JSON.stringify(world) })
  const published = '<Message xmlns="http://mns.aliyuncs.com/doc/v1/"><MessageBody>a</MessageBody></Message>'
  await twinmq.ask({
    method: 'POST',
    path: '/topics/news/messages',
    headers: { 'x-mns-version': '2015-06-06' },
    body: published,
  })
  await twinmq.emulator.stop()
  const file = twinmq.emulator.dataFile!
  const deliveries = () => JSON.parse(readFileSync(file, 'utf8')).deliveries
  expect(deliveries()).toHaveLength(1)
  const before = deliveries()
  await run(send, ['orders', 'x', '--data', file])
  expect(deliveries()).toEqual(before)
})

test('reset empties a file at rest, and knows no fixture there', async () => {
  const file = fileWith(deadLetters)
  expect(await run(reset, ['--data', file])).toMatchObject({ code: 0, stdout: 'emptied: 0 queues, 0 messages\n' })
  expect(await run(reset, ['--to', 'fixture', '--data', file])).toMatchObject({ code: 2 })
})

test('a file that another twinmq holds is refused, and so is one that is not there or unreadable', async () => {
  const file = fileWith(deadLetters)
  await TestEmulator.start({ memory: false, data: file })
  const held = await run(send, ['orders', 'x', '--data', file])
  expect([held.code, held.stderr.split('\n')]).toEqual([4, [expect.stringContaining(file), '']])
  const gone = join(newFolder(), 'gone.json')
  expect(await run(queues, ['--data', gone])).toMatchObject({
    code: 4,
    stderr: `twinmq: ${gone}: there is no such data file\n`,
  })
  expect(existsSync(gone)).toBe(false)
  const bad = join(newFolder(), 'bad.json')
  writeFileSync(bad, '{')
  expect(await run(queues, ['--data', bad])).toMatchObject({
    code: 4,
    stderr: expect.stringContaining('not valid JSON'),
  })
})
