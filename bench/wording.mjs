/** A ratio, to two places. */
export const ratio = (value) => value.toFixed(2)

/** A share of a core as percent; `–` where the system does not tell. */
export const percent = (share) => (Number.isFinite(share) ? `${Math.round(share * 100)} %` : '–')

/** A count in thousands, to one place. */
export const thousands = (value) => `${(value / 1000).toFixed(1)} k`

/** A time or size with one place below ten and none above a hundred. */
export const figure = (value) => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)

/** The 20th to 80th percentile of a spread, each worded by `word`. */
export const range = (spread, word) => `${word(spread.low)}–${word(spread.high)}`

/** Lines of a table with aligned columns. A cell that is a check shows whether it was met. */
export function tableLines({ headers, cells }) {
  const rows = [headers, ...cells.map((row) => row.map(cellText))]
  const widths = headers.map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  const line = (row) =>
    row
      .map((text, column) => text.padEnd(widths[column]))
      .join('  ')
      .trimEnd()
  return [line(headers), widths.map((width) => '─'.repeat(width)).join('  '), ...rows.slice(1).map(line)]
}

function cellText(cell) {
  if (typeof cell !== 'object') return String(cell)
  return cell.met === undefined ? '' : cell.met ? 'ok' : 'BELOW'
}
