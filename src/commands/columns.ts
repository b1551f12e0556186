import { coloured, type Meaning } from '../text/colours.ts'

/**
 * Rows under a head, each column as wide as its widest cell; columns of numbers stand to the right. `meaningOf`: what a cell
 * of a column means, for its colour on a terminal.
 */
export function columnsText(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  meaningOf: (column: string, cell: string | number) => Meaning | undefined = () => undefined,
): string {
  const widths = head.map((name, at) => Math.max(name.length, ...rows.map((row) => String(row[at]).length)))
  const right = head.map((_, at) => rows.length > 0 && rows.every((row) => typeof row[at] === 'number'))
  const line = (cells: readonly (string | number)[], isHead: boolean): string =>
    cells
      .map((cell, at) => {
        const meaning = isHead ? 'head' : meaningOf(head[at]!, cell)
        const text = meaning === undefined ? String(cell) : coloured('stdout', meaning, String(cell))
        const blanks = ' '.repeat(widths[at]! - String(cell).length)
        return right[at] ? blanks + text : text + blanks
      })
      .join('  ')
      .trimEnd()
  return [head, ...rows].map((row, at) => `${line(row, at === 0)}\n`).join('')
}

/** A text as one short cell: control characters as blanks, cut with `…`. */
export function cellText(text: string, longest = 60): string {
  const line = text.slice(0, longest * 4).replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
  const characters = [...line]
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : line
}
