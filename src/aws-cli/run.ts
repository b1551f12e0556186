import { isValues } from '../client/values.ts'
import { version } from '../version.ts'
import { callService } from './call.ts'
import { configure } from './configure.ts'
import { exitCodes, Failure } from './failure.ts'
import { helpText } from './help.ts'
import { type Form, type Pick, pickerOf, printed } from './output.ts'
import { readPages } from './pages.ts'
import { parametersFrom } from './parameters.ts'
import type { Environment } from './profile-file.ts'
import { settingsFor } from './settings.ts'
import { skeletonOf } from './skeleton.ts'
import { validate } from './validation.ts'
import { readWords, type Words } from './words.ts'

/** The output of a command and its exit code. */
type Outcome = { readonly code: number; readonly out: string; readonly err: string }

/** Runs one command line. `terminalWidth`: the maximum width of a table in columns. */
export async function run(line: readonly string[], environment: Environment, terminalWidth: number): Promise<Outcome> {
  try {
    return { code: exitCodes.done, out: await answerTo(line, environment, terminalWidth), err: '' }
  } catch (error) {
    if (error instanceof Failure) return { code: error.code, out: '', err: error.message }
    return { code: exitCodes.failed, out: '', err: `\n${error instanceof Error ? error.message : String(error)}\n` }
  }
}

async function answerTo(line: readonly string[], environment: Environment, terminalWidth: number): Promise<string> {
  if (line[0] === 'configure') return configure(line.slice(1), environment)
  const words = readWords(line)
  const { given, service, operation } = words
  if (given.has('version')) return `aws-cli/2.0.0 twinmq/${version} Node/${process.versions.node}\n`
  if (words.help || !service || !operation) return helpText(words)
  const query = given.get('query')?.[0]
  const pick = await pickerOf(query)
  const settings = settingsFor(service.name, given, environment)
  const form = { output: settings.output, title: operation.name, terminalWidth }
  const sample = await skeletonText(words, form, pick)
  if (sample !== undefined) return sample
  const parameters = await parametersFrom(operation, given)
  validate(parameters, operation.input)
  const answer = await readPages(operation, parameters, given, (page) =>
    callService(service, operation, page, settings, given),
  )
  return printed(answer, form, pick)
}

/** The text that `--generate-cli-skeleton` prints instead of making a call. */
async function skeletonText({ given, operation }: Words, form: Form, pick: Pick): Promise<string | undefined> {
  const kind = given.get('generate-cli-skeleton')
  if (!kind || !operation) return undefined
  if (kind[0] === 'output') {
    const { output: schema } = operation
    const sample = schema && skeletonOf(schema, '', true)
    return printed({ pages: [isValues(sample) ? sample : {}] }, form, pick)
  }
  const document = skeletonOf(operation.input)
  if (kind[0] === 'yaml-input') {
    const { default: yaml } = await import('yaml')
    return yaml.stringify(document, { indentSeq: false })
  }
  return `${JSON.stringify(document, undefined, 4)}\n`
}
