import type { Config } from '../../config/options.ts'
import { readDocument } from '../../document/read-document.ts'
import { DocumentUnreadable, StoreUnreadable } from '../../document/unreadable.ts'
import { subcommand } from '../command-line.ts'
import { contextFor, openDocument } from '../documents.ts'
import { configGiven, placeFlags } from '../flags.ts'
import { type Holdings, holdingsOf, holdingsText } from '../holdings.ts'
import { CommandFailure, exitCodes } from '../subcommand.ts'

/** The result for one document. */
type Finding =
  | (Holdings & { readonly file: string; readonly notices: readonly string[] })
  | { readonly file: string; readonly problem: string; readonly path?: string; readonly line?: number | undefined }

/** Checks documents. */
export const check = subcommand({
  summary: 'check documents, and say what they hold',
  words: ['FILE...'],
  flags: { json: { help: 'print a JSON list with an item for each file' } },
  shared: placeFlags,
  about:
    'Reads snapshots, fixtures and data files as a load would, and says what each holds or where it is wrong. FILE - is standard input.',
  exits: {
    [exitCodes.done]: 'all documents are valid',
    [exitCodes.failed]: 'a document is wrong or cannot be read',
    [exitCodes.badOption]: 'wrong usage',
  },
  examples: ['twinmq snapshot check fixtures/*.json'],
  async run({ values, words: files }) {
    const config = configGiven(values, ['account', 'region', 'namespace'])
    const findings: Finding[] = []
    for (const file of files) {
      const finding = await findingOf(file, config)
      findings.push(finding)
      if (!values.json) say(finding)
    }
    if (values.json) process.stdout.write(`${JSON.stringify(findings, null, 2)}\n`)
    return findings.some((finding) => 'problem' in finding) ? exitCodes.failed : exitCodes.done
  },
})

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

/** Problems go to standard error, so that they are seen when standard output is not. */
function say(finding: Finding): void {
  if ('problem' in finding) process.stderr.write(`${finding.problem}\n`)
  else process.stdout.write([`${finding.file}: ${holdingsText(finding)}`, ...finding.notices, ''].join('\n'))
}
