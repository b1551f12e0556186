import { dirname, resolve } from 'node:path'
import type { FileSystem } from './file-system.ts'

/**
 * Where symbolic links at the place of a data file lead, so that its journal and its lock stand beside the file itself. The
 * file need not be there. Rejects with the errors of the disk, such as `ELOOP` for links that lead to each other.
 */
export async function realPath(fileSystem: FileSystem, file: string): Promise<string> {
  if ((await fileSystem.stat(file)) !== undefined) return fileSystem.realpath(file)
  const target = await fileSystem.readlink(file)
  if (target === undefined) return file
  return realPath(fileSystem, resolve(await fileSystem.realpath(dirname(file)), target))
}
