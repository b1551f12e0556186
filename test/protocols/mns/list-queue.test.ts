import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { childNames, type Mns, startMns } from './client.ts'

let mns: Mns
beforeEach(async () => {
  mns = await startMns()
})
afterEach(() => mns.app.close())

describe('ListQueue', () => {
  const list = (headers: Record<string, string> = {}) => mns.call('GET /queues', '', headers)

  test('of nothing answers 200 and a root without children', async () => {
    const { status, body } = await list()
    expect(status).toBe(200)
    expect(body).toBe('<?xml version="1.0" ?>\n<Queues xmlns="http://mns.aliyuncs.com/doc/v1"></Queues>')
  })

  test('gives URL, name and attributes, whether or not the meta data is asked for', async () => {
    await mns.create('orders', '<DelaySeconds>5</DelaySeconds>')
    await mns.send('orders', 'a')
    for (const headers of [{}, { 'x-mns-with-meta': 'true' }]) {
      const { document, text } = await list(headers)
      expect(childNames(document?.children[0])).toEqual([
        'QueueURL',
        'QueueName',
        'CreateTime',
        'LastModifyTime',
        'DelaySeconds',
        'MaximumMessageSize',
        'MessageRetentionPeriod',
        'VisibilityTimeout',
        'PollingWaitSeconds',
        'ActiveMessages',
        'InactiveMessages',
        'DelayMessages',
        'LoggingEnabled',
      ])
      expect(text('QueueURL')).toBe('http://127.0.0.1:4566/queues/orders')
      expect([text('DelaySeconds'), text('DelayMessages')]).toEqual(['5', '1'])
    }
  })

  test('is by name, and a prefix filters with regard to letter case', async () => {
    for (const name of ['b', 'a2', 'A1', 'a1']) await mns.create(name)
    expect((await list()).texts('QueueName')).toEqual(['A1', 'a1', 'a2', 'b'])
    expect((await list({ 'x-mns-prefix': 'a' })).texts('QueueName')).toEqual(['a1', 'a2'])
    expect((await list({ 'x-mns-prefix': 'undefined' })).texts('QueueName')).toEqual([])
  })

  test('goes through all pages by NextMarker, which is last and which the last page lacks', async () => {
    const names = ['a', 'b', 'c']
    for (const name of names) await mns.create(name)
    const seen: string[] = []
    const markers: string[] = []
    let marker = ''
    do {
      const page = await list({ 'x-mns-ret-number': '1', ...(marker && { 'x-mns-marker': marker }) })
      seen.push(...page.texts('QueueName'))
      marker = page.text('NextMarker')
      if (marker) markers.push(childNames(page.document).at(-1)!)
    } while (marker)
    expect(seen).toEqual(names)
    expect(markers).toEqual(['NextMarker', 'NextMarker'])
  })

  test('a page of exactly what there is has no NextMarker', async () => {
    for (const name of ['a', 'b']) await mns.create(name)
    const { texts } = await list({ 'x-mns-ret-number': '2' })
    expect([texts('QueueName').length, texts('NextMarker').length]).toEqual([2, 0])
  })

  test.each(['1', '1000'])('a page of %s is taken', async (number) => {
    expect((await list({ 'x-mns-ret-number': number })).status).toBe(200)
  })

  test.each(['0', '1001', '-1', 'many', '1.5', '0x10', ''])('a page of "%s" is InvalidArgument', async (number) => {
    const { status, text } = await list({ 'x-mns-ret-number': number })
    expect([status, text('Code')]).toEqual([400, 'InvalidArgument'])
  })

  test.each(['orders', 'undefined', 'L3F1ZXVlcy8', 'L3RvcGljcy9h'])(
    'a marker that no list has given is InvalidArgument: %s',
    async (marker) => {
      const { status, text } = await list({ 'x-mns-marker': marker })
      expect([status, text('Code')]).toEqual([400, 'InvalidArgument'])
    },
  )
})
