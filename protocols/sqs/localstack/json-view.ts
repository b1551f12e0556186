import { faultOf } from '../../aws/errors.ts'
import type { Schema } from '../../schema.ts'
import { answer, type Codec } from '../codec.ts'
import { queryCodec } from '../query-codec.ts'

const contentType = 'application/json'

/** Answers of the Query protocol as JSON, for `Accept: application/json`: the XML as an object, with lists where AWS has them. */
export const jsonView: Codec = {
  success(action, output, requestId) {
    const result = action.output && { [`${action.name}Result`]: view(action.output, output) }
    const response = { ...result, ResponseMetadata: { RequestId: requestId } }
    return answer(200, contentType, requestId, JSON.stringify({ [`${action.name}Response`]: response }))
  },
  failure(error, requestId) {
    if (error.shape === 'UnknownOperationException') return queryCodec.failure(error, requestId)
    const Message = error.queryMessage ?? error.message
    const body = { Error: { Type: faultOf(error), Code: error.code, Message }, RequestId: requestId }
    return answer(error.status, contentType, requestId, JSON.stringify(body), error.code)
  },
}

/** Members that go by another name here than in the XML. */
const renamed: Readonly<Record<string, string>> = { Messages: 'messages' }

function view(schema: Schema<unknown>, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (schema.kind === 'list' && Array.isArray(value)) return value.map((item) => view(schema.item, item))
  if (schema.kind === 'map')
    return Object.entries(value).map(([name, item]) => ({ [schema.key]: name, Value: view(schema.value, item) }))
  if (schema.kind !== 'object') return value
  const members = Object.entries(value).map(([name, member]): [string, unknown] => {
    const inner = schema.members[name]
    return [renamed[name] ?? name, inner ? view(inner, member) : member]
  })
  return Object.fromEntries(members)
}
