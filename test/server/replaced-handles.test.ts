import { expect, test } from 'vitest'
import { TestEmulator } from '../support/emulator.ts'

test('the log says at info that a handle was used which ChangeMessageVisibility had replaced', async () => {
  const twinmq = await TestEmulator.start({ logLevel: 'info' })
  await twinmq.queue('orders')
  const call = (method: string, query: string, body = '') =>
    twinmq.ask({ method, path: `/queues/orders/messages${query}`, headers: { 'x-mns-version': '2015-06-06' }, body })
  await call('POST', '', '<Message><MessageBody>a</MessageBody></Message>')
  const [, handle] = /<ReceiptHandle>(.*)<\/ReceiptHandle>/.exec((await call('GET', '')).body) ?? []
  await call('PUT', `?receiptHandle=${handle}&visibilityTimeout=60`)
  const before = twinmq.log.remarks.length
  expect((await call('DELETE', `?ReceiptHandle=${handle}`)).status).toBe(404)
  expect(twinmq.log.remarks.slice(before)).toEqual([
    'MNS: DeleteMessage on queue orders used a receipt handle that ChangeMessageVisibility had replaced; use the ReceiptHandle of its answer',
  ])
  expect(twinmq.log.warnings).toEqual([])
})
