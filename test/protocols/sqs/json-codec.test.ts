import { describe, expect, test } from 'vitest'
import { wireError } from '../../../protocols/aws/errors.ts'
import { actions } from '../../../protocols/sqs/actions.ts'
import { jsonCodec, readJson } from '../../../protocols/sqs/json-codec.ts'
import { jsonRequest, wireRequest } from './requests.ts'

const send = (input: object | string) => readJson(jsonRequest('SendMessage', input))
const whole = { QueueUrl: 'orders', MessageBody: 'a' }

describe('a request in JSON', () => {
  test('has the action of its target and the input of its body', () => {
    expect(send(whole)).toEqual({ action: actions.get('SendMessage'), input: whole })
  })

  test('may go to the path of a queue, and then need not name it', () => {
    const request = { ...jsonRequest('SendMessage', { MessageBody: 'a' }), target: '/000000000000/orders' }
    expect(readJson(request)).toMatchObject({ input: { QueueUrl: 'http://127.0.0.1:4566/000000000000/orders' } })
    const named = { ...jsonRequest('SendMessage', whole), target: '/000000000000/other' }
    expect(readJson(named)).toMatchObject({ input: whole })
  })

  test('may hold a null in place of what is not given, at any depth', () => {
    const attribute = { DataType: 'String', StringValue: 'x', BinaryValue: null }
    expect(send({ ...whole, DelaySeconds: null, MessageAttributes: { k: attribute, gone: null } })).toMatchObject({
      input: { ...whole, MessageAttributes: { k: { DataType: 'String', StringValue: 'x' } } },
    })
    expect(send({ ...whole, MessageBody: null })).toMatchObject({ shape: 'MissingRequiredParameterException' })
    const batch = jsonRequest('SendMessageBatch', { QueueUrl: 'orders', Entries: [{ Id: 'a', DelaySeconds: null }] })
    expect(readJson(batch)).toMatchObject({ input: { Entries: [{ Id: 'a' }] } })
  })

  test('may hold members that no one knows, of any name', () => {
    const body = '{"QueueUrl":"orders","MessageBody":"a","Colour":[1],"__proto__":{"x":1},"constructor":null}'
    expect(send(body)).toMatchObject({ input: whole })
  })

  test('with an empty body is one with no input', () => {
    expect(send('')).toMatchObject({ message: 'The request must contain the parameter QueueUrl.' })
    expect(readJson(jsonRequest('ListQueues', ''))).toMatchObject({ input: {} })
  })

  test.each([
    ['Foobar', { 'x-amz-target': 'AmazonSQS.Foobar' }],
    ['of another prefix', { 'x-amz-target': 'amazonsqs.SendMessage' }],
    ['nothing', { 'x-amz-target': '' }],
    ['an inherited name', { 'x-amz-target': 'AmazonSQS.constructor' }],
  ])('for an action that there is not, %s, is an unknown operation', (_, headers) => {
    const request = wireRequest({ headers: { 'content-type': 'application/x-amz-json-1.0', ...headers }, body: '{}' })
    expect(readJson(request)).toMatchObject({ shape: 'UnknownOperationException', status: 404 })
  })

  test('without a target is an unknown operation', () => {
    const request = wireRequest({ headers: { 'content-type': 'application/x-amz-json-1.0' }, body: '{}' })
    expect(readJson(request)).toMatchObject({ shape: 'UnknownOperationException', status: 404 })
  })
})

describe('a body of another shape is told as AWS tells it', () => {
  test.each<[object | string, string]>([
    ['{"QueueUrl":', 'The body is not well-formed JSON.'],
    ['nonsense', 'The body is not well-formed JSON.'],
    ['[]', 'Start of list found where not expected'],
    ['"text"', 'Unexpected field type'],
    ['null', 'Unexpected field type'],
    [{ ...whole, MessageBody: 1 }, 'NUMBER_VALUE can not be converted to a String'],
    [{ ...whole, MessageBody: true }, 'TRUE_VALUE can not be converted to a String'],
    [{ ...whole, MessageBody: ['a'] }, 'Start of list found where not expected'],
    [{ ...whole, MessageBody: {} }, 'Start of structure or map found where not expected.'],
    [{ ...whole, DelaySeconds: '5' }, 'STRING_VALUE can not be converted to an Integer'],
    [{ ...whole, DelaySeconds: 1.5 }, 'NUMBER_VALUE can not be converted to an Integer'],
    [{ ...whole, DelaySeconds: false }, 'FALSE_VALUE can not be converted to an Integer'],
    [{ ...whole, MessageAttributes: [] }, 'Start of list found where not expected'],
    [{ ...whole, MessageAttributes: 'x' }, 'Unexpected field type'],
    [{ ...whole, MessageAttributes: { 'a/~b': 1 } }, 'Unexpected field type'],
    [{ ...whole, MessageAttributes: { 'a/~b': { DataType: 1 } } }, 'NUMBER_VALUE can not be converted to a String'],
  ])('%j: %s', (input, message) =>
    expect(send(input)).toMatchObject({ shape: 'SerializationException', status: 400, message }),
  )

  test.each([
    [{ QueueUrl: 'orders', Entries: {} }, 'Start of structure or map found where not expected.'],
    [{ QueueUrl: 'orders', Entries: 'x' }, 'Expected list or null'],
    [{ QueueUrl: 'orders', Entries: ['x'] }, 'Unexpected field type'],
    [{ QueueUrl: 'orders', Entries: [{ Id: 1 }] }, 'NUMBER_VALUE can not be converted to a String'],
  ])('of a list: %j', (input, message) =>
    expect(readJson(jsonRequest('SendMessageBatch', input))).toMatchObject({ message }),
  )

  test('of a map of texts', () => {
    const listed = jsonRequest('CreateQueue', { QueueName: 'a', Attributes: { DelaySeconds: ['1'] } })
    expect(readJson(listed)).toMatchObject({ message: 'Unrecognized collection type class java.lang.String' })
    const counted = jsonRequest('CreateQueue', { QueueName: 'a', Attributes: { DelaySeconds: 1 } })
    expect(readJson(counted)).toMatchObject({ message: 'NUMBER_VALUE can not be converted to a String' })
  })
})

describe('an answer in JSON', () => {
  const requestId = '01234567-89ab-cdef-0123-456789abcdef'

  test('is an object, or for an action without output nothing', () => {
    const headers = { 'Content-Type': 'application/x-amz-json-1.0', 'x-amzn-RequestId': requestId }
    const [received, deleted] = [actions.get('ReceiveMessage')!, actions.get('DeleteMessage')!]
    expect(jsonCodec.success(received, {}, requestId)).toEqual({ status: 200, headers, body: '{}' })
    expect(jsonCodec.success(deleted, {}, requestId)).toEqual({ status: 200, headers, body: '' })
  })

  test('that failed names the error in the body and by its older name in a header', () => {
    const error = wireError('QueueDoesNotExist', 'The specified queue does not exist.', 'in Query')
    expect(jsonCodec.failure(error, requestId)).toEqual({
      status: 400,
      headers: {
        'Content-Type': 'application/x-amz-json-1.0',
        'x-amzn-RequestId': requestId,
        'x-amzn-query-error': 'AWS.SimpleQueueService.NonExistentQueue;Sender',
      },
      body: '{"__type":"com.amazonaws.sqs#QueueDoesNotExist","message":"The specified queue does not exist."}',
      errorCode: 'QueueDoesNotExist',
    })
  })

  test('that the framework refused says so in its form', () => {
    const response = jsonCodec.failure(wireError('UnknownOperationException', ''), requestId)
    expect(response.body).toBe('{"__type":"com.amazon.coral.service#UnknownOperationException"}')
    expect(response.headers['x-amzn-query-error']).toBe('UnknownOperationException;Sender')
  })
})
