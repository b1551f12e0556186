import { isAscii, isUtf8 } from 'node:buffer'
import { lineOfPosition } from '../text/line-of.ts'
import { formatOfText } from './format.ts'
import { readLayout } from './layout.ts'
import { type DocumentRead, DocumentReader } from './reader.ts'
import type { DocumentContext } from './reading.ts'
import { SealCheck } from './seal-check.ts'
import { BadLine, DocumentUnreadable, pathText, TakenName } from './unreadable.ts'
import { ValidationError } from './values.ts'
import { NotYaml, parseYaml } from './yaml-text.ts'

/** A document to be merged has a name that the state already has. */
export class NameTaken extends DocumentUnreadable {}

/** What a document holds, and whether it is as it was saved. */
export type ReadDocument = Omit<DocumentRead, 'seal'> & {
  /** How a data file shows that it was changed since twinmq saved it; undefined: it was not, or it is none. `notices` says so too. */
  readonly changed: string | undefined
}

/** JSON up to this size is read as one text; V8 texts end at about 512 MB. */
export const wholeBytes = 400_000_000

/**
 * Reads a document of any size: YAML up to 2 million characters, JSON up to 400 MB laid out in any way, above that only as twinmq writes it. `name`: how errors
 * call it. Throws `DocumentUnreadable`, and for a merge `NameTaken`.
 */
export async function readDocument(
  bytes: AsyncIterable<Uint8Array>,
  name: string,
  context: DocumentContext,
  limitBytes = wholeBytes,
): Promise<ReadDocument> {
  const check = new SealCheck()
  const { seal, ...read } = await readBlocks(check.through(bytes), name, context, limitBytes)
  if (seal === 'none' || (seal === 'whole' && check.matches())) return { ...read, changed: undefined }
  const changed = `this was changed since twinmq saved it: ${seal === 'whole' ? 'its digest does not match' : '"sealed" or "digest" is missing'}`
  return { ...read, changed, notices: [`${name}: ${changed}`, ...read.notices] }
}

async function readBlocks(
  bytes: AsyncIterable<Uint8Array>,
  name: string,
  context: DocumentContext,
  limitBytes: number,
): Promise<DocumentRead> {
  const blocks = bytes[Symbol.asyncIterator]()
  const first: Uint8Array[] = []
  let size = 0
  while (size <= limitBytes) {
    const next = await blocks.next()
    if (next.done) return readText(textOf(first, name), name, context)
    first.push(next.value)
    size += next.value.length
  }
  return readLines(continued(first, blocks), name, context)
}

/** The blocks already read, then the rest. A reader that stops early closes the source. */
async function* continued(first: Uint8Array[], blocks: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for (let block = first.shift(); block; block = first.shift()) yield block
    for (let next = await blocks.next(); !next.done; next = await blocks.next()) yield next.value
  } finally {
    await blocks.return?.()
  }
}

function readText(text: string, name: string, context: DocumentContext): Promise<DocumentRead> {
  const yaml = context.format === 'yaml' && !isJson(text)
  return yaml ? readYaml(text, name, context) : readJson(text, name, context)
}

/** Most YAML shows by its first character that it is not JSON. */
function isJson(text: string): boolean {
  try {
    return formatOfText(text) === 'json' && JSON.parse(text) !== undefined
  } catch {
    return false
  }
}

async function readYaml(text: string, name: string, context: DocumentContext): Promise<DocumentRead> {
  const parsed = await parseYaml(text).catch((error: unknown) => {
    if (!(error instanceof NotYaml)) throw error
    const { line, path, message: problem } = error
    throw new DocumentUnreadable({ name, line, path: pathText([...path]), problem })
  })
  if (parsed.value === null) throw new DocumentUnreadable({ name, problem: 'this is empty' })
  const reader = new DocumentReader(context)
  try {
    reader.document(parsed.value)
    return reader.finish()
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    throw invalidDocument(name, error, parsed.lineOf(error.path))
  }
}

async function readJson(json: string, name: string, context: DocumentContext): Promise<DocumentRead> {
  const reader = new DocumentReader(context)
  try {
    const document: unknown = JSON.parse(json)
    if (json.length <= scannedLength && !isSaved(document)) await refuseRepeated(json, name)
    reader.document(document)
    return reader.finish()
  } catch (error) {
    if (error instanceof SyntaxError) throw new DocumentUnreadable({ name, ...(await places()).syntaxProblem(json) })
    if (!(error instanceof ValidationError)) throw error
    throw invalidDocument(name, error, (await places()).lineOfValue(json, error.path))
  }
}

/** Loaded late: a document that twinmq saved needs it only when it is wrong. */
function places() {
  return import('../text/json-places.ts')
}

/** People write no longer documents than that, in characters; looking through one takes half a second. */
const scannedLength = 10_000_000

/** What twinmq saved has no name twice. */
function isSaved(document: unknown): boolean {
  return typeof document === 'object' && document !== null && Object.hasOwn(document, 'savedAt')
}

async function refuseRepeated(json: string, document: string): Promise<void> {
  const repeated = (await places()).repeatedName(json)
  if (!repeated) return
  const { path, position, name } = repeated
  const problem = `this object already has the name ${JSON.stringify(name)}`
  throw new DocumentUnreadable({
    name: document,
    line: lineOfPosition(json, position),
    path: pathText([...path]),
    problem,
  })
}

function textOf(blocks: readonly Uint8Array[], name: string): string {
  /* A file that fits is one block, which is not copied. */
  const [only = new Uint8Array()] = blocks
  const bytes = blocks.length > 1 ? Buffer.concat(blocks) : Buffer.from(only.buffer, only.byteOffset, only.length)
  if (bytes.length === 0) throw new DocumentUnreadable({ name, problem: 'this is empty' })
  if (!isUtf8(bytes)) throw new DocumentUnreadable({ name, problem: notUtf8(bytes) })
  /* Text of one byte a character is kept outside the heap, which large documents would fill. */
  return bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8').replace(/^\uFEFF/, '')
}

function notUtf8(bytes: Buffer): string {
  const utf16 = bytes[0]! + bytes[1]! === 0x1fd
  return utf16 ? 'this is not UTF-8 text but UTF-16' : 'this is not UTF-8 text'
}

async function readLines(
  blocks: AsyncIterable<Uint8Array>,
  name: string,
  context: DocumentContext,
): Promise<DocumentRead> {
  const reader = new DocumentReader(context)
  try {
    await readLayout(blocks, reader)
    return reader.finish()
  } catch (error) {
    if (error instanceof ValidationError) throw invalidDocument(name, error, undefined)
    if (!(error instanceof BadLine)) throw error
    const { line, message: problem, taken } = error
    if (taken) throw new NameTaken({ name, line, problem })
    throw new DocumentUnreadable({ name, line, problem, advice: layoutAdvice })
  }
}

const layoutAdvice =
  'A document of this size must have the layout that twinmq writes, with each message on a line of its own. Use that layout, or remove messages until the document is smaller than 400 MB.'

function invalidDocument(name: string, invalid: ValidationError, line: number | undefined): DocumentUnreadable {
  const problem = { name, line, path: pathText(invalid.path), problem: invalid.message }
  return invalid instanceof TakenName ? new NameTaken(problem) : new DocumentUnreadable(problem)
}
