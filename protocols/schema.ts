import { jsonCheck } from '../src/compiled/json-check.ts'

/** The shape of a JSON value of type `T`. Plain data, so that codecs can walk it as well as check by it. */
export type Schema<T> = Shape & { readonly optional?: true; readonly holds?: T }

/** What a schema can describe. `element`: what one item is called where a protocol writes the items out one by one. */
type Shape =
  | { readonly kind: 'text' | 'integer' | 'boolean' }
  | { readonly kind: 'list'; readonly item: Schema<unknown>; readonly element: string }
  | { readonly kind: 'map'; readonly value: Schema<unknown>; readonly element: string; readonly key: string }
  | { readonly kind: 'object'; readonly members: Members }

/** Members of an object by name. */
export type Members = Readonly<Record<string, Schema<unknown>>>

/** The type of the values that a schema describes. */
export type TypeOf<S> = S extends { readonly holds?: infer T } ? T : never

type Optional<T> = Schema<T> & { readonly optional: true }
type OptionalNames<M> = { [K in keyof M]: M[K] extends { readonly optional: true } ? K : never }[keyof M]
type TypeOfMembers<M> = { readonly [K in Exclude<keyof M, OptionalNames<M>>]: TypeOf<M[K]> } & {
  readonly [K in OptionalNames<M>]?: TypeOf<M[K]> | undefined
}

/** Any text. Lengths are for whoever takes the text: a length keyword counts code points, half a millisecond for a long body. */
export const text: Schema<string> = { kind: 'text' }

/** A whole number of any size. Ranges are for whoever takes it, since each has an error of its own. */
export const integer: Schema<number> = { kind: 'integer' }

/** `true` or `false`. */
export const boolean: Schema<boolean> = { kind: 'boolean' }

/** Values in order. `element` names one of them. */
export function list<T>(item: Schema<T>, element: string): Schema<readonly T[]> {
  return { kind: 'list', item, element }
}

/** Values by a name that is free. `element` names one pair, `key` the name within it. */
export function map<T>(value: Schema<T>, element: string, key: string): Schema<Readonly<Record<string, T>>> {
  return { kind: 'map', value, element, key }
}

/** Members of fixed names; others are passed over. */
export function object<M extends Members>(members: M): Schema<TypeOfMembers<M>> {
  return { kind: 'object', members }
}

/** A member that may be left out. */
export function optional<T>(schema: Schema<T>): Optional<T> {
  return { ...schema, optional: true }
}

/** Where and how a value strays from its schema: a JSON pointer, and keyword and parameters of JSON Schema. */
export type Problem = {
  readonly path: string
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
}

/** A check of values against a schema: yields the first problem, or undefined. Made when a module is loaded, and not later. */
export function validator(schema: Schema<unknown>): (value: unknown) => Problem | undefined {
  const check = jsonCheck(jsonSchema(schema))
  return (value) => {
    const fault = check(value)
    return fault && { path: fault.instancePath, keyword: fault.keyword, params: fault.params }
  }
}

const scalarTypes = { text: 'string', integer: 'integer', boolean: 'boolean' } as const

function jsonSchema(schema: Schema<unknown>): object {
  switch (schema.kind) {
    case 'list':
      return { type: 'array', items: jsonSchema(schema.item) }
    case 'map':
      return { type: 'object', additionalProperties: jsonSchema(schema.value) }
    case 'object': {
      const members = Object.entries(schema.members)
      return {
        type: 'object',
        properties: Object.fromEntries(members.map(([name, member]) => [name, jsonSchema(member)])),
        required: members.filter(([, member]) => !member.optional).map(([name]) => name),
      }
    }
    default:
      return { type: scalarTypes[schema.kind] }
  }
}
