import { type Dirent, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { InitStage } from '../localstack/init-state.ts'

/** A script that a stage of the start or the stop runs. */
export type HookScript = {
  /** Its path. */
  readonly file: string
  /** Its path below the folder that has the stages, as the log names it. */
  readonly name: string
}

type Unreadable = (folder: string, reason: string) => void

/** Where the scripts of each stage lie. Source: LocalStack documentation, Initialization Hooks. */
const stageFolders: Readonly<Record<InitStage, string>> = {
  BOOT: 'boot.d',
  START: 'start.d',
  READY: 'ready.d',
  SHUTDOWN: 'shutdown.d',
}

/**
 * The scripts of a stage in the order in which they run: folder by folder, in each its own files by name, then its
 * sub-folders by name. Files that are neither `.sh` nor `.py` are passed over; of a folder that is there but cannot be
 * read, `unreadable` is told.
 */
export function findScripts(folders: readonly string[], stage: InitStage, unreadable: Unreadable): HookScript[] {
  return folders.flatMap((folder) => scriptsBelow(join(folder, stageFolders[stage]), stageFolders[stage], unreadable))
}

function scriptsBelow(folder: string, name: string, unreadable: Unreadable): HookScript[] {
  const entries = entriesOf(folder, unreadable)
  const files = entries
    .filter((entry) => /\.(?:sh|py)$/.test(entry.name) && isFile(entry, join(folder, entry.name)))
    .map((entry) => ({ file: join(folder, entry.name), name: `${name}/${entry.name}` }))
  // Kubernetes mounts a ConfigMap as links into a folder whose name begins with two dots: each file would be found twice.
  const folders = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('..'))
  return [
    ...files,
    ...folders.flatMap((entry) => scriptsBelow(join(folder, entry.name), `${name}/${entry.name}`, unreadable)),
  ]
}

function entriesOf(folder: string, unreadable: Unreadable): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'ENOTDIR') unreadable(folder, message)
    return []
  }
}

/** Whether it is a file, or a link to one. */
function isFile(entry: Dirent, path: string): boolean {
  return entry.isSymbolicLink() ? (statSync(path, { throwIfNoEntry: false })?.isFile() ?? false) : entry.isFile()
}
