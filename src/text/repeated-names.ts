/** A name that stands twice in one object of a JSON text. */
type RepeatedName = {
  readonly name: string
  /** Where it stands for the second time. */
  readonly position: number
  /** Names and positions that lead to it, outermost first. */
  readonly path: readonly (string | number)[]
}

/** An object or a list that is open: the names so far, or how many items. */
type Level = { readonly names: Set<string> | undefined; index: number; name: string }

/** The first name that stands twice in one object, of which JSON.parse keeps the last without a word. The text must be valid JSON. */
export function repeatedName(json: string): RepeatedName | undefined {
  const levels: Level[] = []
  let level: Level | undefined
  let atName = false
  for (let at = 0; at < json.length; at++) {
    const character = json.charCodeAt(at)
    if (character === quote) {
      const end = endOfText(json, at)
      if (atName && level?.names) {
        level.name = nameIn(json.slice(at, end))
        if (level.names.has(level.name)) return { name: level.name, position: at, path: levels.map(stepOf) }
        level.names.add(level.name)
        atName = false
      }
      at = end - 1
    } else if (character === brace || character === bracket) {
      level = { names: character === brace ? new Set() : undefined, index: 0, name: '' }
      levels.push(level)
      atName = character === brace
    } else if (character === braceEnd || character === bracketEnd) {
      levels.pop()
      level = levels.at(-1)
    } else if (character === comma && level) {
      level.index += 1
      atName = level.names !== undefined
    }
  }
  return undefined
}

const [quote, backslash, comma] = ['"', '\\', ','].map((character) => character.charCodeAt(0))
const [brace, braceEnd, bracket, bracketEnd] = ['{', '}', '[', ']'].map((character) => character.charCodeAt(0))

function stepOf({ names, index, name }: Level): string | number {
  return names ? name : index
}

/** Position after the closing quote. */
function endOfText(json: string, start: number): number {
  let end = json.indexOf('"', start + 1)
  while (isEscaped(json, end)) end = json.indexOf('"', end + 1)
  return end + 1
}

function isEscaped(json: string, quoteAt: number): boolean {
  let before = quoteAt - 1
  while (json.charCodeAt(before) === backslash) before -= 1
  return (quoteAt - before) % 2 === 0
}

function nameIn(quoted: string): string {
  return quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1)
}
