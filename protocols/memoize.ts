/** Texts longer than this are seldom seen twice, and would hold memory for nothing. */
const longestText = 300
const mostTexts = 1000

/** A reader of texts that come again and again, such as queue URLs: what it made of the last many is kept. */
export function memoize<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const value = read(text)
    if (text.length > longestText) return value
    if (known.size === mostTexts) known.clear()
    known.set(text, value)
    return value
  }
}
