import type { WireRequest } from '../adapter.ts'
import { faultOf, invalidParameter, invalidValue, missingParameter, type WireError, wireError } from '../aws/errors.ts'
import { addParameters, emptyForm, type Form, valueIn } from '../aws/query-form.ts'
import { namespace } from '../aws/xml-writer.ts'
import type { Problem } from '../schema.ts'
import { escapeXml } from '../xml/escape.ts'
import { actions } from './actions.ts'
import { type Asked, answer, type Codec } from './codec.ts'
import { emptyTextError, pathOf, type Values, withQueueOfPath } from './input.ts'
import { isQueuePath } from './names.ts'

const apiVersion = '2012-11-05'
const contentType = 'text/xml'

/** Reads a request in the AWS Query protocol. Source: SQS Developer Guide, making Query API requests. */
export function readQuery(request: WireRequest): Asked | WireError {
  const { method } = request
  if (method !== 'GET' && method !== 'POST') return wireError('MethodNotAllowed', `Use GET or POST, not ${method}.`)
  const form = formOf(request)
  if (!form) return invalidParameter('The request holds too many parameters.')
  const name = form.fields?.get('Action')?.text
  if (!name)
    return method === 'GET'
      ? wireError('UnknownOperationException', '')
      : wireError('MissingAction', 'The request must contain the parameter Action.')
  const action = actions.get(name)
  if (!action || (action.onlyAtRoot && isQueuePath(pathOf(request))))
    return wireError('InvalidAction', `The action ${name} is not valid for this endpoint.`)
  const version = form.fields?.get('Version')?.text
  if (version && version !== apiVersion)
    return wireError('NoSuchVersion', `The requested version ( ${version} ) is not valid.`)

  const input = withQueueOfPath(action, valueIn(form, action.input) as Values, request)
  const problem = action.problemIn(input)
  if (problem) return problemError(problem, input)
  return emptyTextError(action, input) ?? { action, input }
}

/** Parameters of query and body together; undefined when there are too many. */
function formOf(request: WireRequest): Form | undefined {
  const form = emptyForm()
  const mark = request.target.indexOf('?')
  const body = request.method === 'POST' ? request.body.toString('utf8') : ''
  const complete = (mark === -1 || addParameters(form, request.target.slice(mark + 1))) && addParameters(form, body)
  return complete ? form : undefined
}

/** Every value of a form is a text, so what strays from its type is a number that is none. */
function problemError(problem: Problem, input: Values): WireError {
  if (problem.keyword === 'required') return missingParameter(String(problem.params.missingProperty))
  const steps = problem.path.split('/').slice(1)
  let value: unknown = input
  for (const step of steps) value = (value as Values)[step]
  return invalidValue(steps.at(-1) ?? '', String(value), 'Must be an integer.')
}

/** Answers as XML. */
export const queryCodec: Codec = {
  success: (action, output, requestId) => answer(200, contentType, requestId, action.xml(output, requestId)),
  failure: (error, requestId) => answer(error.status, contentType, requestId, errorDocument(error, requestId)),
}

function errorDocument(error: WireError, requestId: string): string {
  if (error.shape === 'UnknownOperationException') return '<UnknownOperationException/>'
  const message = escapeXml(error.queryMessage ?? error.message)
  return `<?xml version="1.0"?><ErrorResponse xmlns="${namespace}"><Error><Type>${faultOf(error)}</Type><Code>${error.code}</Code><Message>${message}</Message><Detail/></Error><RequestId>${requestId}</RequestId></ErrorResponse>`
}

/** Whether a Query request asks for JSON in place of XML. */
export function asksForJson(request: WireRequest): boolean {
  return request.headers.accept?.includes('application/json') ?? false
}
