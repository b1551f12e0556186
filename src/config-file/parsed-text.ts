import { lineOfPosition, lineOfValue } from '../store/line-of.ts'
import { repeatedName } from '../store/repeated-names.ts'

/** Names and positions that lead to a value. */
export type Path = readonly (string | number)[]

/** A text that holds one value, and where each part of it stands. */
export type ParsedText = {
  readonly value: unknown
  /** Line, from 1, on which a value begins. */
  readonly lineOf: (path: Path) => number
  /** A value of one word as it was written, since `000000000000` is not the number 0; undefined: as `value` has it. */
  readonly wordAt: (path: Path) => string | undefined
}

/** A text is not what its name says. */
export class NotParsed extends Error {
  /** From 1. */
  readonly line: number

  constructor(problem: string, line: number) {
    super(problem)
    this.line = line
  }
}

/** Reads JSON. Throws `NotParsed`. */
export function parseJson(text: string): ParsedText {
  try {
    const value: unknown = JSON.parse(text)
    const repeated = repeatedName(text)
    if (repeated) throw new NotParsed(`"${repeated.name}" stands twice`, lineOfPosition(text, repeated.position))
    return { value, lineOf: (path) => lineOfValue(text, path), wordAt: () => undefined }
  } catch (error) {
    if (error instanceof NotParsed) throw error
    const { message } = error as Error
    const position = /position (\d+)/.exec(message)?.[1]
    const line = lineOfPosition(text, position === undefined ? text.length : Number(position))
    throw new NotParsed('this is not JSON', line)
  }
}

/** Aliases are followed only now, and can name nothing, or grow without end. */
function followed(document: { toJS(): unknown }): unknown {
  try {
    return document.toJS()
  } catch (error) {
    throw new NotParsed(`this is not YAML: ${(error as Error).message}`, 1)
  }
}

/** Reads YAML, whose reader is loaded only then. Rejects with `NotParsed`. */
export async function parseYaml(text: string): Promise<ParsedText> {
  const { default: yaml } = await import('yaml')
  const document = yaml.parseDocument(text, { merge: true })
  const [error] = document.errors
  if (error) {
    const several = error.code === 'MULTIPLE_DOCS'
    const message = error.message.split('\n')[0]!.replace(/ at line \d+, column \d+:?$/, '')
    const problem = several ? 'it holds several documents' : message
    throw new NotParsed(`this is not YAML: ${problem}`, error.linePos?.[0].line ?? 1)
  }
  const nodeAt = (path: Path): unknown => (path.length === 0 ? document.contents : document.getIn(path, true))
  return {
    value: followed(document),
    lineOf(path) {
      for (let length = path.length; length >= 0; length--) {
        const node = nodeAt(path.slice(0, length))
        if (yaml.isNode(node) && node.range) return lineOfPosition(text, node.range[0])
      }
      return 1
    },
    wordAt(path) {
      const node = nodeAt(path)
      return yaml.isScalar(node) && node.type === 'PLAIN' ? node.source : undefined
    },
  }
}
