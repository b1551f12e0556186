import type { ErrorObject, ValidateFunction } from 'ajv'
import type { Context } from 'hono'
import { problem } from './problem.ts'

/** Largest JSON body of our own API, in bytes. */
const maximumBytes = 1024 * 1024

/** Types of body that are read as JSON: JSON itself, and what curl says when it is told nothing. */
export const acceptedTypes = /^(?:application\/(?:[\w.+-]*\+)?json|application\/x-www-form-urlencoded)\s*(?:;|$)/i

const compiled = new WeakMap<object, ValidateFunction>()

/** The JSON body of a request, once it fits its JSON Schema; else the answer that says what is wrong with it. */
export async function jsonBody(context: Context, schema: object): Promise<{ value: unknown } | Response> {
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
  const check = await compile(schema)
  if (check(value)) return { value }
  const [fault] = check.errors ?? []
  return problem(
    context,
    400,
    'invalidBody',
    fault ? sentence(fault) : 'not what is expected',
    fault ? place(fault) : '',
  )
}

function sentence({ keyword, params, message }: ErrorObject): string {
  if (keyword === 'additionalProperties') return `there is no member ${params.additionalProperty}`
  if (keyword === 'minProperties' || keyword === 'maxProperties') return 'exactly one member is needed'
  if (keyword === 'const') return `must be ${params.allowedValue}`
  if (keyword === 'enum') return `must be one of ${params.allowedValues.join(', ')}`
  return message ?? 'not what is expected'
}

function place({ keyword, params, instancePath }: ErrorObject): string {
  return keyword === 'additionalProperties' ? `${instancePath}/${params.additionalProperty}` : instancePath
}

/** ajv is loaded on the first body, since most runs never see one. */
async function compile(schema: object): Promise<ValidateFunction> {
  const known = compiled.get(schema)
  if (known) return known
  const { default: ajvModule } = await import('ajv')
  const check = new ajvModule.Ajv({ allowUnionTypes: true }).compile(schema)
  compiled.set(schema, check)
  return check
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
