import { afterEach, beforeEach, expect, test } from 'vitest'
import { childNames, type Mns, startMns } from './client.ts'

let mns: Mns
beforeEach(async () => {
  mns = await startMns()
  await mns.create('orders')
})
afterEach(() => mns.app.close())

const property = (name: string, value: string, type = 'STRING') =>
  `<PropertyValue><Name>${name}</Name><Value>${value}</Value><Type>${type}</Type></PropertyValue>`
const user = (...properties: readonly string[]) => `<UserProperties>${properties.join('')}</UserProperties>`
const systemProperty = (name: string, value: string) =>
  `<SystemPropertyValue><Name>${name}</Name><Value>${value}</Value><Type>STRING</Type></SystemPropertyValue>`
const system = (...properties: readonly string[]) => `<SystemProperties>${properties.join('')}</SystemProperties>`

const allTypes = user(
  property('colour', 'dark &amp; red'),
  property('count', '-1.5e3', 'NUMBER'),
  property('urgent', 'true', 'BOOLEAN'),
  property('blob.part', 'AAEC', 'BINARY'),
)

test('user properties of the four types come back unchanged, last, with line breaks', async () => {
  await mns.send('orders', 'a', allTypes)
  for (const { body, document } of [await mns.peek('orders'), await mns.receive('orders')]) {
    expect(childNames(document).at(-1)).toBe('UserProperties')
    expect(body.slice(body.indexOf('<UserProperties>'))).toBe(`<UserProperties>
<PropertyValue>
<Name>colour</Name>
<Value>dark &amp; red</Value>
<Type>STRING</Type>
</PropertyValue>
<PropertyValue>
<Name>count</Name>
<Value>-1.5e3</Value>
<Type>NUMBER</Type>
</PropertyValue>
<PropertyValue>
<Name>urgent</Name>
<Value>true</Value>
<Type>BOOLEAN</Type>
</PropertyValue>
<PropertyValue>
<Name>blob.part</Name>
<Value>AAEC</Value>
<Type>BINARY</Type>
</PropertyValue>
</UserProperties>
</Message>`)
  }
})

test('group id, system properties and user properties come back in that order, also from a batch', async () => {
  const fields = `<MessageGroupId>g1</MessageGroupId>${user(property('k', 'v'))}${system(systemProperty('traceparent', '00-1-2-01'))}`
  await mns.call(
    'POST /queues/orders/messages',
    `<Messages><Message><MessageBody>a</MessageBody>${fields}</Message><Message><MessageBody>b</MessageBody></Message></Messages>`,
  )
  const { document, body } = await mns.receive('orders', '?numOfMessages=2')
  const [first, second] = document?.children ?? []
  expect(childNames(first).slice(-4)).toEqual(['Priority', 'MessageGroupId', 'SystemProperties', 'UserProperties'])
  expect(childNames(second).at(-1)).toBe('Priority')
  expect(body).toContain(`<Priority>8</Priority>
<MessageGroupId>g1</MessageGroupId>
<SystemProperties>
<SystemPropertyValue>
<Name>traceparent</Name>
<Value>00-1-2-01</Value>
<Type>STRING</Type>
</SystemPropertyValue>
</SystemProperties>
<UserProperties>
<PropertyValue>
<Name>k</Name>
<Value>v</Value>
<Type>STRING</Type>
</PropertyValue>
</UserProperties>
</Message>
<Message>
<MessageId>`)
})

test('system properties of names that Java cannot read are dropped', async () => {
  const known = ['traceparent', 'tracestate', 'baggage', 'DLQMessageType', 'DLQSourceArn', 'DLQOriginMessageId']
  await mns.send('orders', 'a', system(...[...known, 'mine', '__proto__'].map((name) => systemProperty(name, 'x'))))
  expect((await mns.receive('orders')).texts('Name')).toEqual(known)
  await mns.send('orders', 'b', system(systemProperty('mine', 'x')))
  expect((await mns.receive('orders')).body).not.toContain('Properties')
})

test('empty property lists are as good as none', async () => {
  await mns.send('orders', 'a', '<UserProperties/><SystemProperties/>')
  expect((await mns.receive('orders')).body).not.toContain('Properties')
})

test('50 user properties are taken, 51 are InvalidArgument', async () => {
  const many = (count: number) => user(...Array.from({ length: count }, (_, index) => property(`p${index}`, 'v')))
  expect((await mns.send('orders', 'a', many(50))).status).toBe(201)
  expect((await mns.receive('orders')).texts('Name')).toHaveLength(50)
  const { status, text } = await mns.send('orders', 'a', many(51))
  expect([status, text('Code')]).toEqual([400, 'InvalidArgument'])
})

test.each(['a', 'A_b-3', 'a.b.c', '_', '-', '9', 'a'.repeat(256), '__proto__'])(
  'the name %s is taken',
  async (name) => {
    expect((await mns.send('orders', 'a', user(property(name, 'v')))).status).toBe(201)
    expect((await mns.receive('orders')).text('Name')).toBe(name)
  },
)

test.each(['', '.a', 'a.', 'a..b', 'a b', 'é', 'a/b', 'a'.repeat(257)])(
  'the name "%s" is InvalidArgument',
  async (name) => {
    const { status, text } = await mns.send('orders', 'a', user(property(name, 'v')))
    expect([status, text('Code')]).toEqual([400, 'InvalidArgument'])
  },
)

test('names are unique with regard to letter case', async () => {
  expect((await mns.send('orders', 'a', user(property('k', '1'), property('K', '2')))).status).toBe(201)
  expect((await mns.send('orders', 'a', user(property('k', '1'), property('k', '2')))).text('Code')).toBe(
    'InvalidArgument',
  )
})

test('values of 4,096 characters are taken, of one more are InvalidArgument', async () => {
  expect((await mns.send('orders', 'a', user(property('k', '文'.repeat(4096))))).status).toBe(201)
  expect((await mns.send('orders', 'a', user(property('k', '文'.repeat(4097))))).text('Code')).toBe('InvalidArgument')
})

test.each([
  ['NUMBER', ''],
  ['NUMBER', 'one'],
  ['NUMBER', '1.2.3'],
  ['BOOLEAN', 'yes'],
  ['BOOLEAN', ''],
  ['BINARY', 'no base64!'],
  ['BINARY', 'QQ'],
  ['TEXT', 'a'],
  ['', 'a'],
  ['string', 'a'],
])('a property of type %s with the value "%s" is InvalidArgument', async (type, value) => {
  expect((await mns.send('orders', 'a', user(property('k', value, type)))).text('Code')).toBe('InvalidArgument')
})

test('a property without a value is InvalidArgument, one with an empty text is taken', async () => {
  const none = '<PropertyValue><Name>k</Name><Type>STRING</Type></PropertyValue>'
  expect((await mns.send('orders', 'a', user(none))).text('Message')).toContain('cause by Value.')
  expect((await mns.send('orders', 'a', user(property('k', '')))).status).toBe(201)
})

test('names, types and values of properties count towards the size of the message', async () => {
  await mns.create('small', '<MaximumMessageSize>1024</MaximumMessageSize>')
  const rest = 1024 - 'k'.length - 'STRING'.length - Buffer.byteLength('文')
  const properties = user(property('k', '文'))
  expect((await mns.send('small', 'a'.repeat(rest), properties)).status).toBe(201)
  const { status, text } = await mns.send('small', 'a'.repeat(rest + 1), properties)
  expect([status, text('Code')]).toEqual([400, 'InvalidArgument'])
  const traced = system(systemProperty('baggage', 'xyz'))
  expect((await mns.send('small', 'a'.repeat(1024 - 'baggagexyz'.length), traced)).status).toBe(201)
  expect((await mns.send('small', 'a'.repeat(1025 - 'baggagexyz'.length), traced)).status).toBe(400)
})
