import { eastAsianWidth } from 'get-east-asian-width'

/** One part of a table. Its title may be empty. */
export type Section = {
  readonly title: string
  /** Number of frames around it. */
  readonly indent: number
  headers: readonly string[]
  rows: string[][]
}

/** Draws the sections in one frame. If the table is wider than the terminal, single rows become columns. */
export function drawn(sections: readonly Section[], terminalWidth: number): string {
  const wide = widthOf(sections) > terminalWidth
  const shown = wide ? sections.map(upright) : sections
  const width = widthOf(shown)
  return `${'-'.repeat(width)}\n${shown.map((section) => drawSection(section, width)).join('')}`
}

const padding = 4

function widthOf(sections: readonly Section[]): number {
  return Math.max(...sections.map(sectionWidth))
}

function sectionWidth(section: Section): number {
  const columns = columnsOf(section).reduce((sum, width) => sum + width + padding, 0)
  const frames = 2 + 2 * section.indent
  return Math.max(columns + frames, textWidth(section.title) + frames)
}

/** Width of the widest text in each column. */
function columnsOf({ headers, rows }: Section): number[] {
  const lines = headers.length > 0 ? [headers, ...rows] : rows
  return (lines[0] ?? []).map((_cell, at) => Math.max(...lines.map((line) => textWidth(line[at] ?? ''))))
}

function upright(section: Section): Section {
  const [row] = section.rows
  if (!row || section.rows.length > 1 || section.headers.length === 0) return section
  return { ...section, headers: [], rows: section.headers.map((header, at) => [header, row[at] ?? '']) }
}

function drawSection(section: Section, outerWidth: number): string {
  const width = outerWidth - 2 * section.indent
  const frame = '|'.repeat(section.indent)
  const { title, headers, rows } = section
  const lines: string[] = []
  if (title !== '') lines.push(centred(title, width, '|'))
  if (title !== '' && headers.length === 0 && rows.length === 0) lines.push(`+${'-'.repeat(width - 2)}+`)
  const widths = spread(columnsOf(section), width)
  const rule = widths.map((one, at) => (at === 0 ? `+${'-'.repeat(one - 2)}+` : `${'-'.repeat(one - 1)}+`)).join('')
  if (headers.length > 0) lines.push(rule, cellsOf(headers, widths, centred))
  if (rows.length > 0 && widths.length > 0) lines.push(rule, ...rows.map((row) => cellsOf(row, widths, left)), rule)
  return lines.map((line) => `${frame}${line}${frame}\n`).join('')
}

/** Widens columns in proportion until they fill the width. Missing columns are added to the last cells, surplus is taken from the first. */
function spread(columns: readonly number[], width: number): number[] {
  const padded = columns.map((one) => one + padding)
  const factor = width / padded.reduce((sum, one) => sum + one, 0)
  const scaled = padded.map((one) => rounded(factor * one))
  let over = scaled.reduce((sum, one) => sum + one, 0) - width
  while (over !== 0 && scaled.length > 0) {
    const step = over > 0 ? -1 : 1
    for (let nth = 0; nth < scaled.length && over !== 0; nth += 1) {
      scaled[step < 0 ? nth : scaled.length - 1 - nth]! += step
      over += step
    }
  }
  return scaled
}

/** Rounds halves to the even neighbour. */
function rounded(value: number): number {
  const below = Math.floor(value)
  if (value - below !== 0.5) return Math.round(value)
  return below % 2 === 0 ? below : below + 1
}

type Place = (text: string, width: number, edge: string) => string

function cellsOf(texts: readonly string[], widths: readonly number[], place: Place): string {
  return widths.map((width, at) => place(texts[at] ?? '', width, at === 0 ? '|' : '')).join('')
}

function centred(text: string, width: number, edge: string): string {
  const length = textWidth(text)
  const before = Math.max(0, Math.floor(width / 2) - Math.floor(length / 2) - 1)
  const after = width - 1 - edge.length - before - length
  return `${edge}${' '.repeat(before)}${text}${' '.repeat(Math.max(0, after))}|`
}

function left(text: string, width: number, edge: string): string {
  const length = textWidth(text)
  const room = width - edge.length - 1 - length
  const before = room >= 2 ? 2 : 0
  return `${edge}${' '.repeat(before)}${text}${' '.repeat(Math.max(0, room - before))}|`
}

/** The AWS CLI gives ambiguous letters two columns. */
function textWidth(text: string): number {
  let width = 0
  for (const letter of text) width += eastAsianWidth(letter.codePointAt(0)!, { ambiguousAsWide: true })
  return width
}
