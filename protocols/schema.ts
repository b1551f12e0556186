import { jsonCheck } from '../src/compiled/json-check.ts'

/**
 * The shape of a JSON value of type `T`. Plain data: checks are compiled from it, codecs walk it, and clients make calls by it.
 * `optional`: the check accepts its absence. `forClients`: what the service model says where the check must not.
 */
export type Schema<T> = Shape & {
  readonly optional?: true
  readonly forClients?: 'required' | 'hidden'
  readonly holds?: T
}

/**
 * What a schema can describe. `element`: the name of one item where a protocol writes the items one by one. `order`: the
 * order of the service model, in which clients show members, where XML has another. `form` and `minimumLength`: for clients.
 */
type Shape =
  | { readonly kind: 'integer' | 'boolean' }
  | { readonly kind: 'text'; readonly form?: 'base64' | 'instant'; readonly minimumLength?: number }
  | { readonly kind: 'list'; readonly item: Schema<unknown>; readonly element: string }
  | { readonly kind: 'map'; readonly value: Schema<unknown>; readonly element: string; readonly key: string }
  | { readonly kind: 'object'; readonly members: Members; readonly order?: readonly string[] }

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

/** Bytes as base64. */
export const base64: Schema<string> = { kind: 'text', form: 'base64' }

/** A point in time. Query writes it as ISO 8601. */
export const instant: Schema<string> = { kind: 'text', form: 'instant' }

/** Text that clients send only from that length on, in characters. Requests are not checked for it. */
export function textFrom(minimumLength: number): Schema<string> {
  return { kind: 'text', minimumLength }
}

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

/** Members of fixed names; others are ignored. */
export function object<M extends Members>(members: M, order?: readonly (keyof M & string)[]): Schema<TypeOfMembers<M>> {
  return { kind: 'object', members, ...(order && { order }) }
}

/** A member that may be left out. */
export function optional<T>(schema: Schema<T>): Optional<T> {
  return { ...schema, optional: true }
}

/** A member that clients must send. The check accepts its absence, because the action itself refuses that in its own words. */
export function expected<T>(schema: Schema<T>): Optional<T> {
  return { ...schema, optional: true, forClients: 'required' }
}

/** A member that is accepted although the service model does not have it. Clients do not show it. */
export function alias<T>(schema: Schema<T>): Optional<T> {
  return { ...schema, optional: true, forClients: 'hidden' }
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
