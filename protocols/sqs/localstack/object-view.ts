import { faultOf } from '../../aws/errors.ts'
import type { Schema } from '../../schema.ts'
import { answer, type Codec } from '../codec.ts'

const contentType = 'application/json'

/**
 * The answers of the Query protocol as the object that a reader makes of their XML: what is repeated is a list, what
 * comes once is not. Clients of the developer endpoint expect that. Source: LocalStack documentation, SQS.
 */
export const objectView: Codec = {
  success(action, output, requestId) {
    const result = action.output ? members(action.output, output) : {}
    const response = { [`${action.name}Result`]: result, ResponseMetadata: { RequestId: requestId } }
    return answer(200, contentType, requestId, JSON.stringify({ [`${action.name}Response`]: response }))
  },
  failure(error, requestId) {
    const Message = error.queryMessage ?? error.message
    const said = { Error: { Type: faultOf(error), Code: error.code, Message }, RequestId: requestId }
    return answer(error.status, contentType, requestId, JSON.stringify({ ErrorResponse: said }), error.code)
  },
}

function members(schema: Schema<unknown>, value: object): object {
  if (schema.kind !== 'object') return value
  const shown = Object.entries(value).flatMap(([name, member]) => {
    const inner = schema.members[name]
    return inner && member !== undefined ? [element(name, inner, member)] : []
  })
  return Object.fromEntries(shown)
}

/** Lists and maps stand flat under the name of their items. */
function element(name: string, schema: Schema<unknown>, value: unknown): [string, unknown] {
  if (schema.kind === 'list' && Array.isArray(value))
    return [schema.element, alone(value.map((item) => content(schema.item, item)))]
  if (schema.kind === 'map')
    return [
      schema.element,
      alone(
        Object.entries(Object(value)).map(([key, item]) => ({ [schema.key]: key, Value: content(schema.value, item) })),
      ),
    ]
  return [name, content(schema, value)]
}

function content(schema: Schema<unknown>, value: unknown): unknown {
  return typeof value === 'object' && value !== null ? members(schema, value) : value
}

function alone(items: readonly unknown[]): unknown {
  return items.length === 1 ? items[0] : items
}
