import type { Context } from 'hono'
import type { JsonFault } from '../compiled/compile-json-schema.ts'
import { problem } from './problem.ts'

/** Largest JSON body of our own API, in bytes. */
const maximumBytes = 1024 * 1024

/** Types of body that are read as JSON: JSON itself, and what curl says when it is told nothing. */
export const acceptedTypes = /^(?:application\/(?:[\w.+-]*\+)?json|application\/x-www-form-urlencoded)\s*(?:;|$)/i

/** The JSON body of a request, once it passes that check; else the answer that says what is wrong with it. */
export async function jsonBody(
  context: Context,
  check: (value: unknown) => JsonFault | undefined,
): Promise<{ value: unknown } | Response> {
  const type = context.req.header('content-type')
  if (type !== undefined && !acceptedTypes.test(type))
    return problem(context, 415, 'unsupportedMediaType', `send application/json, not ${type}`, 'Content-Type')
  const text = await boundedText(context).catch(() => null)
  if (text === null) return problem(context, 400, 'bodyBrokenOff', 'the body did not come to its end', '')
  if (text === undefined) return problem(context, 413, 'bodyTooLarge', `at most ${maximumBytes} bytes are read`, '')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return problem(context, 400, 'malformedJson', `the body is not JSON: ${(error as Error).message}`, '')
  }
  const fault = check(value)
  return fault ? problem(context, 400, 'invalidBody', sentence(fault), place(fault)) : { value }
}

function sentence({ keyword, params, message }: JsonFault): string {
  if (keyword === 'additionalProperties') return `there is no member ${params.additionalProperty}`
  if (keyword === 'minProperties' || keyword === 'maxProperties') return 'exactly one member is needed'
  if (keyword === 'const') return `must be ${params.allowedValue}`
  if (keyword === 'enum') return `must be one of ${[params.allowedValues].flat().join(', ')}`
  return message ?? 'not what is expected'
}

function place({ keyword, params, instancePath }: JsonFault): string {
  return keyword === 'additionalProperties' ? `${instancePath}/${params.additionalProperty}` : instancePath
}

async function boundedText(context: Context): Promise<string | undefined> {
  if (Number(context.req.header('content-length') ?? 0) > maximumBytes) return undefined
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of context.req.raw.body ?? []) {
    length += chunk.byteLength
    if (length > maximumBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
