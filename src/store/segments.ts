import { basename, dirname } from 'node:path'
import type { FileSystem } from './file-system.ts'

/** One file of the journal. Segments follow each other by number: `<file>.journal` is 0, `<file>.journal.1` is 1 … */
export type Segment = { readonly number: number; readonly path: string }

/** The segment of that number. */
export function segmentAt(file: string, number: number): Segment {
  return { number, path: number === 0 ? `${file}.journal` : `${file}.journal.${number}` }
}

/** The segments that stand beside a file, in their order. */
export async function segmentsBeside(fileSystem: FileSystem, file: string): Promise<Segment[]> {
  const first = `${basename(file)}.journal`
  const numbers: number[] = []
  for (const name of await fileSystem.readdir(dirname(file))) {
    const rest = name.startsWith(first) ? name.slice(first.length) : undefined
    if (rest === '') numbers.push(0)
    else if (rest !== undefined && /^\.[1-9]\d{0,14}$/.test(rest)) numbers.push(Number(rest.slice(1)))
  }
  return numbers.sort((a, b) => a - b).map((number) => segmentAt(file, number))
}
