import type { Alias, Document, Node, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml'
import { lineOfPosition } from '../text/line-of.ts'

/** Names and positions that lead to a value, outermost first. */
export type Path = readonly (string | number)[]

/** What a YAML text says, and where each part of it stands. */
export type YamlText = {
  /** As JSON.parse would give it; null: nothing. Values that aliases repeat are one and the same. */
  readonly value: unknown
  /** Line, from 1, on which a value begins, or its name. A step that is not there ends the search at what holds it. */
  readonly lineOf: (path: Path) => number
  /** A value of one word as it was written, since `000000000000` is not the number 0; undefined: as `value` has it. */
  readonly wordAt: (path: Path) => string | undefined
}

/** A text is not YAML, or holds what JSON cannot. */
export class NotYaml extends Error {
  override readonly name = 'NotYaml'
  /** From 1. */
  readonly line: number
  /** Empty: nowhere in particular. */
  readonly path: Path

  constructor(problem: string, line: number, path: Path = []) {
    super(problem)
    this.line = line
    this.path = path
  }
}

type Yaml = typeof import('yaml')

/** People write no longer texts than that, characters: the reader takes a second or two for so many. */
const longestText = 2_000_000

/** Open levels, of which the reader counts up to four for each that people see: its own stack ends not far above. */
const deepest = 250

/** What aliases may make of a text, characters. */
const longestExpanded = 50_000_000

/**
 * Reads YAML 1.2 (core schema: `NO` and dates are texts), one document that holds only what JSON can. The reader is
 * loaded only then. Rejects with `NotYaml`.
 */
export async function parseYaml(text: string): Promise<YamlText> {
  if (text.length > longestText)
    throw new NotYaml(`YAML of up to ${longestText} characters is read; write it as JSON, or in parts`, 1)
  const { default: yaml } = await import('yaml')
  const document = composed(yaml, text)
  const values = new Values(yaml, text)
  const value = values.valueOf(document.contents, [])
  return {
    value,
    lineOf: (path) => lineOfPosition(text, values.positionOf(document.contents, path)),
    wordAt(path) {
      const node = values.nodeAt(document.contents, path)
      return yaml.isScalar(node) && node.type === 'PLAIN' ? node.source : undefined
    },
  }
}

/** Does what `parseDocument` of the package does, but for texts whose depth would end the process. */
function composed(yaml: Yaml, text: string): Document.Parsed {
  const options = { schema: 'core', resolveKnownTags: false, uniqueKeys: false } as const
  const [document, second] = [...new yaml.Composer(options).compose(tokensOf(yaml, text), true, text.length)]
  const [fault] = document!.errors
  if (fault) throw syntaxFault(text, fault.pos[0], fault.message)
  if (second) throw new NotYaml('this holds several documents; one is expected', lineOfPosition(text, second.range[0]))
  const [warning] = document!.warnings
  if (warning) {
    const said = text.slice(...warning.pos)
    const tag = warning.code === 'TAG_RESOLVE_FAILED'
    const problem = tag ? `the tag ${said} stands here, but a document holds only what JSON can` : warning.message
    throw new NotYaml(problem, lineOfPosition(text, warning.pos[0]))
  }
  return document!
}

function* tokensOf(yaml: Yaml, text: string) {
  const parser = new yaml.Parser()
  let position = 0
  for (const lexeme of new yaml.Lexer().lex(text)) {
    yield* parser.next(lexeme)
    position = parser.offset
    if (depthOf(parser) > deepest) throw new NotYaml('this is nested too deeply', lineOfPosition(text, position))
  }
  yield* parser.end()
}

/** How many levels are open, which the types of the package keep to themselves. */
function depthOf(parser: object): number {
  return 'stack' in parser && Array.isArray(parser.stack) ? parser.stack.length : 0
}

function syntaxFault(text: string, position: number, message: string): NotYaml {
  const column = position - text.lastIndexOf('\n', position - 1)
  return new NotYaml(`this is not YAML, from column ${column} on: ${message}`, lineOfPosition(text, position))
}

/** What an anchor stands for; `open`: it is not at its end yet. */
type Anchored = { readonly node: Node; readonly value: unknown; readonly size: number } | 'open'

/** Makes values of the nodes of a document, in its order, since an alias names the last anchor before it. */
class Values {
  readonly #yaml: Yaml
  readonly #text: string
  readonly #anchors = new Map<string, Anchored>()
  readonly #targets = new Map<Alias, Node>()
  /** Characters that the values so far stand for. */
  #size = 0

  constructor(yaml: Yaml, text: string) {
    this.#yaml = yaml
    this.#text = text
  }

  /** The value of a node. Throws `NotYaml`. */
  valueOf(node: Node | null, path: Path): unknown {
    if (node === null) return null
    if (this.#yaml.isAlias(node)) return this.#aliased(node, path)
    const before = this.#size
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, 'open')
    const value = this.#own(node, path)
    const size = this.#size - before
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, { node, value, size })
    return value
  }

  #own(node: Node, path: Path): unknown {
    if (this.#yaml.isMap<Node, Node | null>(node)) return this.#object(node, path)
    if (this.#yaml.isSeq<Node>(node)) return node.items.map((item, index) => this.valueOf(item, [...path, index]))
    return this.#scalar(node as Scalar, path)
  }

  #aliased(alias: Alias, path: Path): unknown {
    const { source } = alias
    const anchored = this.#anchors.get(source)
    if (anchored === undefined) throw this.#fault(alias, `there is no anchor &${source} before this alias`, path)
    if (anchored === 'open') throw this.#fault(alias, `the alias *${source} stands within its own anchor`, path)
    this.#targets.set(alias, anchored.node)
    this.#grow(anchored.size + 1, alias, path)
    return anchored.value
  }

  #scalar(scalar: Scalar, path: Path): unknown {
    const { value, source = '' } = scalar
    this.#grow(source.length + 1, scalar, path)
    if (typeof value !== 'number') return value
    if (!Number.isFinite(value)) throw this.#fault(scalar, `${source} is no number of JSON`, path)
    if (Number.isInteger(value) && !Number.isSafeInteger(value) && !/[.eE]/.test(source))
      throw this.#fault(scalar, `${source} is too large a number to be kept as it is: write "${source}"`, path)
    return value
  }

  #object(map: YAMLMap<Node, Node | null>, path: Path): object {
    const members = new Map<string, unknown>()
    const merged = new Map<string, unknown>()
    for (const pair of map.items) {
      const name = this.#nameOf(pair, map, path)
      const inside = [...path, name]
      if (members.has(name)) {
        const problem = `this object already has the name ${JSON.stringify(name)}`
        throw this.#fault(pair.key, problem, inside)
      }
      const value = this.valueOf(pair.value, inside)
      members.set(name, value)
      if (isMerge(pair)) for (const [key, item] of this.#mergedFrom(pair, value, path)) merged.set(key, item)
    }
    for (const pair of map.items) if (isMerge(pair)) members.delete('<<')
    for (const [name, value] of merged) if (!members.has(name)) members.set(name, value)
    return Object.fromEntries(members)
  }

  #nameOf({ key }: Pair<Node, Node | null>, map: Node, path: Path): string {
    if (this.#yaml.isScalar(key)) {
      if (typeof key.value === 'string') {
        this.valueOf(key, path)
        return key.value
      }
      const { source = '' } = key
      throw this.#fault(key, `a name is text: write ${JSON.stringify(source || 'name')} in quotes`, path)
    }
    throw this.#fault(key ?? map, 'a name is text, and no list, object or alias', path)
  }

  /** What `<<` adds: the members of one object, or of several, the first of which wins. */
  #mergedFrom({ key }: Pair<Node, Node | null>, value: unknown, path: Path): [string, unknown][] {
    const objects = [value].flat()
    if (objects.some((item) => typeof item !== 'object' || item === null || Array.isArray(item)))
      throw this.#fault(key, '<< takes an object, or a list of objects', [...path, '<<'])
    return objects.reverse().flatMap((item) => Object.entries(Object(item)))
  }

  #grow(size: number, node: Node, path: Path): void {
    this.#size += size
    if (this.#size > longestExpanded)
      throw this.#fault(node, `with its aliases this is longer than ${longestExpanded} characters`, path)
  }

  #fault(node: Node, problem: string, path: Path): NotYaml {
    return new NotYaml(problem, lineOfPosition(this.#text, node.range?.[0] ?? 0), path)
  }

  /** The node at a path, beyond aliases and merges; undefined: there is none. */
  nodeAt(root: Node | null, path: Path): Node | undefined {
    const found = path.reduce<Node | undefined>((node, step) => this.#step(node, step)?.value, root ?? undefined)
    return found && this.#targetOf(found)
  }

  /** Where the value at a path stands, or its name. */
  positionOf(root: Node | null, path: Path): number {
    let node = root ?? undefined
    let position = root?.range?.[0] ?? 0
    for (const step of path) {
      const next = this.#step(node, step)
      if (next === undefined) break
      position = next.position
      node = next.value
    }
    return position
  }

  #step(holder: Node | undefined, step: string | number): { value: Node | undefined; position: number } | undefined {
    const node = holder && this.#targetOf(holder)
    if (typeof step === 'number') {
      const item = this.#yaml.isSeq<Node>(node) ? (node as YAMLSeq<Node>).items[step] : undefined
      return item && { value: item, position: item.range?.[0] ?? 0 }
    }
    if (!this.#yaml.isMap<Node, Node | null>(node)) return undefined
    const own = node.items.find(({ key }) => this.#yaml.isScalar(key) && key.value === step)
    if (own) return { value: own.value ?? undefined, position: own.key.range?.[0] ?? 0 }
    const [merge] = node.items.filter(isMerge)
    const target = merge?.value && this.#targetOf(merge.value)
    const sources = this.#yaml.isSeq<Node>(target) ? target.items : [target ?? undefined]
    return sources.map((source) => source && this.#step(source, step)).find((found) => found !== undefined)
  }

  #targetOf(node: Node): Node {
    return (this.#yaml.isAlias(node) && this.#targets.get(node)) || node
  }
}

/** Source: https://yaml.org/type/merge.html */
function isMerge({ key }: Pair<Node, Node | null>): boolean {
  return 'source' in key && key.source === '<<' && 'type' in key && key.type === 'PLAIN'
}
