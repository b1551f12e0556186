// How figures are written. NaN and undefined, for figures that the system does not give, are written as a dash.
const missing = '–'

/** A ratio, to two places. */
export const ratio = (value) => (Number.isFinite(value) ? value.toFixed(2) : missing)

/** A share of a core as percent. */
export const percent = (share) => (Number.isFinite(share) ? `${Math.round(share * 100)} %` : missing)

/** A count in thousands, to one place. */
export const thousands = (value) => `${(value / 1000).toFixed(1)} k`

/** A time or size with three digits or more. */
export const figure = (value) =>
  Number.isFinite(value) ? value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0) : missing

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
