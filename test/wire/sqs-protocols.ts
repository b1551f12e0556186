import { isXmlFault, parseXml } from '../../protocols/xml/reader.ts'
import type { TestReply, TestRequest } from '../support/app.ts'

type XmlElement = Exclude<ReturnType<typeof parseXml>, { readonly fault: string }>

/** A value as either protocol carries it. */
export type Value = string | number | boolean | null | readonly Value[] | { readonly [name: string]: Value }
/** Input or output of an action. */
export type Fields = { readonly [name: string]: Value }

/** What an error answer says, in either protocol. `type`: only in JSON. */
type SaidError = {
  readonly status: number
  readonly type?: string
  readonly code: string
  readonly message: string
}

/** An answer as a client understands it. */
export type Said = { readonly output: Fields } | { readonly error: SaidError }

const aws = (name: string): string => `AWS.SimpleQueueService.${name}`

/** How an error is told. `message`: where its text is always the same. */
type ErrorForm = {
  readonly status: number
  readonly code: string
  readonly message?: string
  readonly queryMessage?: string
}

/** Each error by its name in JSON. Sources: SQS API Reference, errors of each action and Common Errors. */
export const errorForms: Readonly<Record<string, ErrorForm>> = {
  BatchEntryIdsNotDistinct: { status: 400, code: aws('BatchEntryIdsNotDistinct') },
  BatchRequestTooLong: { status: 400, code: aws('BatchRequestTooLong') },
  EmptyBatchRequest: { status: 400, code: aws('EmptyBatchRequest') },
  InvalidAttributeName: { status: 400, code: 'InvalidAttributeName' },
  InvalidAttributeValue: { status: 400, code: 'InvalidAttributeValue' },
  InvalidBatchEntryId: {
    status: 400,
    code: aws('InvalidBatchEntryId'),
    message:
      'A batch entry id can only contain alphanumeric characters, hyphens and underscores. It can be at most 80 letters long.',
  },
  InvalidMessageContents: { status: 400, code: 'InvalidMessageContents' },
  InvalidParameterValueException: { status: 400, code: 'InvalidParameterValue' },
  MissingRequiredParameterException: { status: 400, code: 'MissingParameter' },
  OverLimit: { status: 403, code: 'OverLimit' },
  PurgeQueueInProgress: { status: 403, code: aws('PurgeQueueInProgress') },
  QueueDeletedRecently: {
    status: 400,
    code: aws('QueueDeletedRecently'),
    message: 'You must wait 60 seconds after deleting a queue before you can create another with the same name.',
  },
  QueueDoesNotExist: {
    status: 400,
    code: aws('NonExistentQueue'),
    message: 'The specified queue does not exist.',
    queryMessage: 'The specified queue does not exist for this wsdl version.',
  },
  QueueNameExists: { status: 400, code: 'QueueAlreadyExists' },
  ReceiptHandleIsInvalid: { status: 404, code: 'ReceiptHandleIsInvalid' },
  ResourceNotFoundException: { status: 404, code: 'ResourceNotFoundException' },
  TooManyEntriesInBatchRequest: { status: 400, code: aws('TooManyEntriesInBatchRequest') },
  UnsupportedOperation: { status: 400, code: aws('UnsupportedOperation') },
}

/** One protocol from the side of a client. Written from the service description, not from the tables of the adapter. */
export interface ClientProtocol {
  readonly name: 'json' | 'query'
  request(action: string, input: Fields, headers: Readonly<Record<string, string>>): TestRequest
  read(reply: TestReply): Said
}

/** Signs as a user of the default account would, so that requests look as those of an SDK. */
const authorization =
  'AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/sqs/aws4_request, SignedHeaders=host;x-amz-date, Signature=0'

const requestId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** AWS JSON 1.0. */
export const jsonProtocol: ClientProtocol = {
  name: 'json',
  request: (action, input, headers) => ({
    headers: {
      authorization,
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `AmazonSQS.${action}`,
      'x-amzn-query-mode': 'true',
      ...headers,
    },
    body: JSON.stringify(input),
  }),
  read({ status, headers, body }) {
    demand(headers['Content-Type'] === 'application/x-amz-json-1.0', 'the content type of JSON')
    demand(requestId.test(headers['x-amzn-RequestId'] ?? ''), 'a request id')
    if (status === 200) return { output: body === '' ? {} : JSON.parse(body) }
    const { __type, message } = JSON.parse(body)
    const [prefix, type] = __type.split('#')
    const [code, fault] = (headers['x-amzn-query-error'] ?? '').split(';')
    demand(prefix === 'com.amazonaws.sqs' && fault === 'Sender', 'an error of SQS about the sender')
    return { error: { status, type, code: code!, message } }
  },
}

/** AWS Query. */
export const queryProtocol: ClientProtocol = {
  name: 'query',
  request(action, input, headers) {
    const form = new URLSearchParams({ Action: action, Version: '2012-11-05' })
    addFields(form, '', input, action)
    const contentType = 'application/x-www-form-urlencoded; charset=utf-8'
    return { headers: { authorization, 'content-type': contentType, ...headers }, body: form.toString() }
  },
  read({ status, headers, body }) {
    demand(headers['Content-Type'] === 'text/xml', 'the content type of XML')
    const root = parseXml(body)
    if (isXmlFault(root)) throw new Error(`${root.fault} in ${body}`)
    const id = status === 200 ? child(root, 'ResponseMetadata', 'RequestId') : child(root, 'RequestId')
    demand(
      requestId.test(id?.text ?? '') && id?.text === headers['x-amzn-RequestId'],
      'a request id, in body and header',
    )
    if (status === 200) return { output: fieldsOf(root.children.find(({ name }) => name.endsWith('Result'))) }
    const names = child(root, 'Error')?.children.map(({ name }) => name)
    demand(names?.join() === 'Type,Code,Message,Detail', 'Type, Code, Message and Detail in this order')
    demand(
      child(root, 'Error', 'Type')?.text === 'Sender' && child(root, 'Error', 'Detail')?.text === '',
      'a sender fault',
    )
    const [code, message] = [child(root, 'Error', 'Code')!.text, child(root, 'Error', 'Message')!.text]
    return { error: { status, code, message } }
  },
}

function demand(met: boolean, what: string): void {
  if (!met) throw new Error(`the answer lacks ${what}`)
}

/** Names of list items and map pairs in a form. Source: SQS API Reference, Query parameters of each action. */
const itemNames: Readonly<Record<string, string>> = {
  Attributes: 'Attribute',
  AttributeNames: 'AttributeName',
  MessageSystemAttributeNames: 'AttributeName',
  MessageAttributeNames: 'MessageAttributeName',
  MessageAttributes: 'MessageAttribute',
  MessageSystemAttributes: 'MessageSystemAttribute',
  StringListValues: 'StringListValue',
  BinaryListValues: 'BinaryListValue',
  TagKeys: 'TagKey',
  AWSAccountIds: 'AWSAccountId',
  Actions: 'ActionName',
}
const tagMembers: ReadonlySet<string> = new Set(['Tags', 'tags'])
const mapMembers: ReadonlySet<string> = new Set(['Attributes', 'MessageAttributes', 'MessageSystemAttributes'])

function addFields(form: URLSearchParams, path: string, fields: Fields, action: string): void {
  for (const [name, value] of Object.entries(fields)) {
    if (tagMembers.has(name)) addPairs(form, `${path}Tag`, 'Key', value, action)
    else if (mapMembers.has(name)) addPairs(form, `${path}${itemNames[name]}`, 'Name', value, action)
    else if (Array.isArray(value))
      value.forEach((item, index) => {
        addValue(form, `${path}${itemNames[name] ?? `${action}RequestEntry`}.${index + 1}`, item, action)
      })
    else addValue(form, path + name, value, action)
  }
}

function addPairs(form: URLSearchParams, path: string, key: string, value: Value, action: string): void {
  Object.entries(value ?? {}).forEach(([name, inner], index) => {
    form.append(`${path}.${index + 1}.${key}`, name)
    addValue(form, `${path}.${index + 1}.Value`, inner, action)
  })
}

function addValue(form: URLSearchParams, path: string, value: Value, action: string): void {
  if (typeof value === 'object' && value !== null) addFields(form, `${path}.`, { ...value } as Fields, action)
  else form.append(path, String(value))
}

/** How flat elements come together: as the pairs of a map, or as the items of a list. */
const gathered: Readonly<Record<string, { readonly member: string; readonly key?: 'Name' | 'Key' }>> = {
  Attribute: { member: 'Attributes', key: 'Name' },
  MessageAttribute: { member: 'MessageAttributes', key: 'Name' },
  Tag: { member: 'Tags', key: 'Key' },
  Message: { member: 'Messages' },
  SendMessageBatchResultEntry: { member: 'Successful' },
  DeleteMessageBatchResultEntry: { member: 'Successful' },
  ChangeMessageVisibilityBatchResultEntry: { member: 'Successful' },
  BatchResultErrorEntry: { member: 'Failed' },
  ListMessageMoveTasksResultEntry: { member: 'Results' },
}

/** Lists of queue URLs, by the result that they stand in. */
const urlLists: Readonly<Record<string, string>> = {
  ListQueuesResult: 'QueueUrls',
  ListDeadLetterSourceQueuesResult: 'queueUrls',
}

function fieldsOf(element: XmlElement | undefined): Fields {
  const fields: Record<string, Value> = {}
  // A required member: clients take it for an empty list when no element is there.
  if (element?.name === 'ListDeadLetterSourceQueuesResult') fields.queueUrls = []
  for (const { name, text, children } of element?.children ?? []) {
    const urls = name === 'QueueUrl' ? urlLists[element!.name] : undefined
    const { member = name, key } = urls ? { member: urls } : children.length > 0 ? (gathered[name] ?? {}) : {}
    const value = children.length > 0 ? fieldsOf({ name, text, children }) : scalar(name, text)
    if (key) {
      const { [key]: pairName, Value: pairValue = '' } = value as Fields
      fields[member] = { ...(fields[member] as Fields), [pairName as string]: pairValue }
    } else if (member !== name) fields[member] = [...((fields[member] as Value[] | undefined) ?? []), value]
    else fields[member] = value
  }
  return fields
}

const numbers: ReadonlySet<string> = new Set([
  'ApproximateNumberOfMessagesMoved',
  'ApproximateNumberOfMessagesToMove',
  'MaxNumberOfMessagesPerSecond',
  'StartedTimestamp',
])

function scalar(name: string, text: string): Value {
  if (name === 'SenderFault') return text === 'true'
  return numbers.has(name) ? Number(text) : text
}

function child(element: XmlElement, ...path: readonly string[]): XmlElement | undefined {
  let found: XmlElement | undefined = element
  for (const step of path) found = found?.children.find(({ name }) => name === step)
  return found
}
