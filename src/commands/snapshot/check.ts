import type { Config } from '../../config/options.ts'
import { readDocument } from '../../document/read-document.ts'
import { DocumentUnreadable, StoreUnreadable } from '../../document/unreadable.ts'
import { contextFor, openDocument } from '../documents.ts'
import { configGiven, placeFlags, placeUsage, readWords } from '../flags.ts'
import { type Holdings, holdingsOf, holdingsText } from '../holdings.ts'
import { CommandFailure, exitCodes, type Subcommand } from '../subcommand.ts'

/** What was found in one document. */
type Finding =
  | (Holdings & { readonly file: string; readonly notices: readonly string[] })
  | { readonly file: string; readonly problem: string; readonly path?: string; readonly line?: number | undefined }

/** Says what documents hold, or where they are wrong. */
export const check: Subcommand = {
  usage: `Usage: twinmq snapshot check FILE... [--json]

Reads documents of any form, snapshots, fixtures and data files, as a load would, and says what each holds, or where
it is wrong. - is standard input. Exit code 1 if any is refused.

${placeUsage}  --json                 say it as JSON, a list with an item for each file
  --help                 print this
`,
  async run(words) {
    const flags = { ...placeFlags, json: { type: 'boolean' } } as const
    const { values, positionals } = readWords(words, flags, ['FILE'], 'many')
    const config = configGiven(values, ['account', 'region', 'namespace'])
    const findings: Finding[] = []
    for (const file of positionals) {
      const finding = await findingOf(file, config)
      findings.push(finding)
      if (!values.json) say(finding)
    }
    if (values.json) process.stdout.write(`${JSON.stringify(findings, null, 2)}\n`)
    return findings.some((finding) => 'problem' in finding) ? exitCodes.failed : exitCodes.done
  },
}

async function findingOf(file: string, config: Pick<Config, 'account' | 'region' | 'namespace'>): Promise<Finding> {
  try {
    const document = await openDocument(file, config)
    const context = { ...contextFor(config, Date.now()), format: document.format }
    const { snapshot, notices } = await readDocument(document.bytes, document.name, context)
    return { file, ...holdingsOf(snapshot.state), notices: [...document.notices, ...notices] }
  } catch (error) {
    if (error instanceof CommandFailure) return { file, problem: error.message }
    if (!(error instanceof StoreUnreadable)) throw error
    if (!(error instanceof DocumentUnreadable)) return { file, problem: error.message }
    return { file, problem: error.message, path: error.path, line: error.line }
  }
}

/** Refusals go to standard error, where they are seen when the rest is not. */
function say(finding: Finding): void {
  if ('problem' in finding) process.stderr.write(`${finding.problem}\n`)
  else process.stdout.write([`${finding.file}: ${holdingsText(finding)}`, ...finding.notices, ''].join('\n'))
}
