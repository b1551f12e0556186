import { pathText } from '../document/unreadable.ts'
import { NotYaml, type YamlText, parseYaml as yamlText } from '../document/yaml-text.ts'
import { lineOfPosition } from '../text/line-of.ts'

/** A text that holds one value, and where each part of it stands. */
export type ParsedText = YamlText

/** A text is not what its name says. */
export class NotParsed extends Error {
  /** From 1. */
  readonly line: number

  constructor(problem: string, line: number) {
    super(problem)
    this.line = line
  }
}

/** Reads JSON. Rejects with `NotParsed`. */
export async function parseJson(text: string): Promise<ParsedText> {
  const { lineOfValue, repeatedName, syntaxProblem } = await import('../text/json-places.ts')
  try {
    const value: unknown = JSON.parse(text)
    const repeated = repeatedName(text)
    if (repeated) throw new NotParsed(`"${repeated.name}" is there twice`, lineOfPosition(text, repeated.position))
    return { value, lineOf: (path) => lineOfValue(text, path), wordAt: () => undefined }
  } catch (error) {
    if (error instanceof NotParsed) throw error
    const { line, problem } = syntaxProblem(text)
    throw new NotParsed(problem, line)
  }
}

/** Reads YAML, whose reader is loaded only then. Rejects with `NotParsed`. */
export async function parseYaml(text: string): Promise<ParsedText> {
  return yamlText(text).catch((error: unknown) => {
    if (!(error instanceof NotYaml)) throw error
    const place = pathText([...error.path])
    throw new NotParsed(place === '' ? error.message : `${place}: ${error.message}`, error.line)
  })
}
