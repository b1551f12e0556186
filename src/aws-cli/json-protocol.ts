import { notUnderstood, refused, shaped } from './answer.ts'
import type { Incoming } from './exchange.ts'
import type { Operation } from './operation.ts'
import { isValues, type StructureShape, type Value, type Values } from './shape.ts'

/** Headers and body of a call. Source: AWS JSON 1.0 protocol. */
export function jsonCall(name: string, parameters: Values): { headers: Record<string, string>; body: string } {
  return {
    headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': `AmazonSQS.${name}` },
    body: JSON.stringify(parameters),
  }
}

/** The output in an answer, or the refusal. */
export function jsonOutput(answer: Incoming, name: string, { output }: Operation): Values {
  const document = answer.body === '' ? {} : documentOf(answer, name)
  if (answer.status >= 300) throw refusalOf(answer, document, name)
  return output ? outputOf(document, output) : {}
}

function outputOf(document: Values, output: StructureShape): Values {
  const value = shaped(document, output)
  return isValues(value) ? value : {}
}

function documentOf(answer: Incoming, name: string): Values {
  try {
    const value: Value = JSON.parse(answer.body)
    if (isValues(value)) return value
  } catch {}
  throw notUnderstood(answer, name)
}

/** Older codes, which scripts know, come in a header. Source: AWS SDKs and Tools, AWS Query protocol compatible errors. */
function refusalOf({ status, headers }: Incoming, document: Values, name: string): Error {
  const older = String(headers['x-amzn-query-error'] ?? '').split(';')[0]
  const code = older || String(document.__type ?? status).replace(/^.*#/, '')
  return refused(code, name, String(document.message ?? document.Message ?? ''))
}
