import { afterEach, beforeEach, expect, test } from 'vitest'
import { childNames, type Mns, startMns } from './client.ts'

let mns: Mns
beforeEach(async () => {
  mns = await startMns()
})
afterEach(() => mns.app.close())

const set = (attributes: string, headers = {}) =>
  mns.call('PUT /?accountmeta=true', `<Account>${attributes}</Account>`, headers)
const get = (headers = {}) => mns.call('GET /?accountmeta=true', '', headers)

test('an account that was told nothing has an empty LoggingBucket', async () => {
  const { status, body } = await get()
  expect(status).toBe(200)
  expect(body).toBe(
    '<?xml version="1.0" ?>\n<Account xmlns="http://mns.aliyuncs.com/doc/v1">\n<LoggingBucket></LoggingBucket>\n</Account>',
  )
})

test('attributes of an account are kept, each by itself, and an empty bucket takes the bucket away', async () => {
  expect((await set('<LoggingBucket>logs &amp; more</LoggingBucket>')).status).toBe(204)
  expect((await set('<TraceEnabled>1</TraceEnabled>')).status).toBe(204)
  const { document, text } = await get()
  expect(childNames(document)).toEqual(['LoggingBucket', 'TraceEnabled'])
  expect([text('LoggingBucket'), text('TraceEnabled')]).toEqual(['logs & more', '1'])
  await set('<LoggingBucket></LoggingBucket>')
  const emptied = await get()
  expect([emptied.text('LoggingBucket'), emptied.text('TraceEnabled')]).toEqual(['', '1'])
})

test('nothing at all changes nothing, and a TraceEnabled that is no number is InvalidArgument', async () => {
  expect((await mns.call('PUT /?accountmeta=true')).status).toBe(204)
  const { status, text } = await set('<LoggingBucket>b</LoggingBucket><TraceEnabled>yes</TraceEnabled>')
  expect([status, text('Code')]).toEqual([400, 'InvalidArgument'])
  expect((await get()).text('LoggingBucket')).toBe('')
})

test('accounts do not see what others were told', async () => {
  const host = '1234567890.mns.cn-hangzhou.aliyuncs.com'
  await set('<LoggingBucket>theirs</LoggingBucket>', { host })
  expect((await get()).text('LoggingBucket')).toBe('')
  expect((await get({ host })).text('LoggingBucket')).toBe('theirs')
})

test('OpenService answers with the number of an order, each time another', async () => {
  const orders = [await mns.call('POST /commonbuy/openservice'), await mns.call('POST /commonbuy/openservice/')]
  for (const { status, document, text } of orders) {
    expect([status, document?.name, childNames(document)]).toEqual([200, 'OpenService', ['OrderId']])
    expect(text('OrderId')).toMatch(/^\d{15}$/)
  }
  expect(orders[0]!.text('OrderId')).not.toBe(orders[1]!.text('OrderId'))
})

test('the account id is that of the host', async () => {
  const { status, document, text } = await mns.call('GET /?account')
  expect([status, document?.name, text('AccountId')]).toEqual([200, 'Account', '000000000000'])
  const host = '1234567890.mns.cn-hangzhou.aliyuncs.com'
  expect((await mns.call('GET /?account', '', { host })).text('AccountId')).toBe('1234567890')
})

test.each(['GET /?accountmeta=true', 'GET /?account', 'POST /commonbuy/openservice'])(
  '%s is MNS without any header that says so',
  async (line) => {
    const [method = '', target = ''] = line.split(' ')
    const { status, headers } = await mns.app.request({ method, target })
    expect([status, headers['x-mns-version']]).toEqual([200, '2015-06-06'])
  },
)

test.each([
  'GET /',
  'PUT /',
  'PUT /?account',
  'GET /?accountmeta=false',
  'GET /commonbuy/openservice',
  'POST /commonbuy',
])('%s is no request of the API', async (line) => {
  const { status, text } = await mns.call(line)
  expect([status, text('Code')]).toEqual([400, 'InvalidRequestURL'])
})

test('strict mode knows the items of the query that are about the account', async () => {
  await mns.app.close()
  mns = await startMns({ strict: true })
  expect((await get()).status).toBe(200)
  expect((await mns.call('GET /?account')).status).toBe(200)
  expect((await mns.call('GET /?account&other')).text('Code')).toBe('InvalidQueryString')
})
