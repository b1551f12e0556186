import { once } from 'node:events'
import { Agent, get } from 'node:https'
import { connect as connectPlain } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { type Listening, listen, type RequestHandler, type SocketRefusal } from '../../../src/server/listen.ts'
import { selfMade } from '../../../src/server/tls/identity.ts'
import { ask } from '../../support/http.ts'
import { RawConnection } from '../../support/raw-connection.ts'

const secure = selfMade(['localhost', '127.0.0.1'], Date.now)
const scheme: RequestHandler = ({ socket }, outgoing) => outgoing.end('encrypted' in socket ? 'https' : 'http')
const destroy: SocketRefusal = (_, socket) => void socket.destroy()

/** Listens for both on one port; closed when the test is finished. */
async function listenForBoth(handle: RequestHandler = scheme, refuse = destroy, identity = secure): Promise<Listening> {
  const listening = await listen([{ host: '127.0.0.1', port: 0 }], handle, refuse, identity)
  onTestFinished(() => listening.close(0))
  return listening
}

/** Asks over TLS, by an agent of the test's choice, and trusts the certificate that was made. */
function askSecurely(port: number, agent: Agent | false = false): Promise<{ body: string; socket: TLSSocket }> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, agent, ca: secure().cert, servername: 'localhost' }
    get(options, (incoming) => {
      const socket = incoming.socket as TLSSocket
      incoming.setEncoding('utf8').on('data', (body: string) => resolve({ body, socket }))
    }).on('error', reject)
  })
}

/** A TLS connection on which nothing has been asked. */
async function secureConnection(port: number): Promise<TLSSocket> {
  const socket = connect({
    host: '127.0.0.1',
    port,
    ca: secure().cert,
    servername: 'localhost',
    ALPNProtocols: ['h2', 'http/1.1'],
  })
  socket.on('error', () => {})
  await once(socket, 'secureConnect')
  return socket
}

test('HTTP and HTTPS are answered on the same port, in any order', async () => {
  const { port } = await listenForBoth()
  expect((await ask(port, {})).body).toBe('http')
  expect((await askSecurely(port)).body).toBe('https')
  expect((await ask(port, {})).body).toBe('http')
})

test('a certificate is made once, when a client first speaks TLS', async () => {
  let made = 0
  const { port } = await listenForBoth(scheme, destroy, () => {
    made++
    return secure()
  })
  await ask(port, {})
  expect(made).toBe(0)
  await askSecurely(port)
  await askSecurely(port)
  expect(made).toBe(1)
})

test('one connection serves many requests, and the next one resumes its session', async () => {
  const { port } = await listenForBoth()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const { socket } = await askSecurely(port, agent)
  expect((await askSecurely(port, agent)).socket).toBe(socket)
  expect(socket.isSessionReused()).toBe(false)
  const closed = once(socket, 'close')
  socket.destroy()
  await closed
  expect((await askSecurely(port, agent)).socket.isSessionReused()).toBe(true)
})

test('a client that would speak HTTP/2 is told that it is HTTP/1.1', async () => {
  const { port } = await listenForBoth()
  const socket = await secureConnection(port)
  expect(socket.alpnProtocol).toBe('http/1.1')
  socket.destroy()
})

test('a head that comes byte by byte is one, in clear and encrypted', async () => {
  const { port } = await listenForBoth()
  const connection = await RawConnection.open(port)
  for (const byte of 'GET / HTTP/1.1\r\n\r\n') {
    connection.write(byte)
    await new Promise(setImmediate)
  }
  expect(await connection.until(/http$/)).toMatch(/^HTTP\/1\.1 200 /)
  connection.leave()
  const socket = await secureConnection(port)
  for (const byte of 'GET / HTTP/1.1\r\n\r\n') socket.write(byte)
  let received = ''
  for await (const text of socket.setEncoding('latin1')) {
    received += text
    if (received.endsWith('https\r\n0\r\n\r\n') || received.endsWith('\r\n\r\nhttps')) break
  }
  expect(received).toMatch(/^HTTP\/1\.1 200 /)
})

test('what is neither HTTP nor TLS is refused, and so is bad HTTP within TLS', async () => {
  const codes: unknown[] = []
  const { port } = await listenForBoth(scheme, (error, socket) => {
    codes.push(error.code)
    socket.destroy()
  })
  await (await RawConnection.open(port)).write('\x00\x01 nonsense\r\n\r\n').untilClosed()
  const socket = await secureConnection(port)
  const closed = once(socket, 'close')
  socket.write('nonsense\r\n\r\n')
  await closed
  expect(codes).toEqual(['HPE_INVALID_METHOD', 'HPE_INVALID_METHOD'])
})

test('a handshake that goes wrong ends its connection and no other', async () => {
  const { port } = await listenForBoth()
  const connection = await RawConnection.open(port)
  await connection.write('\x16\x03\x01\x00\x05hello').untilClosed()
  expect((await askSecurely(port)).body).toBe('https')
})

test('a client that goes away before it has said anything harms nothing', async () => {
  const { port } = await listenForBoth()
  const silent = connectPlain({ host: '127.0.0.1', port })
  await once(silent, 'connect')
  silent.resetAndDestroy()
  const half = connectPlain({ host: '127.0.0.1', port, allowHalfOpen: true })
  half.end()
  await once(half.resume(), 'close')
  expect((await ask(port, {})).body).toBe('http')
})

test('a close does not wait for connections on which nothing has come', async () => {
  const { port, close } = await listenForBoth()
  const silent = await RawConnection.open(port)
  await ask(port, {})
  await close(10_000)
  await silent.untilClosed()
})

test('an encrypted connection that stands idle ends with a close', async () => {
  const { port, close } = await listenForBoth()
  const agent = new Agent({ keepAlive: true })
  const { socket } = await askSecurely(port, agent)
  const closed = once(socket, 'close')
  await close(10_000)
  await closed
})

test('a close lets an encrypted request in hand be answered, and cuts it after its time', async () => {
  for (const cutAfterMs of [10_000, 0]) {
    let answer = (): void => {}
    const asked = new Promise<void>((resolve) => {
      listening = listenForBoth((_, outgoing) => {
        answer = () => void outgoing.setHeader('Connection', 'close').end('late')
        resolve()
      })
    })
    const { port, close } = await listening!
    const asking = askSecurely(port).then(
      ({ body }) => body,
      () => 'cut',
    )
    await asked
    const closed = close(cutAfterMs)
    if (cutAfterMs > 0) answer()
    expect(await asking).toBe(cutAfterMs > 0 ? 'late' : 'cut')
    await closed
  }
})

let listening: Promise<Listening> | undefined
