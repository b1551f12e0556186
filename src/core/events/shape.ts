type Schema = { readonly [keyword: string]: unknown }

/** A JSON Schema, and as its type the values that it allows. */
export type Shape<T> = { readonly schema: Schema; readonly absent?: boolean; readonly value?: T }

/** The shapes of an object's members, by name. */
export type Members = { readonly [name: string]: Shape<unknown> }

type Value<S> = S extends Shape<infer T> ? T : never
type Absent<M extends Members> = { [N in keyof M]: M[N] extends { readonly absent: true } ? N : never }[keyof M]

/** The type of an object with these members. */
export type MembersValue<M extends Members> = { readonly [N in Exclude<keyof M, Absent<M>>]: Value<M[N]> } & {
  readonly [N in Absent<M>]?: Value<M[N]> | undefined
}

/** An integer from 0 to 9,007,199,254,740,991. */
export const count: Shape<number> = { schema: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER } }

/** Epoch milliseconds. */
export const instantMs = count

/** Any text. */
export const text: Shape<string> = { schema: { type: 'string' } }

/** True or false. */
export const flag: Shape<boolean> = { schema: { type: 'boolean' } }

/** 32 lower-case hexadecimal digits. */
export const hexId: Shape<string> = { schema: { type: 'string', pattern: '^[0-9a-f]{32}$' } }

/** One of these words. */
export function among<W extends string>(...words: readonly W[]): Shape<W> {
  return { schema: { enum: words } }
}

/** Such a value, or null. */
export function orNull<T>({ schema }: Shape<T>): Shape<T | null> {
  const { type, enum: words } = schema
  return { schema: Array.isArray(words) ? { enum: [...words, null] } : { ...schema, type: [type, 'null'] } }
}

/** A list of such items. */
export function each<T>(item: Shape<T>): Shape<readonly T[]> {
  return { schema: { type: 'array', items: item.schema } }
}

/** A list of two such items. */
export function pair<T>(item: Shape<T>): Shape<readonly [T, T]> {
  return { schema: { type: 'array', items: item.schema, minItems: 2, maxItems: 2 } }
}

/** A member that may be absent. */
export function optional<T>(shape: Shape<T>): Shape<T> & { readonly absent: true } {
  return { ...shape, absent: true }
}

/** An object with these members and no others. */
export function object<T>(members: { readonly [N in keyof T]-?: Shape<unknown> }): Shape<T> {
  return { schema: objectSchema(members) }
}

/** An object of one of several forms, told apart by its `kind`. */
export function byKind<T extends { readonly kind: string }>(forms: { readonly [K in T['kind']]: Members }): Shape<T> {
  const oneOf = Object.entries<Members>(forms).map(([kind, members]) =>
    objectSchema({ kind: { schema: { const: kind } }, ...members }),
  )
  return { schema: { type: 'object', discriminator: { propertyName: 'kind' }, required: ['kind'], oneOf } }
}

/** The schema of an object with these members. */
export function objectSchema(members: Members): Schema {
  const rows = Object.entries(members)
  return {
    type: 'object',
    properties: Object.fromEntries(rows.map(([name, { schema }]) => [name, schema])),
    required: rows.filter(([, { absent }]) => !absent).map(([name]) => name),
    additionalProperties: false,
  }
}
