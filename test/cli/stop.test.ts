import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Command, newFolder } from '../support/command.ts'
import { ask, json, mnsCall, sqsCall, startAsking } from '../support/http.ts'
import { RawConnection } from '../support/raw-connection.ts'

const start = '2026-01-01T00:00:00Z'

async function createQueue(port: number): Promise<string> {
  return Object(json(await ask(port, sqsCall('CreateQueue', { QueueName: 'orders' })))).QueueUrl
}

/** Until the command takes no new connections: the way to see from outside that it is stopping. */
async function untilDeaf(port: number): Promise<void> {
  for (;;) {
    const connection = await RawConnection.open(port).catch(() => undefined)
    if (connection === undefined) return
    connection.leave()
  }
}

/** Until something is due: the way to see from outside that a long poll waits. */
async function untilWaiting(port: number): Promise<void> {
  for (;;) {
    const clock = json(await ask(port, { path: '/_twinmq/clock' }))
    if (Object(clock).nextDue !== null) return
  }
}

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  test(`${signal} answers open long polls empty, ends with 0, and leaves nothing but the JSON file`, async () => {
    const folder = newFolder()
    const command = await Command.start(['--data', join(folder, 'state.json'), '--now', start])
    const QueueUrl = await createQueue(command.port)
    const sqs = startAsking(command.port, sqsCall('ReceiveMessage', { QueueUrl, WaitTimeSeconds: 20 }))
    await untilWaiting(command.port)
    const mns = startAsking(command.port, mnsCall('GET', '/queues/orders/messages?waitseconds=10'))
    await untilDueBefore(command.port, 15_000)
    command.signal(signal)
    expect(await sqs.answer).toMatchObject({ status: 200, body: '{}' })
    expect((await mns.answer).body).toContain('<Code>MessageNotExist</Code>')
    expect(await command.exited).toEqual({ code: 0, signal: null })
    expect(readdirSync(folder)).toEqual(['state.json'])
    const { queues } = JSON.parse(readFileSync(join(folder, 'state.json'), 'utf8'))
    expect(queues).toMatchObject([{ name: 'orders' }])
  })

for (const [signal, code] of [
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)
  test(`a second ${signal} ends at once with ${code}`, async () => {
    const command = await Command.start(['--memory'])
    // A body that does not end keeps the first signal busy for as long as it gives answers in hand.
    const connection = await RawConnection.open(command.port)
    connection.write('POST /queues/orders/messages HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n')
    connection.write('Content-Length: 1000\r\n\r\n<')
    await connection.until(/100 Continue/)
    command.signal('SIGTERM')
    await untilDeaf(command.port)
    command.signal(signal)
    expect(await command.exited).toEqual({ code, signal: null })
    connection.leave()
  })

test('a client that never ends its request does not keep the command from stopping', async () => {
  const command = await Command.start(['--memory'])
  const connection = await RawConnection.open(command.port)
  connection.write('POST / HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 1000\r\n\r\n{')
  await connection.until(/100 Continue/)
  command.signal('SIGTERM')
  // The one real wait, half a second: what the command gives to answers in hand.
  expect(await command.exited).toEqual({ code: 0, signal: null })
})

test('an idle connection that is kept open does not keep the command from stopping', async () => {
  const command = await Command.start(['--memory'])
  const connection = await RawConnection.open(command.port)
  connection.write('GET /?Action=ListQueues HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await connection.until(/<\/ListQueuesResponse>/)
  command.signal('SIGTERM')
  expect(await command.exited).toEqual({ code: 0, signal: null })
})

test('what was answered survives the death of the process, and no id is given twice', async () => {
  const flags = ['--data', join(newFolder(), 'state.json'), '--seed', '7']
  const first = await Command.start(flags)
  const QueueUrl = await createQueue(first.port)
  const send = async (port: number, MessageBody: string) =>
    Object(json(await ask(port, sqsCall('SendMessage', { QueueUrl, MessageBody })))).MessageId
  const ids = [await send(first.port, 'a'), await send(first.port, 'b')]
  first.signal('SIGKILL')
  await first.exited
  const second = await Command.start(flags)
  ids.push(await send(second.port, 'c'))
  const messages = json(await ask(second.port, { path: '/_twinmq/messages?queue=orders' }))
  expect(Object(messages).messages.map(({ body }: { body: string }) => body)).toEqual(['a', 'b', 'c'])
  expect(new Set(ids).size).toBe(3)
})

test('time does not run backwards across a restart on a manual clock, whatever happened last', async () => {
  const flags = ['--data', join(newFolder(), 'state.json'), '--now', start]
  const first = await Command.start(flags)
  const advance = { method: 'POST', path: '/_twinmq/clock', body: '{"advance":"1h"}' }
  await createQueue(first.port)
  await ask(first.port, advance)
  first.signal('SIGTERM')
  await first.exited
  const second = await Command.start(flags)
  const clock = json(await ask(second.port, { path: '/_twinmq/clock' }))
  expect(clock).toMatchObject({ mode: 'manual', now: '2026-01-01T01:00:00.000Z' })
})

/** Until something is due within that many milliseconds of the start. */
async function untilDueBefore(port: number, ms: number): Promise<void> {
  for (;;) {
    const { nextDue } = Object(json(await ask(port, { path: '/_twinmq/clock' })))
    if (Date.parse(nextDue) < Date.parse(start) + ms) return
  }
}

test('a stop in the middle of load answers all it took, and leaves nothing but the JSON file', async () => {
  const folder = newFolder()
  const file = join(folder, 'state.json')
  const command = await Command.start(['--data', file])
  const QueueUrl = await createQueue(command.port)
  const answered: number[] = []
  const client = async (): Promise<void> => {
    for (;;) {
      const answer = await ask(command.port, sqsCall('SendMessage', { QueueUrl, MessageBody: 'a' })).catch(
        () => undefined,
      )
      if (!answer) return
      answered.push(answer.status)
      if (answered.length === 50) command.signal('SIGTERM')
    }
  }
  await Promise.all(Array.from({ length: 8 }, client))
  expect(await command.exited).toEqual({ code: 0, signal: null })
  expect(new Set(answered)).toEqual(new Set([200]))
  expect(command.stderr).not.toContain(' error ')
  expect(readdirSync(folder)).toEqual(['state.json'])
  expect(JSON.parse(readFileSync(file, 'utf8')).queues[0].messages).toHaveLength(answered.length)
})

/** Has Node take a disk for full as soon as there is a file of that name. */
function fullDisk(sign: string): Readonly<Record<string, string>> {
  const full = `() => { if (fs.existsSync(${JSON.stringify(sign)})) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' }) }`
  const program = `import fs from 'node:fs'
    const check = ${full}
    const { write, writeSync } = fs
    fs.writeSync = (fd, ...others) => { if (fd > 2) check(); return writeSync(fd, ...others) }
    fs.write = (fd, ...others) => { try { if (fd > 2) check() } catch (error) { return others.at(-1)(error) }; return write(fd, ...others) }`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(program)}` }
}

test.each([
  ['process', false],
  ['process', true],
  ['disk', false],
] as const)(
  'a stop while changes cannot be written down (%s) is exit 6 and says why; a disk that works again (%s) ends that',
  async (durability, works) => {
    const folder = newFolder()
    const sign = join(folder, 'full')
    const flags = ['--data', join(folder, 'state.json'), '--durability', durability]
    const command = await Command.start(flags, { variables: fullDisk(sign) })
    await createQueue(command.port)
    writeFileSync(sign, '')
    expect((await ask(command.port, sqsCall('CreateQueue', { QueueName: 'more' }))).status).toBeGreaterThanOrEqual(500)
    if (works) rmSync(sign)
    command.signal('SIGTERM')
    expect(await command.exited).toEqual({ code: works ? 0 : 6, signal: null })
    const said = /^twinmq: stopped, but changes could not be saved: .*ENOSPC/m
    if (works) expect(command.stderr).not.toMatch(said)
    else expect(command.stderr).toMatch(said)
  },
)

test('a stop that can save nothing, and whose journal was taken away, is exit 6 and says so', async () => {
  const folder = join(newFolder(), 'data')
  const command = await Command.start(['--data', join(folder, 'state.json')])
  await createQueue(command.port)
  rmSync(folder, { recursive: true })
  writeFileSync(folder, '')
  command.signal('SIGTERM')
  expect(await command.exited).toEqual({ code: 6, signal: null })
  expect(command.stderr).toMatch(
    /^twinmq: stopped, but changes could not be saved: .*state\.json\.journal: the file was removed$/m,
  )
})
