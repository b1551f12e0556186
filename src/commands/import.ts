import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import type { Config } from '../config/options.ts'
import { readDocument } from '../document/read-document.ts'
import { StoreUnreadable } from '../document/unreadable.ts'
import { documentText } from '../import/document-text.ts'
import { queuesOfElasticMq } from '../import/elasticmq.ts'
import { queuesOfGoAws } from '../import/goaws.ts'
import { type DocumentQueue, ImportFailure, type Place } from '../import/imported.ts'
import { queuesOfEndpoint } from '../import/live-queues.ts'
import { formatOf, type SourceFormat, sourceFormats } from '../import/source-format.ts'
import { counted } from '../text/counted.ts'
import { contextFor } from './documents.ts'
import {
  badOption,
  configGiven,
  isHttpUrl,
  placeFlags,
  readWords,
  type Target,
  targetFlags,
  targetGiven,
} from './flags.ts'
import { sayNotices } from './holdings.ts'
import { beforeText, loadAtRest, loadRunning } from './load-document.ts'
import { remark } from './output.ts'
import { CommandFailure, exitCodes, type Subcommand } from './subcommand.ts'
import { writeWhole } from './whole-file.ts'

/** Makes a document of what another emulator holds. */
export const importQueues: Subcommand = {
  usage: `Usage: twinmq import FILE [--format ${sourceFormats.join('|')}] [--environment NAME]
       twinmq import --from http://HOST:PORT [--messages]

Makes a document of the queues in a file of ElasticMQ or GoAWS, or at a running endpoint that answers as Amazon SQS does,
and writes it to standard output. What has no counterpart is left out, and said.

  --format NAME          what FILE is; by itself it goes by the content and the name
  --environment NAME     which environment of a goaws.yaml (Local)
  --from URL             read queues, attributes and tags there
  --messages             and their messages
  --account ID           account of the queues; with --from also the one that asks
  --region NAME          region of the queues; with --from also the one that is asked

Where it goes:
  -o, --output FILE      to that file; - is standard output
  --url URL              to a running twinmq, in the place of its whole state
  --data FILE            to a data file that no twinmq holds, in the place of what it holds
  --merge                with --url or --data: add to what is there; a name that is there is refused
  --namespace isolated|shared
                         with --data: whether account and region are part of a queue's name (isolated) [TWINMQ_NAMESPACE]
  --help                 print this
`,
  async run(words) {
    const asked = await askedBy(words)
    try {
      await put(await queuesOf(asked.source), asked)
      return exitCodes.done
    } catch (error) {
      const known = error instanceof ImportFailure || error instanceof StoreUnreadable
      throw known ? new CommandFailure(exitCodes.failed, error.message) : error
    }
  },
}

/** What is imported: a file, or what runs at an address. */
type Source = { readonly place: Place } & (
  | { readonly file: string; readonly format: SourceFormat | undefined; readonly environment: string }
  | { readonly endpoint: URL; readonly messages: boolean }
)

/** Where it goes. */
type Goal = { readonly output: string } | (Target & { readonly merge: boolean })

type Asked = {
  readonly source: Source
  readonly goal: Goal
  readonly config: Pick<Config, 'account' | 'region' | 'namespace'>
}

const flags = {
  url: targetFlags.url,
  data: targetFlags.data,
  ...placeFlags,
  format: { type: 'string' },
  environment: { type: 'string' },
  from: { type: 'string' },
  messages: { type: 'boolean' },
  output: { type: 'string', short: 'o' },
  merge: { type: 'boolean' },
} as const

type Given = ReturnType<typeof readWords<typeof flags>>['values']

async function askedBy(words: readonly string[]): Promise<Asked> {
  const { values, positionals } = readWords(words, flags, [], 'many')
  if (positionals.length > 1) throw badOption(`unexpected word '${positionals[1]}'`)
  const config = configGiven(values, ['account', 'region', 'namespace'])
  const goal = await goalOf(values)
  if (values.namespace !== undefined && !('file' in goal)) throw badOption('--namespace goes with --data')
  return { source: sourceOf(values, positionals[0]), goal, config }
}

function sourceOf(values: Given, file: string | undefined): Source {
  const { account, region, from, messages = false, environment } = values
  const place = { ...(account !== undefined && { account }), ...(region !== undefined && { region }) }
  if (from === undefined) {
    if (file === undefined) throw badOption('a file to import is missing, or --from URL')
    if (messages) throw badOption('--messages goes with --from: files hold none')
    const format = sourceFormats.find((name) => name === values.format)
    if (format !== values.format) throw badOption(`--format takes ${sourceFormats.join(', ')}, not '${values.format}'`)
    return { place, file, format, environment: environment ?? 'Local' }
  }
  if (file !== undefined) throw badOption('a file and --from exclude each other')
  if (!isHttpUrl(from)) throw badOption(`'${from}' is not a URL such as http://127.0.0.1:9324`)
  const unused = (['format', 'environment'] as const).find((name) => values[name] !== undefined)
  if (unused !== undefined) throw badOption(`--${unused} goes with a file`)
  return { place, endpoint: new URL(from), messages }
}

async function goalOf({ output, url, data, merge = false }: Given): Promise<Goal> {
  if (url === undefined && data === undefined) {
    if (merge) throw badOption('--merge goes with --url or --data')
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
  if (format === undefined) throw new ImportFailure(`${name}: it is not clear what this is; --format says it`)
  if (format === 'goaws') return queuesOfGoAws(text, { name, place, environment, notify: remark })
  const stored = format === 'elasticmq-stored'
  return queuesOfElasticMq(text, { name, place, variables: process.env, stored, notify: remark })
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new ImportFailure(`${file}: this cannot be read: ${(error as Error).message}`)
  }
}

/** A source may hold values that no queue takes, so the document is read before it goes anywhere. */
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
    if (same) throw new ImportFailure(`${goal.output}: this is what is imported, and would be overwritten`)
    await writeWhole(goal.output, [document])
    sayNotices(read.notices)
  }
  sayDone(queues, goal)
}

async function* bytesOf(document: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(document)
}

/** Standard output may be the document, so this goes beside it. */
function sayDone(queues: readonly DocumentQueue[], goal: Goal): void {
  if ('output' in goal && goal.output === '-') return
  const messages = queues.reduce((sum, queue) => sum + (queue.messages?.length ?? 0), 0)
  const place = 'output' in goal ? goal.output : 'url' in goal ? goal.url : goal.file
  remark(`imported ${counted(queues.length, 'queue')}, ${counted(messages, 'message')} to ${place}`)
}
