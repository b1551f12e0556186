import { type Fragment, objectOf } from './fragments.ts'
import { instantText, relativeText } from './instants.ts'
import { type Decode, into, type ReadInto, ValidationError } from './values.ts'

/** How the instants of a document are written: as they are, or relative to when it is saved. */
export type Times = {
  readonly relative: boolean
  /** Epoch milliseconds. */
  readonly savedAtMs: number
  /** JSON text of an instant. */
  readonly instant: (instantMs: number) => string
}

type Write<S> = (source: S, times: Times) => string | undefined

/**
 * One member of an object of the document: how it is written and read, and what it may be. `write` gives JSON text, or
 * undefined to leave out a default; a member without `write` is only read.
 */
export type Member<S, D> = { readonly write?: Write<S>; readonly read: ReadInto<D>; readonly schema: Fragment }

/** The members of one kind of object, in the order in which they are written. */
export type Members<S, D> = { readonly [name: string]: Member<S, D> }

/** Members as they are written, by name. */
export type MemberRows<S> = readonly (readonly [name: string, write: Write<S>])[]

/** A record while it is read. */
export type Draft<T> = { -readonly [K in keyof T]?: T[K] }

/** Makes rows of a table of members: the place in the draft, how a value is read into it, how it is written, what it may be. */
export function membersOf<S, D>() {
  return <K extends keyof D>(place: K, decode: Decode<D[K]>, write: Write<S>, schema: Fragment): Member<S, D> => ({
    write,
    read: into(place, decode),
    schema,
  })
}

/** What writes each member of an object, in their order. */
export function rowsOf<S>(members: { readonly [name: string]: { readonly write?: Write<S> } }): MemberRows<S> {
  return Object.entries(members).flatMap(([name, { write }]) => (write ? [[name, write] as const] : []))
}

/** What reads each member of an object, by name. */
export function readersOf<D>(members: {
  readonly [name: string]: { readonly read: ReadInto<D> }
}): ReadonlyMap<string, ReadInto<D>> {
  return new Map(Object.entries(members).map(([name, member]) => [name, member.read]))
}

/** What each member of an object may be, by name. */
export function fragmentsOf(members: { readonly [name: string]: { readonly schema: Fragment } }): {
  readonly [name: string]: Fragment
} {
  return Object.fromEntries(Object.entries(members).map(([name, { schema }]) => [name, schema]))
}

/** What an object with these members may be. */
export function schemaOf(
  members: { readonly [name: string]: { readonly schema: Fragment } },
  ...required: readonly string[]
): Fragment {
  return objectOf(fragmentsOf(members), required)
}

/** An object on one line: `{ "id": "x", "sequence": 1 }`. */
export function objectText<S>(rows: MemberRows<S>, source: S, times: Times): string {
  let text = ''
  for (const [name, write] of rows) {
    const value = write(source, times)
    if (value !== undefined) text += `${text === '' ? '{ ' : ', '}"${name}": ${value}`
  }
  return `${text} }`
}

/** A list on one line. */
export function listText(items: readonly string[]): string {
  return `[${items.join(', ')}]`
}

/** JSON text of a value that is not the one an absent member stands for. */
export function unless<T>(absent: T, value: T, write: (value: T) => string): string | undefined {
  return value === absent ? undefined : write(value)
}

/** JSON text of a value that is there. */
export function given<T>(value: T | undefined, write: (value: T) => string): string | undefined {
  return value === undefined ? undefined : write(value)
}

/** JSON text of an instant. */
export function instantJson(instantMs: number): string {
  return `"${instantText(instantMs)}"`
}

/** Instants as they are, or relative to that one. */
export function timesOf(times: 'absolute' | 'relative', savedAtMs: number): Times {
  if (times === 'absolute') return { relative: false, savedAtMs, instant: instantJson }
  return { relative: true, savedAtMs, instant: (instantMs) => `"${relativeText(instantMs, savedAtMs)}"` }
}

/** The value of a member that must be there. */
export function needed<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new ValidationError(`a member "${name}" is expected`)
  return value
}
