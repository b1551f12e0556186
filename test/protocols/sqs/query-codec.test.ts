import { describe, expect, test } from 'vitest'
import { wireError } from '../../../protocols/aws/errors.ts'
import { actions } from '../../../protocols/sqs/actions.ts'
import { jsonView } from '../../../protocols/sqs/localstack/json-view.ts'
import { queryCodec, readQuery } from '../../../protocols/sqs/query-codec.ts'
import { formRequest, wireRequest } from './requests.ts'

const get = (target: string, headers: Readonly<Record<string, string>> = {}) =>
  readQuery(wireRequest({ method: 'GET', target, headers }))

const pathUrl = 'http://127.0.0.1:4566/000000000000/orders'

describe('a request in Query', () => {
  test('is a form, or a query of the URL, with or without a version', () => {
    const input = { QueueUrl: 'orders', MessageBody: 'a b' }
    const asked = { action: actions.get('SendMessage'), input }
    expect(readQuery(formRequest('Action=SendMessage&Version=2012-11-05&QueueUrl=orders&MessageBody=a+b'))).toEqual(
      asked,
    )
    expect(get('/?Action=SendMessage&QueueUrl=orders&MessageBody=a%20b')).toEqual(asked)
    expect(readQuery(formRequest('QueueUrl=orders&MessageBody=a+b', '/?Action=SendMessage'))).toEqual(asked)
  })

  test.each(['/000000000000/orders', '/queue/orders', '/queue/us-east-1/000000000000/orders'])(
    'to the path of a queue is about that queue: %s',
    (path) => {
      const QueueUrl = `http://127.0.0.1:4566${path}`
      expect(get(`${path}?Action=ListQueueTags`)).toMatchObject({ input: { QueueUrl } })
      expect(readQuery(formRequest('Action=ListQueueTags', path))).toMatchObject({ input: { QueueUrl } })
    },
  )

  test('that names a queue is about the one named, whatever its path', () => {
    expect(get('/000000000000/orders?Action=ListQueueTags&QueueUrl=other')).toMatchObject({
      input: { QueueUrl: 'other' },
    })
  })

  test('that is presigned is like any other', () => {
    const presigned = 'X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Date=20260101T000000Z&X-Amz-Signature=0'
    expect(get(`/000000000000/orders?Action=ReceiveMessage&MaxNumberOfMessages=2&${presigned}`)).toMatchObject({
      input: { QueueUrl: pathUrl, MaxNumberOfMessages: 2 },
    })
  })

  test('may name any queue with GetQueueUrl, at any path', () => {
    expect(get('/000000000000/orders?Action=GetQueueUrl&QueueName=other')).toMatchObject({
      input: { QueueName: 'other' },
    })
  })

  test('tells how both lists of names of system attributes share one key', () => {
    const names = { AttributeNames: ['All'], MessageAttributeNames: ['a', 'b'] }
    const form =
      'Action=ReceiveMessage&QueueUrl=q&AttributeName.1=All&MessageAttributeName.1=a&MessageAttributeName.2=b'
    expect(readQuery(formRequest(form))).toMatchObject({ input: names })
  })
})

describe('a request in Query is refused', () => {
  test.each(['Foobar', 'constructor', 'sendMessage'])('for an action that there is not: %s', (action) =>
    expect(readQuery(formRequest({ Action: action }))).toMatchObject({
      code: 'InvalidAction',
      status: 400,
      message: `The action ${action} is not valid for this endpoint.`,
    }),
  )

  test.each(['CreateQueue', 'ListQueues'])('for %s at the path of a queue', (action) => {
    expect(get(`/000000000000/orders?Action=${action}&QueueName=a`)).toMatchObject({
      code: 'InvalidAction',
      message: `The action ${action} is not valid for this endpoint.`,
    })
  })

  test('without an action: as unknown by GET, as incomplete by POST', () => {
    for (const target of ['/', '/000000000000/orders', '/?Version=2012-11-05'])
      expect(get(target)).toMatchObject({ code: 'UnknownOperationException', status: 404 })
    expect(readQuery(formRequest('Version=2012-11-05'))).toMatchObject({ code: 'MissingAction', status: 400 })
  })

  test('for another version', () => {
    const request = formRequest('Action=ListQueues&Version=1999-01-01')
    expect(readQuery(request)).toMatchObject({ code: 'NoSuchVersion', status: 400 })
  })

  test('for a number that is none', () => {
    const form = 'Action=ReceiveMessage&QueueUrl=q&WaitTimeSeconds=soon'
    expect(readQuery(formRequest(form))).toMatchObject({
      code: 'InvalidParameterValue',
      message: 'Value soon for parameter WaitTimeSeconds is invalid. Reason: Must be an integer.',
    })
    const entry = 'SendMessageBatchRequestEntry.1'
    const batch = `Action=SendMessageBatch&QueueUrl=q&${entry}.Id=a&${entry}.MessageBody=b&${entry}.DelaySeconds=x`
    expect(readQuery(formRequest(batch))).toMatchObject({
      message: 'Value x for parameter DelaySeconds is invalid. Reason: Must be an integer.',
    })
  })

  test('for more parameters than any request has', () => {
    const request = formRequest(`Action=ListQueues${'&a=b'.repeat(10_000)}`)
    expect(readQuery(request)).toMatchObject({ code: 'InvalidParameterValue' })
  })
})

const requestId = '01234567-89ab-cdef-0123-456789abcdef'
const action = (name: string) => actions.get(name)!
const xmlOf = (name: string, output: object) => queryCodec.success(action(name), output, requestId).body
const head = '<?xml version="1.0"?>'
const namespace = 'xmlns="http://queue.amazonaws.com/doc/2012-11-05/"'
const tail = `<ResponseMetadata><RequestId>${requestId}</RequestId></ResponseMetadata>`

describe('an answer in XML', () => {
  test('holds the result and the request id', () => {
    const response = queryCodec.success(action('CreateQueue'), { QueueUrl: pathUrl }, requestId)
    expect(response).toEqual({
      status: 200,
      headers: { 'Content-Type': 'text/xml', 'x-amzn-RequestId': requestId },
      body: `${head}<CreateQueueResponse ${namespace}><CreateQueueResult><QueueUrl>${pathUrl}</QueueUrl></CreateQueueResult>${tail}</CreateQueueResponse>`,
    })
  })

  test('of an action without output holds no result, and an empty result is empty', () => {
    expect(xmlOf('DeleteMessage', {})).toBe(
      `${head}<DeleteMessageResponse ${namespace}>${tail}</DeleteMessageResponse>`,
    )
    expect(xmlOf('ReceiveMessage', {})).toBe(
      `${head}<ReceiveMessageResponse ${namespace}><ReceiveMessageResult/>${tail}</ReceiveMessageResponse>`,
    )
  })

  test('has lists and maps flat', () => {
    expect(xmlOf('ListQueues', { QueueUrls: ['a', 'b'], NextToken: 'c' })).toContain(
      '<ListQueuesResult><QueueUrl>a</QueueUrl><QueueUrl>b</QueueUrl><NextToken>c</NextToken></ListQueuesResult>',
    )
    expect(xmlOf('GetQueueAttributes', { Attributes: { DelaySeconds: '0' } })).toContain(
      '<GetQueueAttributesResult><Attribute><Name>DelaySeconds</Name><Value>0</Value></Attribute></GetQueueAttributesResult>',
    )
    expect(xmlOf('ListQueueTags', { Tags: { k: '' } })).toContain('<Tag><Key>k</Key><Value></Value></Tag>')
    const Failed = [{ Id: 'a', SenderFault: true, Code: 'b', Message: 'c' }]
    expect(xmlOf('DeleteMessageBatch', { Successful: [{ Id: 'd' }], Failed })).toContain(
      '<DeleteMessageBatchResultEntry><Id>d</Id></DeleteMessageBatchResultEntry><BatchResultErrorEntry><Id>a</Id><SenderFault>true</SenderFault><Code>b</Code><Message>c</Message></BatchResultErrorEntry>',
    )
  })

  test('escapes texts once and holds no CDATA', () => {
    const message = { MessageId: 'm', ReceiptHandle: 'r', MD5OfBody: 'd', Body: '{"a":"<&amp;>"}\r\n' }
    expect(xmlOf('ReceiveMessage', { Messages: [message] })).toMatch(
      /<Body>\{&quot;a&quot;:&quot;&lt;&amp;amp;&gt;&quot;\}&#(?:13|xD);\n<\/Body>/,
    )
  })

  test('that failed has Type, Code, Message, an empty Detail and the request id beside them', () => {
    const error = wireError('QueueDoesNotExist', 'in JSON', 'a <name> of "control" \u0001')
    expect(queryCodec.failure(error, requestId)).toEqual({
      status: 400,
      headers: { 'Content-Type': 'text/xml', 'x-amzn-RequestId': requestId },
      body: `${head}<ErrorResponse ${namespace}><Error><Type>Sender</Type><Code>AWS.SimpleQueueService.NonExistentQueue</Code><Message>a &lt;name&gt; of &quot;control&quot; \ufffd</Message><Detail/></Error><RequestId>${requestId}</RequestId></ErrorResponse>`,
      errorCode: 'AWS.SimpleQueueService.NonExistentQueue',
    })
  })

  test('to a GET without an action is one element', () => {
    const error = wireError('UnknownOperationException', '')
    for (const codec of [queryCodec, jsonView])
      expect(codec.failure(error, requestId)).toMatchObject({
        status: 404,
        headers: { 'Content-Type': 'text/xml' },
        body: '<UnknownOperationException/>',
      })
  })
})

describe('an answer in Query that was asked for as JSON', () => {
  const viewOf = (name: string, output: object) => {
    const { headers, body } = jsonView.success(action(name), output, requestId)
    expect(headers['Content-Type']).toBe('application/json')
    return JSON.parse(body)
  }
  const ResponseMetadata = { RequestId: requestId }

  test('has the names of the XML, messages as a list, and maps as lists of pairs', () => {
    const message = { MessageId: 'm', ReceiptHandle: 'r', MD5OfBody: 'd', Body: 'a', Attributes: { SenderId: 's' } }
    expect(viewOf('ReceiveMessage', { Messages: [message] })).toEqual({
      ReceiveMessageResponse: {
        ReceiveMessageResult: { messages: [{ ...message, Attributes: [{ Name: 'SenderId', Value: 's' }] }] },
        ResponseMetadata,
      },
    })
    expect(viewOf('GetQueueAttributes', { Attributes: { DelaySeconds: '0' } })).toEqual({
      GetQueueAttributesResponse: {
        GetQueueAttributesResult: { Attributes: [{ Name: 'DelaySeconds', Value: '0' }] },
        ResponseMetadata,
      },
    })
    expect(viewOf('ListQueues', { QueueUrls: ['a'] })).toMatchObject({
      ListQueuesResponse: { ListQueuesResult: { QueueUrls: ['a'] } },
    })
    expect(viewOf('DeleteQueue', {})).toEqual({ DeleteQueueResponse: { ResponseMetadata } })
  })

  test('tells an error at its top', () => {
    const error = wireError('QueueDoesNotExist', 'in JSON', 'in Query')
    const { status, body } = jsonView.failure(error, requestId)
    expect(status).toBe(400)
    expect(JSON.parse(body)).toEqual({
      Error: { Type: 'Sender', Code: 'AWS.SimpleQueueService.NonExistentQueue', Message: 'in Query' },
      RequestId: requestId,
    })
  })
})
