import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Mns, startMns } from './client.ts'

let mns: Mns
beforeEach(async () => {
  mns = await startMns()
})
afterEach(() => mns.app.close())

describe('CreateQueue', () => {
  test('answers 201 with Location and no body', async () => {
    const { status, headers, body } = await mns.create('orders')
    expect([status, headers.Location, body]).toEqual([201, 'http://127.0.0.1:4566/queues/orders', ''])
  })

  test('again with the same attributes answers 204, with Location too', async () => {
    await mns.create('orders', '<DelaySeconds>5</DelaySeconds>')
    const { status, headers, body } = await mns.create('orders', '<DelaySeconds>5</DelaySeconds>')
    expect([status, headers.Location, body]).toEqual([204, 'http://127.0.0.1:4566/queues/orders', ''])
  })

  test('again with one attribute changed is QueueAlreadyExist', async () => {
    await mns.create('orders')
    const { status, text } = await mns.create('orders', '<VisibilityTimeout>31</VisibilityTimeout>')
    expect([status, text('Code')]).toEqual([409, 'QueueAlreadyExist'])
  })

  test('again with nothing is QueueAlreadyExist when the queue has other attributes than the defaults', async () => {
    await mns.create('orders', '<PollingWaitSeconds>20</PollingWaitSeconds>')
    expect((await mns.create('orders')).status).toBe(409)
  })

  test('an attribute left out means its default, in the first call and in the second', async () => {
    const defaults =
      '<DelaySeconds>0</DelaySeconds><MaximumMessageSize>65536</MaximumMessageSize>' +
      '<MessageRetentionPeriod>345600</MessageRetentionPeriod><VisibilityTimeout>30</VisibilityTimeout>' +
      '<PollingWaitSeconds>0</PollingWaitSeconds><LoggingEnabled>False</LoggingEnabled>'
    expect((await mns.create('bare')).status).toBe(201)
    expect((await mns.create('bare', defaults)).status).toBe(204)
    expect((await mns.create('full', defaults)).status).toBe(201)
    expect((await mns.create('full')).status).toBe(204)
  })

  test('takes an empty body and an empty element', async () => {
    expect((await mns.call('PUT /queues/a')).status).toBe(201)
    expect((await mns.call('PUT /queues/a', '<Queue/>')).status).toBe(204)
  })

  test('passes over elements it does not know', async () => {
    expect((await mns.create('orders', '<Colour>red</Colour>')).status).toBe(201)
  })

  const ranges = [
    ['DelaySeconds', 0, 604_800, 'seconds'],
    ['MaximumMessageSize', 1024, 65_536, 'bytes'],
    ['MessageRetentionPeriod', 60, 604_800, 'seconds'],
    ['VisibilityTimeout', 1, 43_200, 'seconds'],
    ['PollingWaitSeconds', 0, 30, 'seconds'],
  ] as const

  test.each(ranges)('%s is taken at %i and at %i', async (element, low, high) => {
    for (const value of [low, high]) {
      const queue = `at-${value}`
      expect((await mns.create(queue, `<${element}>${value}</${element}>`)).status).toBe(201)
      expect((await mns.attributes(queue)).text(element)).toBe(String(value))
    }
  })

  test.each(ranges)(
    '%s below %i or above %i is InvalidArgument, and the text names the range',
    async (element, low, high, unit) => {
      for (const value of [low - 1, high + 1]) {
        const { status, text } = await mns.create('orders', `<${element}>${value}</${element}>`)
        expect([status, text('Code')]).toEqual([400, 'InvalidArgument'])
        expect(text('Message')).toBe(`The value of ${element} should between ${low} and ${high} ${unit}`)
      }
      expect((await mns.attributes('orders')).status).toBe(404)
    },
  )

  test.each(['DelaySeconds', 'LoggingEnabled'])('%s of the wrong kind names the element', async (element) => {
    const { status, text } = await mns.create('orders', `<${element}>soon</${element}>`)
    expect([status, text('Code')]).toEqual([400, 'InvalidArgument'])
    expect(text('Message')).toBe(
      `The XML you provided did not validate against our published schema, cause by ${element}.`,
    )
  })

  test.each(['true', 'True', 'TRUE', 'false', 'False', 'FALSE'])('LoggingEnabled is taken as %s', async (value) => {
    expect((await mns.create('orders', `<LoggingEnabled>${value}</LoggingEnabled>`)).status).toBe(201)
    const printed = value.toLowerCase() === 'true' ? 'True' : 'False'
    expect((await mns.attributes('orders')).text('LoggingEnabled')).toBe(printed)
  })

  test('retention of seven days is taken, the fifteen of old documents are not', async () => {
    const retention = (seconds: number) => `<MessageRetentionPeriod>${seconds}</MessageRetentionPeriod>`
    expect((await mns.create('week', retention(604_800))).status).toBe(201)
    expect((await mns.create('fortnight', retention(1_296_000))).text('Code')).toBe('InvalidArgument')
  })
})

describe('queue names', () => {
  test('of 120 characters are taken, of 121 are QueueNameLengthError', async () => {
    expect((await mns.create('a'.repeat(120))).status).toBe(201)
    const { status, text } = await mns.create('a'.repeat(121))
    expect([status, text('Code')]).toEqual([400, 'QueueNameLengthError'])
  })

  test.each(['a', '1a', 'A-b-3', 'a-'])('%s is taken', async (name) => {
    expect((await mns.create(name)).status).toBe(201)
  })

  test.each(['a_b', '-a', 'a.fifo', 'a%20b', '%E4%B8%AD', 'a%2Fb', 'a+b'])('%s is InvalidQueueName', async (name) => {
    const { status, text } = await mns.create(name)
    expect([status, text('Code')]).toEqual([400, 'InvalidQueueName'])
  })

  test('differ by letter case', async () => {
    await mns.create('Orders')
    expect((await mns.attributes('orders')).status).toBe(404)
  })

  test('that JavaScript has a meaning for are ordinary names', async () => {
    expect((await mns.attributes('__proto__')).text('Code')).toBe('QueueNotExist')
    expect((await mns.create('constructor')).status).toBe(201)
    expect((await mns.attributes('constructor')).text('QueueName')).toBe('constructor')
  })
})
