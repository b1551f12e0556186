import { crc32 } from 'node:zlib'

/** A line of a journal after a change, with the checksum that twinmq would give it. */
export function sealedAnew(line: string): string {
  const start = line.slice(0, line.lastIndexOf(',"crc":"'))
  return `${start},"crc":"${crc32(start).toString(16).padStart(8, '0')}"}`
}

/** The lines of a journal, without the start of one to come that it ends in. */
export function wholeLines(journal: string): string[] {
  return journal.split('\n').slice(0, -1)
}
