import type { Config } from '../config.ts'
import { mergedState, replaceState } from '../core/replace-state.ts'
import { readDocument } from '../store/read-document.ts'
import { StoreUnreadable } from '../store/store.ts'
import { withDataFile } from './data-file.ts'
import { contextFor, type OpenDocument } from './documents.ts'
import { type Holdings, holdingsOf, holdingsOfRunning, sayNotices } from './holdings.ts'
import { ApiRefusal, callRunning } from './running-twinmq.ts'
import { CommandFailure, exitCodes } from './subcommand.ts'

type NamedBytes = Pick<OpenDocument, 'name' | 'bytes'>

/** Loads a document into a running twinmq; gives what is there now. */
export async function loadRunning(url: string, { name, bytes }: NamedBytes, merge: boolean): Promise<Holdings> {
  try {
    const answer = await callRunning({ url, method: 'PUT', path: `/snapshot?merge=${merge}`, body: bytes })
    answer.resume()
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error
    throw new CommandFailure(
      exitCodes.failed,
      error.message.replace(/^the document(?=[,:])/, () => name),
    )
  }
  return holdingsOfRunning(url)
}

/** Loads a document into a data file that no twinmq holds; gives what is there now. */
export function loadAtRest(
  dataFile: string,
  { name, bytes }: NamedBytes,
  merge: boolean,
  config: Pick<Config, 'account' | 'region' | 'namespace'>,
): Promise<Holdings> {
  return withDataFile(dataFile, config, async ({ state, notices, replace }) => {
    const nowMs = merge ? Math.max(Date.now(), state.changedAtMs) : Date.now()
    const context = { ...contextFor(config, nowMs), ...(merge && { into: state }) }
    const read = await readDocument(bytes, name, context).catch(refused)
    sayNotices([...notices, ...read.notices])
    replaceState(state, merge ? mergedState(state, read.snapshot.state, nowMs) : read.snapshot.state)
    await replace()
    return holdingsOf(state)
  })
}

/** What a document that cannot be read is to the command line. Throws `CommandFailure`. */
export function refused(error: unknown): never {
  throw error instanceof StoreUnreadable ? new CommandFailure(exitCodes.failed, error.message) : error
}
