import { mergedState, replaceState } from '../core/replace-state.ts'
import { readDocument } from '../document/read-document.ts'
import { StoreUnreadable } from '../document/unreadable.ts'
import { withDataFile } from './data-file.ts'
import { contextFor, type OpenDocument } from './documents.ts'
import type { DataFileConfig } from './flags.ts'
import { type Holdings, holdingsOf, holdingsOfRunning, sayNotices } from './holdings.ts'
import { ApiRefusal, callRunning, textOf } from './running-twinmq.ts'
import { CommandFailure, exitCodes } from './subcommand.ts'

type GivenDocument = Pick<OpenDocument, 'name' | 'format' | 'bytes'>

/** What there is now, and the file that holds the state before, if one does. */
type Loaded = { readonly held: Holdings; readonly backup: string | undefined }

/** Loads a document into a running twinmq. */
export async function loadRunning(
  url: string,
  { name, format, bytes }: GivenDocument,
  merge: boolean,
): Promise<Loaded> {
  let backup: string | undefined
  try {
    const body = { body: bytes, bodyType: `application/${format}` }
    const answer = await callRunning({ url, method: 'PUT', path: `/snapshot?merge=${merge}`, ...body })
    backup = backupIn(await textOf(answer))
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error
    throw new CommandFailure(
      exitCodes.failed,
      error.message.replace(/^the document(?=[,:])/, () => name),
    )
  }
  return { held: await holdingsOfRunning(url), backup }
}

function backupIn(answer: string): string | undefined {
  return answer === '' ? undefined : Object(JSON.parse(answer)).backup
}

/** Loads a document into a data file that no twinmq holds. */
export function loadAtRest(
  dataFile: string,
  { name, format, bytes }: GivenDocument,
  merge: boolean,
  config: DataFileConfig,
): Promise<Loaded> {
  return withDataFile(dataFile, config, async ({ state, notices, backUp, replace }) => {
    const nowMs = merge ? Math.max(Date.now(), state.changedAtMs) : Date.now()
    const context = { ...contextFor(config, nowMs), format, ...(merge && { into: state }) }
    const read = await readDocument(bytes, name, context).catch(refused)
    sayNotices([...notices, ...read.notices])
    const backup = merge ? undefined : await backUp()
    replaceState(state, merge ? mergedState(state, read.snapshot.state, nowMs) : read.snapshot.state)
    await replace()
    return { held: holdingsOf(state), backup }
  })
}

/** What a document that cannot be read is to the command line. Throws `CommandFailure`. */
export function refused(error: unknown): never {
  throw error instanceof StoreUnreadable ? new CommandFailure(exitCodes.failed, error.message) : error
}

/** Where the state before is. */
export function beforeText(backup: string): string {
  return `the state before is in ${backup}`
}
