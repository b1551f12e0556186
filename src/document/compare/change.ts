/** A JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

/** One member that is not the same on both sides; `from` or `to` is absent where there is none. */
export type Difference = { readonly name: string; readonly from?: Json; readonly to?: Json }

/** What two states do not have in common, as a tree: a queue holds its messages, a topic its subscriptions. */
export type Change = {
  readonly kind: 'added' | 'gone' | 'changed'
  readonly thing: 'queue' | 'message' | 'group' | 'topic' | 'subscription' | 'delivery' | 'moveTask' | 'account'
  /** The name; of a message and of a delivery its body; of a message group its id. */
  readonly name: string
  /** Of a queue or topic. */
  readonly account?: string
  readonly region?: string
  /** What it is like, said of what was added or is gone. Instants are ISO 8601 text. */
  readonly facts?: { readonly [name: string]: Json }
  readonly differences?: readonly Difference[]
  readonly parts?: readonly Change[]
}

/** Members of an object. */
export type JsonMembers = { readonly [name: string]: Json }

/** Members that differ, in the order of the second, then those only the first has; members of objects under dotted names. */
export function differencesOf(from: JsonMembers, to: JsonMembers, within = ''): Difference[] {
  const names = new Set([...Object.keys(to), ...Object.keys(from)])
  return [...names].flatMap((name) => differenceAt(`${within}${name}`, memberOf(from, name), memberOf(to, name)))
}

function differenceAt(name: string, from: Json | undefined, to: Json | undefined): Difference[] {
  if (isObject(from) && isObject(to)) return differencesOf(from, to, `${name}.`)
  if (JSON.stringify(from) === JSON.stringify(to)) return []
  return [{ name, ...(from !== undefined && { from }), ...(to !== undefined && { to }) }]
}

function memberOf(members: JsonMembers, name: string): Json | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined
}

/** Neither a list nor null. */
export function isObject(value: Json | undefined): value is JsonMembers {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Members of the JSON text of an object; none where there is no text. */
export function jsonMembers(text: string | undefined): JsonMembers {
  return text === undefined ? {} : JSON.parse(text)
}

/** Members that have a value. */
export function presentMembers(members: Readonly<Record<string, Json | undefined>>): JsonMembers {
  const present: Record<string, Json> = {}
  for (const [name, value] of Object.entries(members)) if (value !== undefined) present[name] = value
  return present
}

/** ISO 8601 with milliseconds. */
export function isoText(instantMs: number): string {
  return new Date(instantMs).toISOString()
}

/** What stands under one key on both sides. */
export type Pair<T> = { readonly from: T | undefined; readonly to: T | undefined }

/** In the order of the second, then those only the first has. */
export function pairsOf<T>(from: ReadonlyMap<string, T>, to: ReadonlyMap<string, T>): Pair<T>[] {
  const keys = new Set([...to.keys(), ...from.keys()])
  return [...keys].map((key) => ({ from: from.get(key), to: to.get(key) }))
}

/** How the two of a pair are told apart: there only before, only after, or on both sides. */
export function kindOf<T>({ from, to }: Pair<T>): Change['kind'] {
  if (from === undefined) return 'added'
  return to === undefined ? 'gone' : 'changed'
}
