import type { WireRequest } from '../adapter.ts'
import { missingParameter, type WireError } from '../aws/errors.ts'
import type { Action } from './action.ts'
import { referenceInPath } from './names.ts'

/** Values by name, before they are known to have the shape that an action asks for. */
export type Values = Readonly<Record<string, unknown>>

/** Path of a request, without its query. */
export function pathOf(request: WireRequest): string {
  const mark = request.target.indexOf('?')
  return mark === -1 ? request.target : request.target.slice(0, mark)
}

/** The values, with the queue that the path names where they name none: it may do so in any form that a QueueUrl has. */
export function withQueueOfPath(action: Action, values: Values, request: WireRequest): Values {
  if (values.QueueUrl || !('QueueUrl' in membersOf(action))) return values
  const reference = referenceInPath(pathOf(request), request.host)
  return reference === undefined ? values : { ...values, QueueUrl: reference }
}

/** An error for a text that must be given and is empty: AWS takes that for a missing one. */
export function emptyTextError(action: Action, input: Values): WireError | undefined {
  const members = membersOf(action)
  for (const name in members) {
    if (input[name] === '' && members[name]!.kind === 'text' && !members[name]!.optional) return missingParameter(name)
  }
  return undefined
}

function membersOf(action: Action) {
  return action.input.kind === 'object' ? action.input.members : {}
}
