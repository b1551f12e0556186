import { coloured } from '../text/colours.ts'

/** Writes a line to standard output. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Writes a document to standard output, for programs. */
export function sayJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`)
}

/** Writes a line for people beside what standard output is for. */
export function remark(line: string): void {
  process.stderr.write(`${coloured('stderr', 'waiting', 'twinmq:')} ${line}\n`)
}
