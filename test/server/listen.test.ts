import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { ListenFailure, type Listening, listen, type RequestHandler } from '../../src/server/listen.ts'
import { ask } from '../support/http.ts'

/** Listens with a handler that says hello; closed when the test is finished. */
async function listenOn(hosts: readonly string[], port = 0): Promise<Listening> {
  const listening = await listen(
    hosts.map((host) => ({ host, port })),
    (_, outgoing) => outgoing.end('hello'),
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

test('a port in use is refused with a line that says what to do', async () => {
  const { port } = await listenOn(['127.0.0.1'])
  await expect(listenOn(['127.0.0.1'], port)).rejects.toThrow(ListenFailure)
  await expect(listenOn(['127.0.0.1'], port)).rejects.toThrow(`port ${port} of 127.0.0.1 is in use`)
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
