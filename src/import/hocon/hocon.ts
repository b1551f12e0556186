import { ImportFailure } from '../imported.ts'
import { type Expression, type Fields, parseHocon } from './syntax.ts'

/** A value of a HOCON file and its line, from 1. Numbers and booleans are texts, as written. */
export type HoconValue = { readonly line: number } & (
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'null' }
  | { readonly kind: 'list'; readonly items: readonly HoconValue[] }
  | HoconMembers
)

/** An object of a HOCON file. */
export type HoconObject = HoconMembers & { readonly line: number }

type HoconMembers = { readonly kind: 'object'; readonly members: ReadonlyMap<string, HoconValue> }

/** A whole file, and the references in it that were not followed. */
type Hocon = {
  readonly root: HoconObject
  /** The names in its `include` statements; `root` has nothing of those files. */
  readonly includes: readonly string[]
  /** First keys of the substitutions. */
  readonly named: ReadonlySet<string>
}

type Variables = Readonly<Record<string, string | undefined>>

/**
 * Reads HOCON. Substitutions come from the file itself, else from `variables`. Throws `ImportFailure` with the line.
 * Source: HOCON specification, lightbend/config.
 */
export function readHocon(text: string, name: string, variables: Variables): Hocon {
  const { fields, includes } = parseHocon(text, name)
  const resolver = new Resolver(fields, name, variables)
  return { root: resolver.object({ kind: 'object', fields, line: 1 }, []), includes, named: resolver.named }
}

/** A value whose members and items are not resolved yet: they may refer to each other. */
type Pending = { readonly line: number } & (
  | { readonly kind: 'text'; readonly text: string; readonly blank: boolean }
  | { readonly kind: 'null' }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'object'; readonly fields: Fields }
)
type PendingObject = Extract<Pending, { kind: 'object' }>
type Part = Expression['parts'][number]

class Resolver {
  readonly named = new Set<string>()
  readonly #root: Fields
  readonly #name: string
  readonly #variables: Variables
  /** The value of a path before the current assignment, which is its meaning within that assignment. */
  readonly #before = new Map<string, Pending | undefined>()

  constructor(root: Fields, name: string, variables: Variables) {
    this.#root = root
    this.#name = name
    this.#variables = variables
  }

  object({ fields, line }: PendingObject, path: readonly string[]): HoconObject {
    const members = new Map<string, HoconValue>()
    for (const [key, expressions] of fields) {
      const value = this.#assigned(expressions, [...path, key])
      if (value !== undefined) members.set(key, this.#whole(value, [...path, key]))
    }
    return { kind: 'object', members, line }
  }

  #whole(value: Pending, path: readonly string[]): HoconValue {
    if (value.kind === 'object') return this.object(value, path)
    if (value.kind !== 'list') return value
    const items = value.items.map((item, index) => {
      const itemPath = [...path, String(index)]
      const found = this.#assigned([item], itemPath)
      return found === undefined ? { kind: 'null' as const, line: item.line } : this.#whole(found, itemPath)
    })
    return { kind: 'list', items, line: value.line }
  }

  /** The result of all assignments to a path; undefined: none, as after a single `${?missing}`. */
  #assigned(expressions: readonly Expression[], path: readonly string[]): Pending | undefined {
    const key = JSON.stringify(path)
    if (this.#before.has(key)) return this.#before.get(key)
    let value: Pending | undefined
    for (const expression of expressions) {
      this.#before.set(key, value)
      value = expression.append ? this.#appended(value, expression) : this.#joined(value, this.#value(expression))
    }
    this.#before.delete(key)
    return value
  }

  #joined(before: Pending | undefined, next: Pending | undefined): Pending | undefined {
    if (next === undefined) return before
    return before?.kind === 'object' && next.kind === 'object' ? merged(before, next) : next
  }

  #appended(before: Pending | undefined, { parts, line }: Expression): Pending {
    if (before !== undefined && before.kind !== 'list') this.#fail(line, '"+=" adds to a list, and this is none')
    return { kind: 'list', items: [...(before?.items ?? []), { parts, line, append: false }], line }
  }

  #value({ parts, line }: Expression): Pending | undefined {
    const values = parts.map((part) => this.#part(part, line)).filter((value) => value !== undefined)
    const solid = values.filter((value) => value.kind !== 'text' || !value.blank)
    const [first] = solid
    if (first === undefined) return values[0]
    if (solid.length === 1 && first.kind !== 'text') return first
    if (solid.every((value) => value.kind === 'object')) return solid.reduce(merged)
    if (solid.every((value) => value.kind === 'list')) {
      return { kind: 'list', items: solid.flatMap(({ items }) => items), line }
    }
    const text = values.map((value) =>
      value.kind === 'text' ? value.text : value.kind === 'null' ? 'null' : undefined,
    )
    if (text.includes(undefined)) this.#fail(line, 'texts, lists and objects cannot stand side by side')
    return { kind: 'text', text: text.join(''), blank: false, line }
  }

  #part(part: Part, line: number): Pending | undefined {
    if (part.kind === 'substitution') return this.#substituted(part)
    if (part.kind === 'list' || part.kind === 'object') return { ...part, line }
    if (!part.quoted && part.text === 'null') return { kind: 'null', line }
    return { kind: 'text', text: part.text, blank: !part.quoted && part.text.trim() === '', line }
  }

  #substituted({ path, optional, line }: Extract<Part, { kind: 'substitution' }>): Pending | undefined {
    this.named.add(path[0]!)
    const found = this.#at(path) ?? this.#variable(path.join('.'), line)
    if (found === undefined && !optional) {
      this.#fail(line, `\${${path.join('.')}} is neither in this file nor a variable of the environment`)
    }
    return found
  }

  #at(path: readonly string[]): Pending | undefined {
    let fields: Fields | undefined = this.#root
    let value: Pending | undefined
    for (const [index, key] of path.entries()) {
      const expressions: Expression[] | undefined = fields?.get(key)
      value = expressions && this.#assigned(expressions, path.slice(0, index + 1))
      fields = value?.kind === 'object' ? value.fields : undefined
    }
    return value
  }

  #variable(name: string, line: number): Pending | undefined {
    const text = this.#variables[name]
    return text === undefined ? undefined : { kind: 'text', text, blank: false, line }
  }

  #fail(line: number, problem: string): never {
    throw new ImportFailure(`${this.#name}, line ${line}: ${problem}`)
  }
}

/** Both objects as one: the assignments of both to each key, in order. */
function merged(before: PendingObject, next: PendingObject): PendingObject {
  const fields: Fields = new Map(before.fields)
  for (const [key, expressions] of next.fields) fields.set(key, [...(fields.get(key) ?? []), ...expressions])
  return { kind: 'object', fields, line: next.line }
}
