import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { readDocument } from '../document/read-document.ts'
import { StoreUnreadable } from '../document/unreadable.ts'
import { documentText } from '../import/document-text.ts'
import { queuesOfElasticMq } from '../import/elasticmq.ts'
import { queuesOfGoAws } from '../import/goaws.ts'
import { type DocumentQueue, ImportFailure, type Place } from '../import/imported.ts'
import { queuesOfEndpoint } from '../import/live-queues.ts'
import { formatOf, type SourceFormat, sourceFormats } from '../import/source-format.ts'
import { counted } from '../text/counted.ts'
import { type FlagValues, subcommand } from './command-line.ts'
import { contextFor } from './documents.ts'
import {
  configGiven,
  type DataFileConfig,
  dataFileKeys,
  isHttpUrl,
  placeFlags,
  type Target,
  targetFlags,
  targetGiven,
} from './flags.ts'
import { sayNotices } from './holdings.ts'
import { beforeText, loadAtRest, loadRunning } from './load-document.ts'
import { remark } from './output.ts'
import { badOption, CommandFailure, exitCodes } from './subcommand.ts'
import { writeWhole } from './whole-file.ts'

const importFlags = {
  format: { value: sourceFormats.join('|'), help: 'format of FILE; by default its content and name decide' },
  environment: { value: 'NAME', help: 'environment of a goaws.yaml (Local)' },
  from: { value: 'URL', help: 'read queues, attributes and tags from this endpoint' },
  messages: { help: 'with --from: read messages too' },
  account: { value: 'ID', help: 'account of the queues; with --from also that of the requests' },
  region: { value: 'NAME', help: 'region of the queues; with --from also that of the requests' },
} as const

const goalFlags = {
  output: { value: 'FILE', short: 'o', help: 'write the document to this file; - is standard output' },
  url: { value: 'URL', help: 'load it into a running twinmq, which replaces the whole state' },
  data: { value: 'FILE', help: 'load it into a data file that is not in use, which replaces its content' },
  'verify-data': targetFlags['verify-data'],
  merge: { help: 'with --url or --data: add to what is there; names that exist are refused' },
  namespace: placeFlags.namespace,
} as const

/** Makes a document of what another emulator holds. */
export const importQueues = subcommand({
  summary: 'convert the queues of another emulator',
  words: ['[FILE]'],
  flags: importFlags,
  shared: goalFlags,
  sharedTitle: 'Target',
  about: `Makes a document of the queues in a file of ElasticMQ or GoAWS, or at a running endpoint that answers as Amazon SQS does, and writes it to standard output. What twinmq does not have is left out and reported.`,
  exits: {
    [exitCodes.done]: 'done',
    [exitCodes.failed]: 'the source cannot be read, or the target refused',
    [exitCodes.badOption]: 'wrong usage',
    [exitCodes.dataUnusable]: 'the data file is in use or cannot be read',
  },
  examples: ['twinmq import elasticmq.conf -o queues.json', 'twinmq import --from http://127.0.0.1:9324 --messages'],
  async run({ values, words: [file] }) {
    const asked = await askedBy(values, file)
    try {
      await put(await queuesOf(asked.source), asked)
      return exitCodes.done
    } catch (error) {
      const known = error instanceof ImportFailure || error instanceof StoreUnreadable
      throw known ? new CommandFailure(exitCodes.failed, error.message) : error
    }
  },
})

/** The source: a file, or an endpoint. */
type Source = { readonly place: Place } & (
  | { readonly file: string; readonly format: SourceFormat | undefined; readonly environment: string }
  | { readonly endpoint: URL; readonly messages: boolean }
)

/** The target. */
type Goal = { readonly output: string } | (Target & { readonly merge: boolean })

type Asked = {
  readonly source: Source
  readonly goal: Goal
  readonly config: DataFileConfig
}

type Given = FlagValues<typeof importFlags & typeof goalFlags>

async function askedBy(values: Given, file: string | undefined): Promise<Asked> {
  const config = configGiven(values, dataFileKeys)
  const goal = await goalOf(values)
  if (values.namespace !== undefined && !('file' in goal)) throw badOption('--namespace needs --data')
  return { source: sourceOf(values, file), goal, config }
}

function sourceOf(values: Given, file: string | undefined): Source {
  const { account, region, from, messages = false, environment } = values
  const place = { ...(account !== undefined && { account }), ...(region !== undefined && { region }) }
  if (from === undefined) {
    if (file === undefined) throw badOption('a file to import is missing, or --from URL')
    if (messages) throw badOption('--messages needs --from: files hold none')
    const format = sourceFormats.find((name) => name === values.format)
    if (format !== values.format) throw badOption(`--format takes ${sourceFormats.join(', ')}, not '${values.format}'`)
    return { place, file, format, environment: environment ?? 'Local' }
  }
  if (file !== undefined) throw badOption('a file and --from exclude each other')
  if (!isHttpUrl(from)) throw badOption(`'${from}' is not a URL such as http://127.0.0.1:9324`)
  const unused = (['format', 'environment'] as const).find((name) => values[name] !== undefined)
  if (unused !== undefined) throw badOption(`--${unused} needs a file`)
  return { place, endpoint: new URL(from), messages }
}

async function goalOf({ output, url, data, merge = false }: Given): Promise<Goal> {
  if (url === undefined && data === undefined) {
    if (merge) throw badOption('--merge needs --url or --data')
    return { output: output ?? '-' }
  }
  if (output !== undefined) throw badOption('--output excludes --url and --data')
  return { ...(await targetGiven({ url, data })), merge }
}

async function queuesOf(source: Source): Promise<readonly DocumentQueue[]> {
  if ('endpoint' in source) return queuesOfEndpoint({ ...source, notify: remark })
  const { file: name, place, environment } = source
  const text = await textOf(name)
  const format = source.format ?? formatOf(name, text)
  if (format === undefined) throw new ImportFailure(`${name}: unknown format; name it with --format`)
  if (format === 'goaws') return queuesOfGoAws(text, { name, place, environment, notify: remark })
  const stored = format === 'elasticmq-stored'
  return queuesOfElasticMq(text, { name, place, variables: process.env, stored, notify: remark })
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new ImportFailure(`${file}: cannot be read: ${(error as Error).message}`)
  }
}

/** A source can hold values that no queue takes, so the document is checked before it is written. */
async function put(queues: readonly DocumentQueue[], { source, goal, config }: Asked): Promise<void> {
  const document = documentText(queues)
  const nowMs = Date.now()
  const read = await readDocument(bytesOf(document), 'what was imported', contextFor(config, nowMs))
  const bytes = Readable.from([Buffer.from(document)])
  const whole = { name: 'what was imported', format: 'json', bytes } as const
  if (!('output' in goal)) {
    const loaded =
      'url' in goal
        ? await loadRunning(goal.url, whole, goal.merge)
        : await loadAtRest(goal.file, whole, goal.merge, config)
    if (loaded.backup !== undefined) remark(beforeText(loaded.backup))
  } else {
    const same = 'file' in source && resolve(source.file) === resolve(goal.output)
    if (same) throw new ImportFailure(`${goal.output}: this is the file to import, and would be overwritten`)
    await writeWhole(goal.output, [document])
    sayNotices(read.notices)
  }
  sayDone(queues, goal)
}

async function* bytesOf(document: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(document)
}

/** Standard output may hold the document, so this goes to standard error. */
function sayDone(queues: readonly DocumentQueue[], goal: Goal): void {
  if ('output' in goal && goal.output === '-') return
  const messages = queues.reduce((sum, queue) => sum + (queue.messages?.length ?? 0), 0)
  const place = 'output' in goal ? goal.output : 'url' in goal ? goal.url : goal.file
  remark(`imported ${counted(queues.length, 'queue')}, ${counted(messages, 'message')} to ${place}`)
}
