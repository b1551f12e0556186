import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Mns, startMns } from './client.ts'

let mns: Mns
beforeEach(async () => {
  mns = await startMns()
  await mns.create('orders')
  await mns.call('PUT /topics/news')
})
afterEach(() => mns.app.close())

/** Every call that takes a document, and its root. */
const calls = [
  ['PUT /queues/made', 'Queue'],
  ['PUT /queues/orders?metaoverride=true', 'Queue'],
  ['POST /queues/orders/messages', 'Message'],
  ['POST /queues/orders/messages', 'Messages'],
  ['DELETE /queues/orders/messages', 'ReceiptHandles'],
  ['PUT /topics/made', 'Topic'],
  ['PUT /topics/news?metaoverride=true', 'Topic'],
  ['POST /topics/news/messages', 'Message'],
  ['PUT /topics/news/subscriptions/s', 'Subscription'],
  ['PUT /topics/news/subscriptions/s?metaoverride=true', 'Subscription'],
  ['PUT /?accountmeta=true', 'Account'],
] as const

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')
const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le')

/** What is wrong, and a document of that root which has it. */
const faults: readonly (readonly [string, (root: string) => string | Buffer])[] = [
  ['is no XML', () => 'hello'],
  ['is not closed', (root) => `<${root}><A>`],
  ['ends in a tag', (root) => `<${root}`],
  ['closes another element', (root) => `<${root}><A></B></${root}>`],
  ['has two roots', (root) => `<${root}/><${root}/>`],
  ['has text after the root', (root) => `<${root}/>more`],
  ['holds a raw control character', (root) => `<${root}><A>\u0001</A></${root}>`],
  ['holds a reference to a control character', (root) => `<${root}><A>&#1;</A></${root}>`],
  ['holds an entity nobody defined', (root) => `<${root}><A>&nbsp;</A></${root}>`],
  ['holds a bare ampersand', (root) => `<${root}><A>a & b</A></${root}>`],
  ['has a DOCTYPE', (root) => `<!DOCTYPE ${root}><${root}/>`],
  ['defines entities', (root) => `<!DOCTYPE a [<!ENTITY b "c"><!ENTITY d "&b;&b;">]><${root}>&d;</${root}>`],
  ['has an attribute twice', (root) => `<${root} a="1" a="2"/>`],
  ['is nested too deep', (root) => `<${root}>${'<a>'.repeat(5_000)}${'</a>'.repeat(5_000)}</${root}>`],
  ['has too many elements', (root) => `<${root}>${'<a/>'.repeat(20_000)}</${root}>`],
  ['says it is Latin-1', (root) => `<?xml version="1.0" encoding="ISO-8859-1"?><${root}><A>a</A></${root}>`],
  ['is Latin-1', (root) => latin1(`<?xml version="1.0" encoding="ISO-8859-1"?><${root}><A>é</A></${root}>`)],
  ['is UTF-16', (root) => utf16(`<${root}/>`)],
  ['is cut off in a character', (root) => Buffer.from(`<${root}><A>é</A></${root}>`).subarray(0, root.length + 6)],
]

/** A good document for each of these calls, and the elements in it that may not stand twice. */
const good: Readonly<Record<string, string>> = {
  Queue:
    '<DelaySeconds>1</DelaySeconds><LoggingEnabled>true</LoggingEnabled><DlqPolicy><Enabled>false</Enabled></DlqPolicy>',
  Message:
    '<MessageBody>a</MessageBody><MessageGroupId>g</MessageGroupId>' +
    '<UserProperties><PropertyValue><Name>n</Name><Value>v</Value><Type>STRING</Type></PropertyValue></UserProperties>' +
    '<SystemProperties><SystemPropertyValue><Name>baggage</Name><Value>v</Value><Type>STRING</Type></SystemPropertyValue></SystemProperties>',
  Messages: '<Message><MessageBody>a</MessageBody><Priority>1</Priority></Message>',
  ReceiptHandles: '<ReceiptHandle>8-a</ReceiptHandle>',
  Topic: '<MaximumMessageSize>2048</MaximumMessageSize><LoggingEnabled>true</LoggingEnabled>',
  Subscription: '<Endpoint>http://127.0.0.1:9/</Endpoint><FilterTag>a</FilterTag>',
  Account: '<LoggingBucket>a</LoggingBucket>',
}
const mayRepeat = ['Message', 'ReceiptHandle', 'PropertyValue', 'SystemPropertyValue']

/** The content with one of its elements twice, once for each element that may not stand twice. */
function doubled(content: string): readonly (readonly [string, string])[] {
  const elements = [...content.matchAll(/<(\w+)>/g)].map(({ 1: name }) => name!)
  const single = [...new Set(elements)].filter((name) => !mayRepeat.includes(name))
  return single.map((name) => [name, content.replace(new RegExp(`<${name}>.*?</${name}>`), '$&$&')])
}

describe.each(calls)('%s of a %s', (line, root) => {
  const roots = [...new Set(calls.map(([, other]) => other)), 'x', root.toLowerCase(), `${root}s`, `a${root}`]
  // A batch has the same line as one message.
  const taken = line.startsWith('POST /queues') ? ['Message', 'Messages'] : [root]

  test('is taken, also under a prefix', async () => {
    const namespace = 'xmlns:m="http://mns.aliyuncs.com/doc/v1"'
    for (const document of [`<${root}>${good[root]}</${root}>`, `<m:${root} ${namespace}>${good[root]}</m:${root}>`])
      expect((await mns.call(line, document)).text('Code')).not.toBe('MalformedXML')
  })

  test.each(roots.filter((other) => !taken.includes(other)))('under the root %s is MalformedXML', async (other) => {
    const { status, text } = await mns.call(line, `<${other}>${good[root]}</${other}>`)
    expect([status, text('Code')]).toEqual([400, 'MalformedXML'])
  })

  test.each(doubled(good[root]!))('with %s twice is MalformedXML', async (_name, content) => {
    const { status, text } = await mns.call(line, `<${root}>${content}</${root}>`)
    expect([status, text('Code')]).toEqual([400, 'MalformedXML'])
  })

  test.each(faults)('that %s is MalformedXML', async (_what, document) => {
    const { status, text } = await mns.call(line, document(root))
    expect([status, text('Code')]).toEqual([400, 'MalformedXML'])
  })

  test('of 8 MB of open tags is refused quickly', async () => {
    const startedMs = performance.now()
    const { status, text } = await mns.call(line, `<${root}>${'<a>'.repeat(2_700_000)}`)
    expect([status, text('Code')]).toEqual([400, 'MalformedXML'])
    expect(performance.now() - startedMs).toBeLessThan(2_000)
  })
})

test('nothing that was refused left a trace', async () => {
  for (const [line, root] of calls) {
    for (const [, document] of faults) await mns.call(line, document(root))
    for (const [, content] of doubled(good[root]!)) await mns.call(line, `<${root}>${content}</${root}>`)
    await mns.call(line, `<x>${good[root]}</x>`)
  }
  expect((await mns.call('GET /queues')).texts('QueueName')).toEqual(['orders'])
  expect((await mns.call('GET /topics')).texts('TopicName')).toEqual(['news'])
  expect((await mns.call('GET /topics/news/subscriptions')).texts('SubscriptionName')).toEqual([])
  expect((await mns.attributes('orders')).text('ActiveMessages')).toBe('0')
})

test('what may stand twice, and what the API knows no elements in, is no doubled element', async () => {
  const message = '<Message><MessageBody>a</MessageBody></Message>'
  expect((await mns.call('POST /queues/orders/messages', `<Messages>${message}${message}</Messages>`)).status).toBe(201)
  const { text } = await mns.call(
    'POST /queues/orders/messages',
    '<Message><MessageBody><b/><b/></MessageBody></Message>',
  )
  expect(text('Code')).toBe('InvalidArgument')
})

test.each([0, 17])('a batch of %i is InvalidArgument', async (count) => {
  const message = '<Message><MessageBody>a</MessageBody></Message>'
  const answers = [
    await mns.call('POST /queues/orders/messages', `<Messages>${message.repeat(count)}</Messages>`),
    await mns.call(
      'DELETE /queues/orders/messages',
      `<ReceiptHandles>${'<ReceiptHandle>a</ReceiptHandle>'.repeat(count)}</ReceiptHandles>`,
    ),
    await mns.receive('orders', `?numOfMessages=${count}`),
    await mns.peek('orders', `&numOfMessages=${count}`),
  ]
  for (const { status, text } of answers) expect([status, text('Code')]).toEqual([400, 'InvalidArgument'])
})
