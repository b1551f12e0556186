import type { XmlElement } from '../../../protocols/xml/element.ts'
import { isXmlFault, parseXml } from '../../../protocols/xml/reader.ts'
import type { Command, ReplyTo } from '../../../src/core/commands/commands.ts'
import type { Result } from '../../../src/core/refusal.ts'
import { startTestApp, type TestApp, type TestAppOptions, type TestReply } from '../../support/app.ts'

/** An answer of the API, with its document read. */
export type MnsReply = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Absent: no body. */
  readonly document: XmlElement | undefined
  /** Text of the first element of that name, wherever it stands; '' when there is none. */
  text(name: string): string
  /** Texts of all elements of that name, in order. */
  texts(name: string): readonly string[]
}

/** A client of the MNS API that says what it wants in the words of the documents. */
export type Mns = {
  readonly app: TestApp
  /** `line` is method and target, such as `GET /queues/orders`. */
  call(line: string, body?: string | Buffer, headers?: Readonly<Record<string, string>>): Promise<MnsReply>
  /** A call whose client can go away. */
  open(line: string): { readonly reply: Promise<MnsReply>; leave(): void }
  /** Creates a queue; `attributes` are elements. */
  create(queue: string, attributes?: string): Promise<MnsReply>
  attributes(queue: string): Promise<MnsReply>
  /** Sends a body that needs no escapes; `fields` are further elements. */
  send(queue: string, body: string, fields?: string): Promise<MnsReply>
  /** `query` begins with a question mark or is empty. */
  receive(queue: string, query?: string): Promise<MnsReply>
  peek(queue: string, query?: string): Promise<MnsReply>
  delete(queue: string, receiptHandle: string): Promise<MnsReply>
  change(queue: string, receiptHandle: string, seconds: number | string): Promise<MnsReply>
}

/** Starts twinmq at 2026-01-01T00:00:00Z on a clock that stands still. */
export async function startMns(options: TestAppOptions = {}): Promise<Mns> {
  const app = await startTestApp(options)
  const call: Mns['call'] = async (line, body, headers) => readReply(await app.request(request(line, body, headers)))
  return {
    app,
    call,
    open(line) {
      const { reply, leave } = app.open(request(line))
      return { reply: reply.then(readReply), leave }
    },
    create: (queue, attributes = '') => call(`PUT /queues/${queue}`, `<Queue>${attributes}</Queue>`),
    attributes: (queue) => call(`GET /queues/${queue}`),
    send: (queue, body, fields = '') =>
      call(`POST /queues/${queue}/messages`, `<Message><MessageBody>${body}</MessageBody>${fields}</Message>`),
    receive: (queue, query = '') => call(`GET /queues/${queue}/messages${query}`),
    peek: (queue, query = '') => call(`GET /queues/${queue}/messages?peekonly=true${query}`),
    delete: (queue, receiptHandle) => call(`DELETE /queues/${queue}/messages?ReceiptHandle=${receiptHandle}`),
    change: (queue, receiptHandle, seconds) =>
      call(`PUT /queues/${queue}/messages?receiptHandle=${receiptHandle}&visibilityTimeout=${seconds}`),
  }
}

/** What the other cloud does at the same time, in the words of the engine. */
export function carryOut(app: TestApp, command: Command): Result<ReplyTo<Command>> {
  const results: Result<ReplyTo<Command>>[] = []
  app.broker.submit(command, {
    gone: false,
    decided: (result) => results.push(result),
    released() {},
    failed(reason) {
      throw new Error(String(reason))
    },
  })
  return results[0]!
}

function request(line: string, body: string | Buffer = '', headers: Readonly<Record<string, string>> = {}) {
  const [method = '', target = ''] = line.split(' ')
  return { method, target, body, headers: { 'x-mns-version': '2015-06-06', ...headers } }
}

function readReply({ status, headers, body }: TestReply): MnsReply {
  const document = body === '' ? undefined : parseXml(body)
  if (document && isXmlFault(document)) throw new Error(`an answer that is no XML (${document.fault}): ${body}`)
  const texts = (name: string): string[] => (document ? textsOf(document, name) : [])
  return { status, headers, body, document, texts, text: (name) => texts(name)[0] ?? '' }
}

function textsOf(element: XmlElement, name: string): string[] {
  const own = element.name === name ? [element.text] : []
  return [...own, ...element.children.flatMap((child) => textsOf(child, name))]
}

/** Names of the elements right under the root. */
export function childNames(element: XmlElement | undefined): readonly string[] {
  return (element?.children ?? []).map((child) => child.name)
}
