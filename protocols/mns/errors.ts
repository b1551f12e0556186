import type { Range } from './limits.ts'

/** What an error answer says, beside the ids that every answer has. */
export type MnsError = {
  readonly status: number
  /** Clients branch on it. */
  readonly code: string
  readonly message: string
}

const error = (status: number, code: string, message: string): MnsError => ({ status, code, message })

/** Errors of fixed text. Source: MNS API reference, error codes. */
export const errors = {
  accessDenied: error(
    403,
    'AccessDenied',
    'The OwnerId that your Access Key Id associated to is forbidden for this operation.',
  ),
  endpointInvalid: error(400, 'EndpointInvalid', 'The endpoint you provided is invalid.'),
  internal: error(500, 'InternalError', 'Internal error.'),
  invalidAccessKeyId: error(403, 'InvalidAccessKeyId', 'The AccessKey Id you provided is not exist.'),
  invalidAuthorizationHeader: error(400, 'InvalidAuthorizationHeader', 'The Authorization header format is invalid.'),
  invalidDateHeader: error(400, 'InvalidDateHeader', 'The Date header format is invalid.'),
  invalidDigest: error(400, 'InvalidDigest', 'The Content-MD5 you specified is invalid.'),
  invalidQueueName: error(
    400,
    'InvalidQueueName',
    'The queue name you provided is invalid. QueueName should start with alpha and contain only alpha, digit or - .',
  ),
  invalidRequestUrl: error(400, 'InvalidRequestURL', 'Http request URL format invalid.'),
  invalidVersionHeader: error(400, 'InvalidVersionHeader', 'The x-mns-version header is invalid.'),
  malformedXml: error(400, 'MalformedXML', 'The XML you provided was not well-formed.'),
  messageNotExist: error(404, 'MessageNotExist', 'Message not exist.'),
  missingAuthorizationHeader: error(400, 'MissingAuthorizationHeader', 'Authorization header is required.'),
  missingDateHeader: error(400, 'MissingDateHeader', 'Date header is required.'),
  missingReceiptHandle: error(400, 'MissingReceiptHandle', 'ReceiptHandle is required.'),
  missingVersionHeader: error(400, 'MissingVersionHeader', 'x-mns-version header is required.'),
  missingVisibilityTimeout: error(400, 'MissingVisibilityTimeout', 'VisibilityTimeout is required.'),
  notReady: error(503, 'InternalError', 'Internal error.'),
  queueAlreadyExist: error(409, 'QueueAlreadyExist', 'The queue you want to create is already exist.'),
  queueDeletedRecently: error(400, 'QueueDeletedRecently', 'The queue you want to create is deleted recently.'),
  queueNameLength: error(400, 'QueueNameLengthError', 'Queue name length should between 1 and 256.'),
  queueNotExist: error(404, 'QueueNotExist', 'The queue name you provided is not exist.'),
  receiptHandle: error(400, 'ReceiptHandleError', 'The receipt handle you provide is not valid.'),
  requestEntityTooLarge: error(413, 'RequestEntityTooLarge', 'The request body is too large.'),
  requestTimeout: error(408, 'RequestTimeout', 'The request was not received in time.'),
  signatureDoesNotMatch: error(
    403,
    'SignatureDoesNotMatch',
    'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
  ),
  timeExpired: error(408, 'TimeExpired', 'The http request you sent is expired.'),
  subscriptionAlreadyExist: error(
    409,
    'SubscriptionAlreadyExist',
    'The subscription you want to create already exists.',
  ),
  subscriptionNameInvalid: error(
    400,
    'SubscriptionNameInvalid',
    'The subscription name you provided is invalid. SubscriptionName should start with alpha and contain only alpha, digit or - .',
  ),
  subscriptionNameLength: error(
    400,
    'SubscriptionNameLengthError',
    'Subscription name length should between 1 and 256.',
  ),
  subscriptionNotExist: error(404, 'SubscriptionNotExist', 'The subscription you provided does not exist.'),
  tooManyRequests: error(
    429,
    'TooManyRequests',
    'The request is denied by cluster flow limiter for too many requests.',
  ),
  topicAlreadyExist: error(409, 'TopicAlreadyExist', 'The topic you want to create already exists.'),
  topicNameInvalid: error(
    400,
    'TopicNameInvalid',
    'The topic name you provided is invalid. TopicName should start with alpha and contain only alpha, digit or - .',
  ),
  topicNameLength: error(400, 'TopicNameLengthError', 'Topic name length should between 1 and 256.'),
  topicNotExist: error(404, 'TopicNotExist', 'The topic name you provided is not exist.'),
} as const

/** A value outside its range; `element` as the answer names it. Source: MNS API reference, InvalidArgument. */
export function outOfRange(element: string, range: Range): MnsError {
  const unit = range.unit ? ` ${range.unit}` : ''
  return invalidArgument(`The value of ${element} should between ${range.low} and ${range.high}${unit}`)
}

/** An element that is missing, or whose text is of the wrong kind. Source: MNS API reference, InvalidArgument. */
export function schemaViolation(element: string): MnsError {
  return invalidArgument(`The XML you provided did not validate against our published schema, cause by ${element}.`)
}

/** Any other bad value. Source: MNS API reference, InvalidArgument. */
export function invalidArgument(message: string): MnsError {
  return error(400, 'InvalidArgument', message)
}

/** An item of the query that cannot be read. Source: MNS API reference, InvalidQueryString. */
export function invalidQueryItem(item: string): MnsError {
  return error(400, 'InvalidQueryString', `Http request URL contains invalid querystring item "${item}".`)
}

/** Tells an error from what was read or decided. */
export function isError<T>(value: T | MnsError): value is MnsError {
  return typeof value === 'object' && value !== null && 'code' in value
}
