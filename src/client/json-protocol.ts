import type { Schema } from '../../protocols/schema.ts'
import type { Answer } from './failures.ts'
import { NotUnderstood, Refused } from './failures.ts'
import { membersOf } from './members.ts'
import type { Operation } from './operations.ts'
import { isList, isValues, type Value, type Values } from './values.ts'

/** Headers and body of a call. Source: AWS JSON 1.0 protocol. */
export function jsonCall(name: string, parameters: Values): { headers: Record<string, string>; body: string } {
  return {
    headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': `AmazonSQS.${name}` },
    body: JSON.stringify(parameters),
  }
}

/** The output in an answer. Throws `Refused` or `NotUnderstood`. */
export function jsonOutput(answer: Answer, { output }: Operation): Values {
  const document = answer.body === '' ? {} : documentOf(answer)
  if (answer.status >= 300) throw refusalOf(answer, document)
  if (!output) return {}
  const names = Object.keys(document)
  if (names.length > 0 && !membersOf(output).some(({ name }) => names.includes(name)))
    throw new NotUnderstood(answer, 'was not answered as SQS does')
  const known = knownPart(document, output)
  return isValues(known) ? known : {}
}

/** The part of a value that the schema describes, in the order of the service model. */
function knownPart(value: Value, schema: Schema<unknown>): Value {
  if (schema.kind === 'list') return isList(value) ? value.map((one) => knownPart(one, schema.item)) : value
  if (!isValues(value)) return value
  if (schema.kind === 'map')
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, knownPart(one, schema.value)]))
  if (schema.kind !== 'object') return value
  const known = membersOf(schema).flatMap(({ name, schema: member }): [string, Value][] => {
    const one = Object.hasOwn(value, name) ? value[name] : undefined
    return one === undefined || one === null ? [] : [[name, knownPart(one, member)]]
  })
  return Object.fromEntries(known)
}

function documentOf(answer: Answer): Values {
  try {
    const value: Value = JSON.parse(answer.body)
    if (isValues(value)) return value
  } catch {}
  throw new NotUnderstood(answer, 'was not answered in JSON')
}

/** Older codes, which scripts know, come in a header. Source: AWS SDKs and Tools, AWS Query protocol compatible errors. */
function refusalOf(answer: Answer, { __type, message, Message = message }: Values): Refused {
  const older = String(answer.headers['x-amzn-query-error'] ?? '').split(';')[0]
  const type = String(__type ?? answer.status).replace(/^.*#/, '')
  return new Refused(answer, String(Message ?? ''), type, older || type)
}
