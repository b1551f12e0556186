/** What an error answer says, in whichever protocol. */
export type WireError = {
  /** Name of the error in JSON, in `__type`. */
  readonly shape: string
  /** True when the web service framework answers, not the queue service: JSON names it after the framework. */
  readonly framework: boolean
  /** Name of the error in Query, and what SDKs that speak JSON show as its code. */
  readonly code: string
  readonly status: number
  /** Empty: none. */
  readonly message: string
  /** Text in Query, where it differs. */
  readonly queryMessage?: string
}

type Row = { readonly code: string; readonly status: number; readonly framework?: true }

const legacy = (name: string, status = 400): Row => ({ code: `AWS.SimpleQueueService.${name}`, status })
const plain = (code: string, status = 400): Row => ({ code, status })
const framework = (code: string, status: number): Row => ({ code, status, framework: true })

/** Every error by its JSON name. Sources: SQS API Reference, errors of each action and Common Errors. */
const catalogue = {
  BatchEntryIdsNotDistinct: legacy('BatchEntryIdsNotDistinct'),
  BatchRequestTooLong: legacy('BatchRequestTooLong'),
  EmptyBatchRequest: legacy('EmptyBatchRequest'),
  EmptyValue: plain('EmptyValue'),
  InvalidAddress: plain('InvalidAddress', 404),
  InvalidAttributeName: plain('InvalidAttributeName'),
  InvalidAttributeValue: plain('InvalidAttributeValue'),
  InvalidBatchEntryId: legacy('InvalidBatchEntryId'),
  InvalidMessageContents: plain('InvalidMessageContents'),
  InvalidParameterValueException: plain('InvalidParameterValue'),
  MissingRequiredParameterException: plain('MissingParameter'),
  InvalidRequest: plain('InvalidRequest'),
  OverLimit: plain('OverLimit', 403),
  PurgeQueueInProgress: legacy('PurgeQueueInProgress', 403),
  QueueDeletedRecently: legacy('QueueDeletedRecently'),
  QueueDoesNotExist: legacy('NonExistentQueue'),
  QueueNameExists: plain('QueueAlreadyExists'),
  ResourceNotFoundException: plain('ResourceNotFoundException', 404),
  ReceiptHandleIsInvalid: plain('ReceiptHandleIsInvalid', 404),
  TooManyEntriesInBatchRequest: legacy('TooManyEntriesInBatchRequest'),
  UnsupportedOperation: legacy('UnsupportedOperation'),
  ExpiredTokenException: framework('ExpiredToken', 403),
  InternalFailure: framework('InternalError', 500),
  IncompleteSignatureException: framework('IncompleteSignature', 403),
  InvalidAction: framework('InvalidAction', 400),
  InvalidSignatureException: framework('SignatureDoesNotMatch', 403),
  MethodNotAllowed: framework('MethodNotAllowed', 405),
  MissingAction: framework('MissingAction', 400),
  MissingAuthenticationTokenException: framework('MissingAuthenticationToken', 403),
  NoSuchVersion: framework('NoSuchVersion', 400),
  NotImplemented: framework('NotImplemented', 501),
  RequestEntityTooLarge: framework('RequestEntityTooLarge', 413),
  RequestTimeout: framework('RequestTimeout', 408),
  SerializationException: framework('SerializationException', 400),
  ServiceUnavailable: framework('ServiceUnavailable', 503),
  UnknownOperationException: framework('UnknownOperationException', 404),
  UnrecognizedClientException: framework('InvalidClientTokenId', 403),
} satisfies Readonly<Record<string, Row>>

/** Names of the errors, as JSON has them. */
export type ErrorName = keyof typeof catalogue

/** An error of that name. `queryMessage` is its text in Query, where that differs. */
export function wireError(shape: ErrorName, message: string, queryMessage?: string): WireError {
  const row: Row = catalogue[shape]
  const { code, status, framework = false } = row
  return { shape, framework, code, status, message, ...(queryMessage !== undefined && { queryMessage }) }
}

/** Tells an error from whatever a row made of its input. */
export function isWireError(made: object): made is WireError {
  return 'shape' in made && 'code' in made
}

/** Whose fault an error is, as both protocols say it. */
export function faultOf(error: WireError): 'Sender' | 'Receiver' {
  return error.status < 500 ? 'Sender' : 'Receiver'
}

/** A parameter that must be given is not, or is empty. Source: SQS API Reference, Common Errors. */
export function missingParameter(name: string): WireError {
  return wireError('MissingRequiredParameterException', `The request must contain the parameter ${name}.`)
}

/** A bad value that is described freely. */
export function invalidParameter(message: string): WireError {
  return wireError('InvalidParameterValueException', message)
}

/** A bad value of a parameter, with the reason in a sentence of its own. */
export function invalidValue(parameter: string, value: string | number, reason: string): WireError {
  return invalidParameter(`Value ${value} for parameter ${parameter} is invalid. Reason: ${reason}`)
}
