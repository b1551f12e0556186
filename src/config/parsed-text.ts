import { pathText } from '../document/unreadable.ts'
import { NotYaml, type YamlText, parseYaml as yamlText } from '../document/yaml-text.ts'
import { lineOfPosition, lineOfValue } from '../text/line-of.ts'
import { repeatedName } from '../text/repeated-names.ts'

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

/** Reads YAML, whose reader is loaded only then. Rejects with `NotParsed`. */
export async function parseYaml(text: string): Promise<ParsedText> {
  return yamlText(text).catch((error: unknown) => {
    if (!(error instanceof NotYaml)) throw error
    const place = pathText([...error.path])
    throw new NotParsed(place === '' ? error.message : `${place}: ${error.message}`, error.line)
  })
}
