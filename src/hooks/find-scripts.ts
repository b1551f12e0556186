import { type Dirent, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { InitStage } from '../localstack/init-state.ts'

/** A script of a stage. */
export type HookScript = {
  /** Its path. */
  readonly file: string
  /** Its path below the folder of the stages, for the log. */
  readonly name: string
  /** The folder of the stages. */
  readonly folder: string
}

type Unreadable = (folder: string, reason: string) => void

/** The folder of each stage. Source: LocalStack documentation, Initialization Hooks. */
const stageFolders: Readonly<Record<InitStage, string>> = {
  BOOT: 'boot.d',
  START: 'start.d',
  READY: 'ready.d',
  SHUTDOWN: 'shutdown.d',
}

/**
 * The scripts of a stage in the order in which they run: folder by folder, first its files by name, then its sub-folders
 * by name. Only `.sh` and `.py` files count. `unreadable` is called for a folder that exists but cannot be read.
 */
export function findScripts(folders: readonly string[], stage: InitStage, unreadable: Unreadable): HookScript[] {
  return folders.flatMap((folder) =>
    scriptsBelow(join(folder, stageFolders[stage]), stageFolders[stage], unreadable).map((script) => ({
      ...script,
      folder: dirname(join(folder, stageFolders[stage])),
    })),
  )
}

function scriptsBelow(folder: string, name: string, unreadable: Unreadable): Omit<HookScript, 'folder'>[] {
  const entries = entriesOf(folder, unreadable)
  const files = entries
    .filter((entry) => /\.(?:sh|py)$/.test(entry.name) && isFile(entry, join(folder, entry.name)))
    .map((entry) => ({ file: join(folder, entry.name), name: `${name}/${entry.name}` }))
  // Kubernetes mounts a ConfigMap as links into a folder whose name begins with two dots. With it, each file would be found twice.
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

/** Whether an entry is a file or a link to a file. */
function isFile(entry: Dirent, path: string): boolean {
  return entry.isSymbolicLink() ? (statSync(path, { throwIfNoEntry: false })?.isFile() ?? false) : entry.isFile()
}
