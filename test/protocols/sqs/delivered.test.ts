import { describe, expect, test } from 'vitest'
import { isCall } from '../../../protocols/adapter.ts'
import { sqsAdapter } from '../../../protocols/sqs/adapter.ts'
import type { MessageAttribute } from '../../../src/core/model.ts'
import { accept } from '../../../src/core/refusal.ts'
import { jsonRequest } from './requests.ts'

const adapter = sqsAdapter({
  defaultAccount: '000000000000',
  defaultRegion: 'us-east-1',
  namespace: 'isolated',
  strict: false,
  nowMs: () => 0,
  nextRequestId: () => '0123456789abcdef0123456789abcdef',
  warn() {},
})

describe('a message that came by another API is delivered whole', () => {
  const received = (attributes: readonly MessageAttribute[]) => {
    const call = adapter.decode(jsonRequest('ReceiveMessage', { QueueUrl: 'orders', MessageAttributeNames: ['All'] }), {
      api: 'sqs',
      protocol: 'json',
    })
    if (!isCall(call)) throw new Error(call.body)
    const message = {
      id: '0123456789abcdef0123456789abcdef',
      sequence: 1,
      receiptNumber: 1,
      body: 'a',
      senderId: '000000000000',
      attributes,
      groupId: undefined,
      extras: undefined,
      priority: 1,
      sentAtMs: 1,
      visibleAtMs: 1,
      receivedAtMs: 1,
      firstReceivedAtMs: 1,
      receiveCount: 1,
      visibleBy: 0,
      place: 'hidden',
      heapIndex: 0,
      older: undefined,
      newer: undefined,
      group: undefined,
      groupOlder: undefined,
      groupNewer: undefined,
    } as const
    return JSON.parse(call.encode(accept({ queueId: 1, messages: [message], waitMs: 0 })).body).Messages[0]
  }

  test('with more attributes than SQS lets anyone send', () => {
    const attributes = Array.from(
      { length: 50 },
      (_, index) => ({ name: `a${index}`, type: 'String', value: 'x' }) as const,
    )
    expect(Object.keys(received(attributes).MessageAttributes)).toHaveLength(50)
  })

  test('with booleans as texts', () => {
    const message = received([{ name: 'urgent', type: 'String', value: 'true', boolean: true }])
    expect(message.MessageAttributes).toEqual({ urgent: { DataType: 'String', StringValue: 'true' } })
  })

  test('with one value for a name that came twice, and the MD5 of that', () => {
    const twice = received([
      { name: 'k', type: 'String', value: 'first' },
      { name: 'k', type: 'String', value: 'x' },
    ])
    expect(twice.MessageAttributes).toEqual({ k: { DataType: 'String', StringValue: 'x' } })
    expect(twice.MD5OfMessageAttributes).toBe('a45daa70926828a2f0a1db3418e6feb4')
  })
})
