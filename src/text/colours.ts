import { styleText } from 'node:util'

type Stream = 'stdout' | 'stderr'

/** What is told apart by a colour. */
export type Meaning = 'head' | 'name' | 'good' | 'waiting' | 'held' | 'wrong' | 'aside'

const styles = {
  head: 'bold',
  name: 'cyan',
  good: 'green',
  waiting: 'yellow',
  held: 'cyan',
  wrong: 'red',
  aside: 'gray',
} as const

/** Whether what goes to that stream is read on a terminal that shows colours. Source: https://no-color.org */
export function hasColours(stream: Stream): boolean {
  return process[stream].isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb'
}

/** A text in its colour, where the stream has colours; otherwise as it is. */
export function coloured(stream: Stream, meaning: Meaning, text: string): string {
  return hasColours(stream) ? styleText(styles[meaning], text, { validateStream: false }) : text
}

/** The text of a help, its headings and the names at the beginning of its lines in colour. */
export function colouredHelp(text: string): string {
  if (!hasColours('stdout')) return text
  return text
    .replace(/^Usage:|^\S.*:$/gm, (head) => coloured('stdout', 'head', head))
    .replace(/^ {2}(?:-\w, )?(?:--)?[a-z][\w-]*(?= )/gm, (name) => coloured('stdout', 'name', name))
}
