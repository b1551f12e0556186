import type { ServerResponse } from 'node:http'
import { createServer } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ListenFailure, type Listening, listen, type RequestHandler } from '../../src/server/listen.ts'
import { version } from '../../src/version.ts'
import { TestEmulator } from '../support/emulator.ts'
import { ask } from '../support/http.ts'

/** Listens with a handler that says hello; closed when the test is finished. */
function listenOn(hosts: readonly string[], port = 0): Promise<Listening> {
  return listenWith((_, outgoing) => outgoing.end('hello'), hosts, port)
}

async function listenWith(
  handle: RequestHandler,
  hosts: readonly string[] = ['127.0.0.1'],
  port = 0,
): Promise<Listening> {
  const listening = await listen(
    hosts.map((host) => ({ host, port })),
    handle,
    (_, socket) => socket.destroy(),
  )
  onTestFinished(() => listening.close(0))
  return listening
}

test('port 0 is a free port, the same on every address', async () => {
  const { port, hosts } = await listenOn(['127.0.0.1', '127.0.0.2'])
  expect(port).toBeGreaterThan(0)
  expect(hosts).toEqual(['127.0.0.1', '127.0.0.2'])
  expect((await ask(port, {})).body).toBe('hello')
})

test('each address has a port of its own, and the first one gives that of URLs', async () => {
  const one = await listenOn(['127.0.0.1'])
  const other = await listenOn(['127.0.0.1'])
  const [first, second] = [one.port, other.port]
  await Promise.all([one.close(0), other.close(0)])
  const both = await listen(
    [
      { host: '127.0.0.1', port: first },
      { host: '127.0.0.1', port: second },
    ],
    (_, outgoing) => outgoing.end('hello'),
    (_, socket) => socket.destroy(),
  )
  onTestFinished(() => both.close(0))
  expect(both.port).toBe(first)
  expect(both.addresses.map(({ port }) => port)).toEqual([first, second])
  for (const port of [first, second]) expect((await ask(port, {})).body).toBe('hello')
})

test('an address this machine lacks is left out, unless it is the first', async () => {
  // 192.0.2.0/24 is for documentation and belongs to no machine. Source: RFC 5737.
  const { hosts } = await listenOn(['127.0.0.1', '192.0.2.1'])
  expect(hosts).toEqual(['127.0.0.1'])
  await expect(listenOn(['192.0.2.1'])).rejects.toThrow(new ListenFailure('this machine has no address 192.0.2.1'))
})

test('a name that nothing is known of is refused with a line that says what to do', async () => {
  await expect(listenOn(['no-such-name.invalid'])).rejects.toThrow(
    'no address is known for no-such-name.invalid; listen on 127.0.0.1, or on 0.0.0.0 for all',
  )
})

test('a port in use on the second address leaves nothing listening on the first', async () => {
  const { port } = await listenOn(['127.0.0.2'])
  await expect(listenOn(['127.0.0.1', '127.0.0.2'], port)).rejects.toThrow(ListenFailure)
  const free = createServer()
  await new Promise<void>((resolve) => free.listen(port, '127.0.0.1', resolve))
  await new Promise((resolve) => free.close(resolve))
})

test('a close ends when the open requests are answered', async () => {
  let answer = (): void => {}
  const asked = new Promise<void>((resolve) => {
    const handle: RequestHandler = (_, outgoing) => {
      answer = () => outgoing.end('late')
      resolve()
    }
    opened = listen([{ host: '127.0.0.1', port: 0 }], handle, (_, socket) => socket.destroy())
  })
  const listening = await opened!
  const asking = ask(listening.port, {})
  await asked
  const closed = listening.close(60_000)
  answer()
  expect((await asking).body).toBe('late')
  await closed
})

test('a close cuts off what is still open after its time', async () => {
  const listening = await listen(
    [{ host: '127.0.0.1', port: 0 }],
    () => {},
    (_, socket) => socket.destroy(),
  )
  const asking = ask(listening.port, {})
  const cut = expect(asking).rejects.toThrow()
  await listening.close(0)
  await cut
})

let opened: Promise<Listening> | undefined

describe('a port in use is refused with a line that says by whom, and what to do', () => {
  /** A server that answers every path so; closed when the test is finished. */
  async function answering(answer: (path: string | undefined, outgoing: ServerResponse) => void): Promise<number> {
    const { port } = await listenWith((incoming, outgoing) => answer(incoming.url, outgoing))
    return port
  }
  const refusal = (port: number, host = '127.0.0.1') =>
    listenOn([host], port).then(
      () => 'not refused',
      (error: Error) => error.message,
    )
  const another = 'or choose another port with --port, or 0 for a free one'

  test('twinmq, loading or ready, also for one that would listen everywhere', async () => {
    const twinmq = await TestEmulator.start()
    const line = `in use by twinmq ${version}: use that one (twinmq health --url http://127.0.0.1:${twinmq.port}), stop it, ${another}`
    expect(await refusal(twinmq.port)).toBe(`port ${twinmq.port} of 127.0.0.1 is ${line}`)
    expect(await refusal(twinmq.port, '0.0.0.0')).toBe(`port ${twinmq.port} of 0.0.0.0 is ${line}`)
    const port = await answering((_, outgoing) => {
      outgoing.statusCode = 503
      outgoing.end('{"status":"loading","version":"9\\u001b[0m","durability":"memory"}')
    })
    expect(await refusal(port)).toMatch(/in use by twinmq: use that one/)
  })

  test('LocalStack', async () => {
    const health = '{"services": {"sqs": "available"}, "edition": "community", "version": "4.14.0"}'
    const port = await answering((path, outgoing) => {
      outgoing.statusCode = path === '/_localstack/health' ? 200 : 404
      outgoing.end(path === '/_localstack/health' ? health : 'no')
    })
    expect(await refusal(port)).toBe(
      `port ${port} of 127.0.0.1 is in use by LocalStack 4.14.0: stop it (localstack stop, or its container), ${another}`,
    )
  })

  test('something else: other answers, answers without an end, none at all', async () => {
    const other =
      /is in use by something else, neither twinmq nor LocalStack: stop it \(lsof -i :\d+ names it\), or choose/
    expect(await refusal(await answering((_, outgoing) => outgoing.end('{"status":"UP"}')))).toMatch(other)
    expect(await refusal(await answering((_, outgoing) => outgoing.end('null')))).toMatch(other)
    expect(await refusal(await answering((_, outgoing) => outgoing.destroy()))).toMatch(other)
    const endless = 'x'.repeat(1024 * 1024)
    expect(await refusal(await answering((_, outgoing) => void outgoing.write(endless)))).toMatch(other)
    // These wait for the limit of half a second: what says nothing cannot say when it would.
    expect(await refusal(await answering((_, outgoing) => void outgoing.write('{')))).toMatch(other)
    expect(await refusal(await answering(() => {}))).toMatch(other)
  })
})
