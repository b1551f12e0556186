/**
 * Number of the line, from 1, on which a value of a JSON text begins. `path`: names and positions that lead to it; a
 * step that is not there ends the search at what holds it. The text must be valid JSON.
 */
export function lineOfValue(json: string, path: readonly (string | number)[]): number {
  let at = afterSpace(json, 0)
  for (const step of path) {
    const next = stepFrom(json, at, step)
    if (next === undefined) break
    at = next
  }
  return lineOfPosition(json, at)
}

/** Number of the line, from 1, that holds the character at a position. */
export function lineOfPosition(text: string, position: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < position; at = text.indexOf('\n', at + 1)) line += 1
  return line
}

function stepFrom(json: string, at: number, step: string | number): number | undefined {
  if (typeof step === 'number') return json[at] === '[' ? itemAt(json, at, step) : undefined
  return json[at] === '{' ? memberAt(json, at, step) : undefined
}

function itemAt(json: string, list: number, index: number): number | undefined {
  let at = afterSpace(json, list + 1)
  for (let i = 0; at < json.length && json[at] !== ']'; i++) {
    if (i === index) return at
    at = afterComma(json, afterValue(json, at))
  }
  return undefined
}

function memberAt(json: string, object: number, name: string): number | undefined {
  let found: number | undefined
  let at = afterSpace(json, object + 1)
  while (at < json.length && json[at] !== '}') {
    const end = afterString(json, at)
    const value = afterSpace(json, afterSpace(json, end) + 1)
    /* JSON.parse keeps the last of several members of one name. */
    if (JSON.parse(json.slice(at, end)) === name) found = value
    at = afterComma(json, afterValue(json, value))
  }
  return found
}

function afterValue(json: string, start: number): number {
  if (json[start] === '"') return afterString(json, start)
  let depth = 0
  for (let at = start; at < json.length; at++) {
    const character = json[at]!
    if (character === '"') at = afterString(json, at) - 1
    else if (character === '{' || character === '[') depth += 1
    else if (depth === 0 && ',]} \n\r\t'.includes(character)) return at
    else if ((character === '}' || character === ']') && --depth === 0) return at + 1
  }
  return json.length
}

function afterString(json: string, start: number): number {
  let at = start + 1
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return at + 1
}

function afterComma(json: string, start: number): number {
  const at = afterSpace(json, start)
  return json[at] === ',' ? afterSpace(json, at + 1) : at
}

function afterSpace(json: string, start: number): number {
  let at = start
  while (json[at] === ' ' || json[at] === '\n' || json[at] === '\r' || json[at] === '\t') at += 1
  return at
}
