/** The name that someone most likely meant, if one of these is close to what was written. */
export function nearest(written: string, names: readonly string[]): string | undefined {
  const longest = Math.max(0, ...names.map((name) => name.length))
  if (written.length > longest + mostEdits) return undefined
  let best: string | undefined
  let fewest = mostEdits + 1
  for (const name of names) {
    const edits = editsBetween(written.toLowerCase(), name.toLowerCase())
    if (edits < fewest && edits * 3 <= Math.max(name.length, 3)) {
      best = name
      fewest = edits
    }
  }
  return best ?? names.find((name) => startsAlike(written.toLowerCase(), name.toLowerCase()))
}

const mostEdits = 4

/** Half a name is often meant for the whole: `visibility` for `VisibilityTimeout`. */
function startsAlike(written: string, name: string): boolean {
  if (written.length < 5) return false
  return [-1, 0, 1].some((more) => editsBetween(written, name.slice(0, written.length + more)) <= 1)
}

/** Number of characters to insert, remove, change, or swap with their neighbour. Source: optimal string alignment distance. */
function editsBetween(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swaps = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = swaps ? before[j - 2]! + 1 : changed
      next.push(Math.min(changed, swapped, row[j]! + 1, next[j - 1]! + 1))
    }
    before = row
    row = next
  }
  return row[b.length]!
}
