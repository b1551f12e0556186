import { type IncomingHttpHeaders, request } from 'node:http'

/** A request over a real connection. `host` and `origin` go out as they are given. */
export type Asked = {
  readonly method?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

/** What came back, the body as text. */
export type Answered = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: string }

/** A request under way, for a client that may go away. */
export type Asking = { readonly answer: Promise<Answered>; leave(): void }

/** Asks over a connection of its own, which is closed with the answer. */
export function ask(port: number, asked: Asked): Promise<Answered> {
  return startAsking(port, asked).answer
}

/** As `ask`, and can be left before it is answered; then `answer` rejects. */
export function startAsking(port: number, { method = 'GET', path = '/', headers = {}, body = '' }: Asked): Asking {
  const length = { 'Content-Length': String(Buffer.byteLength(body)) }
  const outgoing = request({ host: '127.0.0.1', port, method, path, agent: false, headers: { ...length, ...headers } })
  const answer = new Promise<Answered>((resolve, reject) => {
    outgoing.on('error', reject).on('response', (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject)
      incoming.on('end', () => {
        const { statusCode = 0, headers: answered } = incoming
        resolve({ status: statusCode, headers: answered, body: Buffer.concat(chunks).toString('utf8') })
      })
    })
  })
  outgoing.end(body)
  return { answer, leave: () => outgoing.destroy() }
}

/** An SQS call in JSON. Source: AWS JSON 1.0 protocol. */
export function sqsCall(action: string, input: object): Asked {
  const headers = { 'Content-Type': 'application/x-amz-json-1.0', 'X-Amz-Target': `AmazonSQS.${action}` }
  return { method: 'POST', headers, body: JSON.stringify(input) }
}

/** An MNS call. */
export function mnsCall(method: string, path: string, body = ''): Asked {
  return { method, path, headers: { 'x-mns-version': '2015-06-06' }, body }
}

/** What a call answered, read as JSON. */
export function json({ body }: Answered): unknown {
  return JSON.parse(body)
}
