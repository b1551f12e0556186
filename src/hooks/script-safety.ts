import { lstatSync, type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * What speaks against running a script: every user can write to it (`writable`), or somebody put it there who has no
 * business there (`foreign`).
 */
export type Doubt = 'writable' | 'foreign'

/** Permission of all others to write, and the bit that keeps them from files of others in a folder. Source: inode(7). */
const othersWrite = 0o002
const sticky = 0o1000

/**
 * Looks at a script and at each folder on the way to it, from `folder` down. In a folder where everybody can add and replace
 * files, one of root, of this user or of the folder's owner is trusted, and no other. Undefined: nothing speaks against it.
 */
export function doubtOf(file: string, folder: string, user = process.getuid?.()): Doubt | undefined {
  if (user === undefined) return undefined
  try {
    for (let path = file; path !== folder && path !== dirname(path); path = dirname(path))
      if (isForeign(lstatSync(path), statSync(dirname(path)), user)) return 'foreign'
    return statSync(file).mode & othersWrite ? 'writable' : undefined
  } catch {
    /* It is gone, which its start will report. */
    return undefined
  }
}

function isForeign(entry: Stats, folder: Stats, user: number): boolean {
  const isOpen = (folder.mode & othersWrite) !== 0 && (folder.mode & sticky) === 0
  return isOpen && ![0, user, folder.uid].includes(entry.uid)
}

/** Files as words of a shell. */
export function shellWords(files: readonly string[]): string {
  return files.map((file) => (/^[\w./+@:-]+$/.test(file) ? file : `'${file.replaceAll("'", "'\\''")}'`)).join(' ')
}
