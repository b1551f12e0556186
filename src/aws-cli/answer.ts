import type { Incoming } from './exchange.ts'
import { exitCodes, Failure } from './failure.ts'
import { isList, isValues, type Shape, type Value } from './shape.ts'

/** What of a decoded answer the shape knows, in the order of the shape. */
export function shaped(value: Value, shape: Shape): Value {
  if (shape.kind === 'list') return isList(value) ? value.map((one) => shaped(one, shape.of)) : value
  if (!isValues(value)) return value
  if (shape.kind === 'map')
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shaped(one, shape.of)]))
  if (shape.kind !== 'structure') return value
  const known = Object.entries(shape.members).flatMap(([name, member]): [string, Value][] => {
    const one = Object.hasOwn(value, name) ? value[name] : undefined
    return one === undefined || one === null ? [] : [[name, shaped(one, member)]]
  })
  return Object.fromEntries(known)
}

/** The service refused. */
export function refused(code: string, operation: string, message: string): Failure {
  const said = `An error occurred (${code}) when calling the ${operation} operation: ${message}`
  return new Failure(exitCodes.service, `\n${said}\n`)
}

/** The answer is none that the service gives. */
export function notUnderstood({ status, body }: Incoming, operation: string): Failure {
  const begun = body.trim().slice(0, 200)
  return refused(String(status), operation, begun === '' ? 'the answer has no body' : begun)
}
