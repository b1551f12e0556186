import { isValues, type Value } from '../client/values.ts'
import { exitCodes, Failure, wrongChoice, wrongValue } from './failure.ts'
import { type Answer, joined } from './pages.ts'
import { tableOutput } from './table-output.ts'
import { textOutput } from './text-output.ts'

/** The form in which an answer is printed. */
export type Form = {
  readonly output: string
  /** Heading of a table. */
  readonly title: string
  readonly terminalWidth: number
}

/** Selects the part of an answer that `--query` asks for. */
export type Pick = (value: Value) => Value

/** Checks `--query` before any request is made, and returns the function that applies it. */
export async function pickerOf(query: string | undefined): Promise<Pick> {
  if (query === undefined) return (value) => value
  const { search } = (await import('jmespath')).default
  try {
    search(null, query)
  } catch (error) {
    // Other errors depend on the answer.
    if (error instanceof Error && /^(?:Lexer|Parser)Error$/.test(error.name))
      throw wrongValue(`Bad value for --query ${query}: ${error.message}`)
  }
  return (value) => {
    try {
      const picked: Value | undefined = search(value, query)
      return picked ?? null
    } catch (error) {
      throw new Failure(exitCodes.failed, `\n${messageOf(error)}\n`)
    }
  }
}

/** An answer as printed text. */
export async function printed(answer: Answer, { output, title, terminalWidth }: Form, pick: Pick): Promise<string> {
  switch (output) {
    case 'json':
      return jsonOutput(pick(joined(answer)))
    case 'text':
      return pagesAsText(answer, pick)
    case 'table':
      return tableOutput(pick(joined(answer)), title, terminalWidth)
    case 'yaml':
      return isEmpty(pick(joined(answer))) ? '' : yamlOutput(pick(joined(answer)))
    case 'yaml-stream':
      return isEmpty(joined(answer)) ? '' : yamlOutput([pick(joined(answer))])
    case 'off':
      return ''
    default:
      throw wrongChoice('--output', output, ['json', 'text', 'table', 'yaml', 'yaml-stream', 'off'])
  }
}

function jsonOutput(value: Value): string {
  return isEmpty(value) ? '' : `${JSON.stringify(value, undefined, 4)}\n`
}

/** Text is printed page by page. An expression gets one page at a time. */
function pagesAsText({ pages, listed, resume }: Answer, pick: Pick): string {
  const texts = pages.map((page) => textOutput(pick(listed ? { [listed]: page[listed] ?? null } : page)))
  const token = resume === undefined ? '' : textOutput(pick({ NextToken: { NextToken: resume } }))
  return texts.join('') + token
}

async function yamlOutput(value: Value): Promise<string> {
  const { default: yaml } = await import('yaml')
  return yaml.stringify(value, { indentSeq: false, lineWidth: 0 })
}

function isEmpty(value: Value): boolean {
  return isValues(value) && Object.keys(value).length === 0
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
