/** Rows under a head, each column as wide as its widest cell; columns of numbers stand to the right. */
export function columnsText(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const widths = head.map((name, at) => Math.max(name.length, ...rows.map((row) => String(row[at]).length)))
  const right = head.map((_, at) => rows.length > 0 && rows.every((row) => typeof row[at] === 'number'))
  const line = (cells: readonly (string | number)[]): string =>
    cells
      .map((cell, at) => (right[at] ? String(cell).padStart(widths[at]!) : String(cell).padEnd(widths[at]!)))
      .join('  ')
      .trimEnd()
  return [head, ...rows].map((row) => `${line(row)}\n`).join('')
}

/** A text as one short cell: control characters as blanks, cut with `…`. */
export function cellText(text: string, longest = 60): string {
  const line = text.slice(0, longest * 4).replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
  const characters = [...line]
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : line
}
