import { readFile } from 'node:fs/promises'

/**
 * Whether something is mounted at a path, as a container mounts a single file: such a file cannot be replaced by a new one.
 * False where the system does not tell. Source: proc(5), mountinfo.
 */
export async function isMountPoint(path: string, mounts = '/proc/self/mountinfo'): Promise<boolean> {
  const text = await readFile(mounts, 'utf8').catch(() => '')
  return text.split('\n').some((line) => plain(line.split(' ')[4] ?? '') === path)
}

/** Blanks, tabs, line ends and backslashes stand as octal numbers. */
function plain(field: string): string {
  return field.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)))
}
