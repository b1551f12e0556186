import { instantText, into, Misfit, type ReadInto } from './values.ts'

/** One member of an object of the document, both ways. `write` gives JSON text, or undefined to leave it out as it stands at its default. */
type Member<S, D> = { readonly write: (source: S) => string | undefined; readonly read: ReadInto<D> }

/** The members of one kind of object, in the order in which they are written. */
export type Members<S, D> = { readonly [name: string]: Member<S, D> }

/** Members as they are written, by name. */
export type MemberRows<S> = readonly (readonly [
  name: string,
  member: { readonly write: (source: S) => string | undefined },
])[]

/** A record while it is read. */
export type Draft<T> = { -readonly [K in keyof T]?: T[K] }

/** Makes rows of a table of members: the place in the draft, how a value is read into it, how it is written. */
export function membersOf<S, D>() {
  return <K extends keyof D>(
    place: K,
    decode: (value: unknown) => D[K],
    write: (source: S) => string | undefined,
  ): Member<S, D> => ({ write, read: into(place, decode) })
}

/** What reads each member of an object, by name. */
export function readersOf<D>(members: {
  readonly [name: string]: { readonly read: ReadInto<D> }
}): ReadonlyMap<string, ReadInto<D>> {
  return new Map(Object.entries(members).map(([name, member]) => [name, member.read]))
}

/** An object on one line: `{ "id": "x", "sequence": 1 }`. */
export function objectText<S>(rows: MemberRows<S>, source: S): string {
  let text = ''
  for (const [name, member] of rows) {
    const value = member.write(source)
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

/** The value of a member that must be there. */
export function needed<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Misfit(`a member "${name}" is expected`)
  return value
}
