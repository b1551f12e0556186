import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { carryOut, type Mns, startMns } from './client.ts'

const startMs = Date.UTC(2026, 0, 1)

let mns: Mns
beforeEach(async () => {
  mns = await startMns()
  await mns.create('orders')
})
afterEach(() => mns.app.close())

describe('the log says that a handle was replaced by ChangeMessageVisibility', () => {
  const remark = (action: string) =>
    `MNS: ${action} on queue orders used a receipt handle that ChangeMessageVisibility had replaced; use the ReceiptHandle of its answer`

  /** The handle of a receive, and the one that takes its place. */
  async function replaced(seconds = 60): Promise<readonly [string, string]> {
    await mns.send('orders', 'a')
    const old = (await mns.receive('orders')).text('ReceiptHandle')
    return [old, (await mns.change('orders', old, seconds)).text('ReceiptHandle')]
  }

  test.each([
    ['DeleteMessage', (handle: string) => mns.delete('orders', handle)],
    ['ChangeMessageVisibility', (handle: string) => mns.change('orders', handle, 10)],
  ])('when %s uses it, and answers MessageNotExist as ever', async (action, use) => {
    const [old, fresh] = await replaced()
    expect(mns.app.remarks).toEqual([])
    expect((await use(old)).text('Code')).toBe('MessageNotExist')
    expect(mns.app.remarks).toEqual([remark(action)])
    expect((await mns.delete('orders', fresh)).status).toBe(204)
    expect((await use(old)).text('Code')).toBe('MessageNotExist')
    expect(mns.app.remarks).toEqual([remark(action), remark(action)])
    expect(mns.app.warnings).toEqual([])
  })

  test('once for a batch, which deletes what it can', async () => {
    const [one, two] = [await replaced(), await replaced()]
    const handles = [one[0], two[1], two[0]].map((handle) => `<ReceiptHandle>${handle}</ReceiptHandle>`).join('')
    const { status, texts } = await mns.call('DELETE /queues/orders/messages', `<ReceiptHandles>${handles}</ReceiptHandles>`) // biome-ignore format: one call
    expect([status, texts('ErrorCode')]).toEqual([404, ['MessageNotExist', 'MessageNotExist']])
    expect(mns.app.remarks).toEqual([remark('BatchDeleteMessage')])
  })

  test('of a delayed send, and after a later receive too', async () => {
    const sent = (await mns.send('orders', 'a', '<DelaySeconds>60</DelaySeconds>')).text('ReceiptHandle')
    await mns.change('orders', sent, 1)
    await mns.app.clock.advance(1_000)
    await mns.receive('orders')
    await mns.delete('orders', sent)
    expect(mns.app.remarks).toHaveLength(1)
  })

  test('and not of one whose time is over, or that was used up', async () => {
    const [, fresh] = await replaced(1)
    await mns.app.clock.advance(1_000)
    expect((await mns.delete('orders', fresh)).text('Code')).toBe('MessageNotExist')
    const later = (await mns.receive('orders')).text('ReceiptHandle')
    expect((await mns.delete('orders', fresh)).text('Code')).toBe('MessageNotExist')
    for (const status of [204, 404]) expect((await mns.delete('orders', later)).status).toBe(status)
    await mns.delete('orders', 'garbage')
    expect(mns.app.remarks).toEqual([])
  })

  test('and not of a handle of the same form that a reset gave anew', async () => {
    const [old] = await replaced()
    carryOut(mns.app, { kind: 'reset' })
    await mns.create('orders')
    await mns.send('orders', 'a')
    await mns.receive('orders')
    await mns.app.clock.advance(30_000)
    await mns.delete('orders', old)
    expect(mns.app.remarks).toEqual([])
  })
})

describe('DeleteMessage', () => {
  test('answers 204; the same handle again is MessageNotExist', async () => {
    await mns.send('orders', 'a')
    const handle = (await mns.receive('orders')).text('ReceiptHandle')
    const deleted = await mns.delete('orders', handle)
    expect([deleted.status, deleted.body]).toEqual([204, ''])
    const { status, text } = await mns.delete('orders', handle)
    expect([status, text('Code')]).toEqual([404, 'MessageNotExist'])
  })

  test.each([
    'garbage',
    '8-0zxjHBaWtzPz8zphz0z6OGz5yWWidU1fJM',
    '1-ODU4OTkzNDU5My0xNTI0MTIzMzQ4LTEtOA==',
    'AQEB5Nn8kAyHpIGbBGZ5kRXy',
  ])('by a handle of another form is ReceiptHandleError: %s', async (handle) => {
    const { status, text } = await mns.delete('orders', handle)
    expect([status, text('Code')]).toEqual([400, 'ReceiptHandleError'])
    expect(text('Message')).toBe('The receipt handle you provide is not valid.')
  })

  test('by a handle with one character changed is ReceiptHandleError', async () => {
    await mns.send('orders', 'a')
    const handle = (await mns.receive('orders')).text('ReceiptHandle')
    for (const at of [0, 5, 20, 30, handle.length - 1]) {
      const changed = handle.slice(0, at) + (handle[at] === '7' ? '9' : '7') + handle.slice(at + 1)
      expect((await mns.delete('orders', changed)).text('Code')).toBe('ReceiptHandleError')
    }
    expect((await mns.delete('orders', handle)).status).toBe(204)
  })

  test.each(['', '?ReceiptHandle=', '?ReceiptHandle'])(
    'without handle and body is MissingReceiptHandle: "%s"',
    async (query) => {
      const { status, text } = await mns.call(`DELETE /queues/orders/messages${query}`)
      expect([status, text('Code')]).toEqual([400, 'MissingReceiptHandle'])
    },
  )

  test('after the visibility timeout is MessageNotExist, and the message is still there', async () => {
    await mns.send('orders', 'a')
    const handle = (await mns.receive('orders')).text('ReceiptHandle')
    await mns.app.clock.advance(30_000)
    expect((await mns.delete('orders', handle)).text('Code')).toBe('MessageNotExist')
    expect((await mns.receive('orders')).text('MessageBody')).toBe('a')
  })

  test('after a newer receive only the newest handle works', async () => {
    await mns.send('orders', 'a')
    const first = (await mns.receive('orders')).text('ReceiptHandle')
    await mns.app.clock.advance(30_000)
    const second = (await mns.receive('orders')).text('ReceiptHandle')
    expect((await mns.delete('orders', first)).text('Code')).toBe('MessageNotExist')
    expect((await mns.delete('orders', second)).status).toBe(204)
  })

  test("with another queue's handle is MessageNotExist and leaves that queue alone", async () => {
    await mns.create('other')
    await mns.send('orders', 'a')
    await mns.send('other', 'b')
    const handle = (await mns.receive('orders')).text('ReceiptHandle')
    await mns.receive('other')
    const { status, text } = await mns.delete('other', handle)
    expect([status, text('Code')]).toEqual([404, 'MessageNotExist'])
    expect((await mns.attributes('other')).text('InactiveMessages')).toBe('1')
    expect((await mns.delete('orders', handle)).status).toBe(204)
  })

  test('of a missing queue is QueueNotExist', async () => {
    await mns.send('orders', 'a')
    const handle = (await mns.receive('orders')).text('ReceiptHandle')
    expect((await mns.delete('absent', handle)).text('Code')).toBe('QueueNotExist')
  })

  test('takes the name of the handle in any letter case, and the handle raw or percent-encoded', async () => {
    for (const name of ['receiptHandle', 'ReceiptHandle', 'RECEIPTHANDLE']) {
      await mns.send('orders', 'a')
      const handle = (await mns.receive('orders')).text('ReceiptHandle')
      const encoded = name === 'RECEIPTHANDLE' ? handle.replace('-', '%2D') : handle
      expect((await mns.call(`DELETE /queues/orders/messages?${name}=${encoded}`)).status).toBe(204)
    }
  })
})

describe('ChangeMessageVisibility', () => {
  test('answers 200 with a new handle and a time counted from now; the old handle is spent', async () => {
    await mns.send('orders', 'a')
    const old = (await mns.receive('orders')).text('ReceiptHandle')
    await mns.app.clock.advance(10_000)
    const { status, body, text } = await mns.change('orders', old, 60)
    expect(status).toBe(200)
    expect(body).toBe(`<?xml version="1.0" ?>
<ChangeVisibility xmlns="http://mns.aliyuncs.com/doc/v1">
<ReceiptHandle>${text('ReceiptHandle')}</ReceiptHandle>
<NextVisibleTime>${startMs + 70_000}</NextVisibleTime>
</ChangeVisibility>`)
    expect((await mns.delete('orders', old)).text('Code')).toBe('MessageNotExist')
    expect((await mns.change('orders', old, 60)).text('Code')).toBe('MessageNotExist')
    await mns.app.clock.advance(59_999)
    expect((await mns.receive('orders')).status).toBe(404)
    expect((await mns.delete('orders', text('ReceiptHandle'))).status).toBe(204)
  })

  test.each(['0', '43201', '-1', 'soon'])('to %s is InvalidArgument', async (seconds) => {
    await mns.send('orders', 'a')
    const handle = (await mns.receive('orders')).text('ReceiptHandle')
    const { status, text } = await mns.change('orders', handle, seconds)
    expect([status, text('Code')]).toEqual([400, 'InvalidArgument'])
    expect(text('Message')).toBe('The value of VisibilityTimeout should between 1 and 43200 seconds')
  })

  test.each([1, 43_200])('to %i seconds is taken', async (seconds) => {
    await mns.send('orders', 'a')
    const handle = (await mns.receive('orders')).text('ReceiptHandle')
    expect((await mns.change('orders', handle, seconds)).text('NextVisibleTime')).toBe(`${startMs + seconds * 1000}`)
  })

  test('can be put off again and again: each counts from now', async () => {
    await mns.send('orders', 'a')
    let handle = (await mns.receive('orders')).text('ReceiptHandle')
    for (let hours = 0; hours < 36; hours += 12) {
      const changed = await mns.change('orders', handle, 43_200)
      expect(changed.status).toBe(200)
      handle = changed.text('ReceiptHandle')
      await mns.app.clock.advance(43_199_999)
    }
    expect((await mns.attributes('orders')).text('InactiveMessages')).toBe('1')
  })

  test('without a time is MissingVisibilityTimeout, without a handle MissingReceiptHandle', async () => {
    await mns.send('orders', 'a')
    const handle = (await mns.receive('orders')).text('ReceiptHandle')
    const noTime = await mns.call(`PUT /queues/orders/messages?ReceiptHandle=${handle}`)
    expect([noTime.status, noTime.text('Code')]).toEqual([400, 'MissingVisibilityTimeout'])
    const noHandle = await mns.call('PUT /queues/orders/messages?VisibilityTimeout=5')
    expect([noHandle.status, noHandle.text('Code')]).toEqual([400, 'MissingReceiptHandle'])
  })

  test('by a handle of another form is ReceiptHandleError, on a missing queue QueueNotExist', async () => {
    expect((await mns.change('orders', 'garbage', 5)).text('Code')).toBe('ReceiptHandleError')
    await mns.send('orders', 'a')
    const handle = (await mns.receive('orders')).text('ReceiptHandle')
    expect((await mns.change('absent', handle, 5)).text('Code')).toBe('QueueNotExist')
  })

  test('after the visibility timeout is MessageNotExist', async () => {
    await mns.send('orders', 'a')
    const handle = (await mns.receive('orders')).text('ReceiptHandle')
    await mns.app.clock.advance(30_000)
    expect((await mns.change('orders', handle, 5)).text('Code')).toBe('MessageNotExist')
  })

  test('takes its names in the letter case of any client', async () => {
    await mns.send('orders', 'a')
    const handle = (await mns.receive('orders')).text('ReceiptHandle')
    const line = `PUT /queues/orders/messages?ReceiptHandle=${handle}&VisibilityTimeout=5`
    expect((await mns.call(line)).status).toBe(200)
  })
})
