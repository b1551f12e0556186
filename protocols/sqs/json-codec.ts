import type { WireRequest } from '../adapter.ts'
import { faultOf, missingParameter, type WireError, wireError } from '../aws/errors.ts'
import type { Members, Problem, Schema } from '../schema.ts'
import { actions } from './actions.ts'
import { type Asked, answer, type Codec } from './codec.ts'
import { emptyTextError, type Values, withQueueOfPath } from './input.ts'

/** What stands before the name of the action in `X-Amz-Target`; some clients put the version there too. */
const targetForm = /^AmazonSQS(?:v20121105)?\.(.*)$/

/** The action that an `X-Amz-Target` of SQS names; undefined for any other text. */
export function actionOfTarget(target: string): string | undefined {
  return targetForm.exec(target)?.[1]
}

const contentType = 'application/x-amz-json-1.0'

/** Reads a request in AWS JSON 1.0. Source: SQS Developer Guide, making requests using the AWS JSON protocol. */
export function readJson(request: WireRequest): Asked | WireError {
  if (request.method !== 'POST') return wireError('MethodNotAllowed', `Use POST, not ${request.method}.`)
  const target = request.headers['x-amz-target']
  const action = actions.get(typeof target === 'string' ? (actionOfTarget(target) ?? '') : '')
  if (!action) return wireError('UnknownOperationException', '')
  const parsed = parse(request.body)
  if ('fault' in parsed) return wireError('SerializationException', parsed.fault)
  let input = withQueueOfPath(action, parsed.values, request)
  let problem = action.problemIn(input)
  if (problem) {
    // A null stands for what was not given. It is rare, so it is looked for only when something is wrong.
    input = withQueueOfPath(action, withoutNulls(action.input, parsed.values) as Values, request)
    problem = action.problemIn(input)
  }
  if (problem) return problemError(problem, input)
  return emptyTextError(action, input) ?? { action, input }
}

type Parsed = { readonly values: Values } | { readonly fault: string }

function parse(body: Buffer): Parsed {
  if (body.length === 0) return { values: {} }
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { values: value as Values }
    return { fault: Array.isArray(value) ? listNotExpected : 'Unexpected field type' }
  } catch {
    return { fault: 'The body is not well-formed JSON.' }
  }
}

/** The value without members that are null, as deep as the schema goes. */
function withoutNulls(schema: Schema<unknown>, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return schema.kind === 'list' ? value.map((item) => withoutNulls(schema.item, item)) : value
  if (schema.kind !== 'object' && schema.kind !== 'map') return value
  const kept = Object.entries(value).filter(([, member]) => member !== null)
  return Object.fromEntries(
    kept.map(([name, member]) => {
      const inner = schema.kind === 'map' ? schema.value : memberOf(schema.members, name)
      return [name, inner ? withoutNulls(inner, member) : member]
    }),
  )
}

function memberOf(members: Members, name: string): Schema<unknown> | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined
}

const listNotExpected = 'Start of list found where not expected'
const structureNotExpected = 'Start of structure or map found where not expected.'

/** Names that the framework has for values and types. Source: the AWS JSON protocol as its services answer. */
const valueNames: Readonly<Record<string, string>> = { string: 'STRING_VALUE', number: 'NUMBER_VALUE' }
const typeNames: Readonly<Record<string, string>> = { string: 'a String', integer: 'an Integer', boolean: 'a Boolean' }

function problemError(problem: Problem, input: Values): WireError {
  if (problem.keyword === 'required') return missingParameter(String(problem.params.missingProperty))
  const value = valueAt(problem.path, input)
  return wireError('SerializationException', mismatch(String(problem.params.type), value, problem.path))
}

function mismatch(expected: string, value: unknown, path: string): string {
  const typeName = typeNames[expected]
  if (Array.isArray(value)) {
    const inMap = expected === 'string' && path.lastIndexOf('/') > 0
    return inMap ? 'Unrecognized collection type class java.lang.String' : listNotExpected
  }
  if (typeof value === 'object') return structureNotExpected
  if (typeName === undefined) return expected === 'array' ? 'Expected list or null' : 'Unexpected field type'
  const valueName = valueNames[typeof value] ?? `${String(value).toUpperCase()}_VALUE`
  return `${valueName} can not be converted to ${typeName}`
}

/** The value that a JSON pointer of a problem leads to. */
function valueAt(path: string, input: Values): unknown {
  let value: unknown = input
  for (const step of path.split('/').slice(1)) {
    value = (value as Values)[step.replaceAll('~1', '/').replaceAll('~0', '~')]
  }
  return value
}

/** Answers in AWS JSON 1.0. */
export const jsonCodec: Codec = {
  success: (action, output, requestId) => answer(200, contentType, requestId, action.output ? action.json(output) : ''),
  failure(error, requestId) {
    const response = answer(error.status, contentType, requestId, errorBody(error), error.shape)
    response.headers['x-amzn-query-error'] = `${error.framework ? error.shape : error.code};${faultOf(error)}`
    return response
  },
}

function errorBody({ shape, framework, message }: WireError): string {
  if (!framework) return JSON.stringify({ __type: `com.amazonaws.sqs#${shape}`, message })
  return JSON.stringify({ __type: `com.amazon.coral.service#${shape}`, ...(message !== '' && { Message: message }) })
}
