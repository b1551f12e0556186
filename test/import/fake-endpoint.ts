import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A request to the endpoint. `action`: of the Query protocol; absent: it is another's. */
export type FakeRequest = {
  readonly path: string
  readonly action: string | undefined
  readonly form: URLSearchParams
  /** The body as it came. */
  readonly body: string
}

/** An endpoint on a free port that answers as a test says; what it has no answer for is 400. It is ten minutes past the beginning of 2026 there. Closed when the test is finished. */
export async function fakeEndpoint(answer: (request: FakeRequest) => string | undefined): Promise<URL> {
  const server = createServer(async (incoming, outgoing) => {
    const isForm = incoming.headers['content-type'] === 'application/x-www-form-urlencoded'
    const body = await textOf(incoming)
    const form = new URLSearchParams(isForm ? body : '')
    const answered = answer({ path: incoming.url ?? '', action: form.get('Action') ?? undefined, form, body })
    outgoing.setHeader('Date', new Date(Date.UTC(2026, 0, 1, 0, 10)).toUTCString())
    outgoing.writeHead(answered === undefined ? 400 : 200).end(answered ?? 'Bad Request')
  })
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return new URL(`http://127.0.0.1:${port}`)
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of incoming) text += String(chunk)
  return text
}
