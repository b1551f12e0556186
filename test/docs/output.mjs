/**
 * Says which line of a block `text output` was not printed, in order, by the block before it; undefined: all were. `…`
 * stands for anything, on a line of its own for any number of lines; blanks at the ends and their number do not count.
 */
export function missingLine(expected, printed) {
  const lines = printed.split('\n').map(plain)
  let from = 0
  for (const line of expected.split('\n').map(plain)) {
    if (line === '' || line === '…') continue
    const pattern = new RegExp(`^${line.split('…').map(escaped).join('.*')}$`)
    const at = lines.findIndex((candidate, index) => index >= from && pattern.test(candidate))
    if (at === -1) return line
    from = at + 1
  }
  return undefined
}

const plain = (line) => line.trim().replace(/\s+/g, ' ')
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
