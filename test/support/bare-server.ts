import { createServer, type Server, type ServerOptions } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { mnsAdapter } from '../../protocols/mns/adapter.ts'
import { sqsAdapter } from '../../protocols/sqs/adapter.ts'
import { randomId, SeededRandom } from '../../src/core/random.ts'
import { corsRules } from '../../src/localstack/cors.ts'
import { silentLog } from '../../src/log.ts'
import { createApp } from '../../src/server/app.ts'
import { Dispatcher } from '../../src/server/dispatch.ts'

/** An HTTP server of a test's own in front of the app, without a broker behind it. */
export type BareServer = { readonly port: number; readonly server: Server; readonly sockets: readonly Socket[] }

/** Starts one, with timeouts of the test's choice; it is closed when the test is finished. */
export async function startBareServer(options: ServerOptions = {}): Promise<BareServer> {
  const ids = new SeededRandom(1, 1)
  const adapterOptions = {
    defaultAccount: '000000000000',
    defaultRegion: 'us-east-1',
    strict: false,
    namespace: 'isolated',
    nowMs: () => 0,
    nextRequestId: () => randomId(ids),
    warn: () => {},
  } as const
  const app = createApp({
    dispatcher: new Dispatcher([mnsAdapter(adapterOptions), sqsAdapter(adapterOptions)], silentLog),
    admin: { fetch: () => new Response('ours') },
    localstack: { fetch: () => new Response('that of LocalStack') },
    cors: corsRules({ ports: () => [] }),
    localstackHeader: false,
    publicUrl: undefined,
    ownHost: () => '127.0.0.1:4566',
    manualNowMs: () => undefined,
    stopping: () => false,
  })
  const sockets: Socket[] = []
  const server = createServer(options, app.handle).on('clientError', app.refuse)
  server.on('connection', (socket) => sockets.push(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: portOf(server), server, sockets }
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address()
  return typeof address === 'object' && address ? address.port : 0
}
