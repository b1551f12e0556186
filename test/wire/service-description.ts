import * as client from '@aws-sdk/client-sqs'
import type { Schema } from '../../protocols/schema.ts'

/*
 * AWS's own description of SQS, as its SDK for JavaScript carries it. A shape is a list that begins with its kind: -3 an
 * error, 1 a list, 2 a map, 3 a structure, 9 an operation; name space, name and traits follow. A number stands for a
 * simple type: 0 text, 1 number, 2 boolean, 21 bytes; with 64 added, for a list of them. A pair adds traits to a shape.
 */

/** What the description says of a value, in the words of our own schemas. `required`: members that must be there. */
export type Described =
  | { readonly kind: 'text' | 'integer' | 'boolean' }
  | { readonly kind: 'list'; readonly element: unknown; readonly item: Described }
  | { readonly kind: 'map'; readonly element: unknown; readonly key: unknown; readonly value: Described }
  | {
      readonly kind: 'object'
      readonly members: Readonly<Record<string, Described>>
      readonly required: readonly string[]
    }

/** One operation; without `output` it answers nothing. */
type Operation = { readonly name: string; readonly input: Described; readonly output: Described | undefined }

/** One error: its name in Query, and its status. */
type ServiceError = { readonly name: string; readonly code: string; readonly status: number }

type Shape = readonly unknown[]
type Traits = Readonly<Record<string, unknown>>

const shapes: readonly Shape[] = Object.values(client).filter((value) => Array.isArray(value))

/** Every operation of the service. */
export const operations: readonly Operation[] = shapes
  .filter(([kind]) => kind === 9)
  .map(([, , name, , input, output]) => ({
    name: String(name),
    input: describe(input),
    output: resolved(output) === 'unit' ? undefined : describe(output),
  }))

/** Every error that the service documents. */
export const serviceErrors: readonly ServiceError[] = shapes
  .filter(([kind, , name]) => kind === -3 && name !== 'SQSServiceException')
  .map(([, , name, traits]) => {
    const [code = name, status = 400] = ((traits as Traits).awsQueryError ?? []) as readonly unknown[]
    return { name: String(name), code: String(code), status: Number(status) }
  })

function resolved(reference: unknown): unknown {
  return typeof reference === 'function' ? reference() : reference
}

/** `traits`: those of whatever refers to the shape, which hold the names of Query. */
function describe(reference: unknown, traits: Traits = {}): Described {
  const shape = resolved(reference)
  if (typeof shape === 'number') return simple(shape, traits)
  if (!Array.isArray(shape)) throw new Error(`no shape: ${String(shape)}`)
  const [kind, space, , , first, second, required = 0] = shape
  if (typeof space !== 'string') return describe(kind, { ...traits, ...space })
  if (kind === 1) return { kind: 'list', element: traits.xmlName, item: describe(first) }
  if (kind === 2) return { kind: 'map', element: traits.xmlName, key: first[1].xmlName, value: describe(second) }
  const names: readonly string[] = first
  return {
    kind: 'object',
    members: Object.fromEntries(names.map((name, index) => [name, describe(second[index])])),
    required: names.slice(0, required),
  }
}

function simple(type: number, traits: Traits): Described {
  if (type >= 64) return { kind: 'list', element: traits.xmlName, item: simple(type - 64, {}) }
  if (type === 0 || type === 21) return { kind: 'text' }
  return { kind: type === 1 ? 'integer' : 'boolean' }
}

/** One of our own schemas as a description, to be compared with that of AWS. */
export function described(schema: Schema<unknown>): Described {
  switch (schema.kind) {
    case 'list':
      return { kind: 'list', element: schema.element, item: described(schema.item) }
    case 'map':
      return { kind: 'map', element: schema.element, key: schema.key, value: described(schema.value) }
    case 'object': {
      const members = Object.entries(schema.members)
      return {
        kind: 'object',
        members: Object.fromEntries(members.map(([name, member]) => [name, described(member)])),
        required: members.filter(([, member]) => !member.optional).map(([name]) => name),
      }
    }
    default:
      return { kind: schema.kind }
  }
}
