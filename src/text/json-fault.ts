/** What may come next. */
type Expected = 'value' | 'valueOrEnd' | 'name' | 'nameOrEnd' | 'colon' | 'commaOrEnd' | 'nothing'

const space = /[ \t\n\r]*/y
const literal = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.])/y
const escaped = /["\\/bfnrt]|u[0-9a-fA-F]{4}/y

/** Position of the first character with which a text is not JSON any more; its length, if it ends too early. V8 does not always tell. */
export function faultOf(json: string): number {
  const open: string[] = []
  let expected: Expected = 'value'
  for (let at = after(space, json, 0)!; at < json.length; at = after(space, json, at)!) {
    const character = json[at]!
    const next = step(character, expected, open.at(-1))
    if (next === undefined) return at
    if (character === '{' || character === '[') open.push(character)
    if (character === '}' || character === ']') open.pop()
    const end = isPunctuation(character) ? at + 1 : character === '"' ? textEnd(json, at) : after(literal, json, at)
    if (end === undefined) return at
    if (end < 0) return -end
    expected = next === 'commaOrEnd' && open.length === 0 ? 'nothing' : next
    at = end
  }
  return json.length
}

/** What may come after that; undefined: it may not stand there. `open`: the bracket that is open. */
function step(character: string, expected: Expected, open: string | undefined): Expected | undefined {
  const value = expected === 'value' || expected === 'valueOrEnd'
  if (character === '{') return value ? 'nameOrEnd' : undefined
  if (character === '[') return value ? 'valueOrEnd' : undefined
  if (character === '}') return open === '{' && mayEnd(expected, 'nameOrEnd') ? 'commaOrEnd' : undefined
  if (character === ']') return open === '[' && mayEnd(expected, 'valueOrEnd') ? 'commaOrEnd' : undefined
  if (character === ':') return expected === 'colon' ? 'value' : undefined
  if (character === ',') return expected !== 'commaOrEnd' ? undefined : open === '{' ? 'name' : 'value'
  if (character === '"' && (expected === 'name' || expected === 'nameOrEnd')) return 'colon'
  return value ? 'commaOrEnd' : undefined
}

function mayEnd(expected: Expected, empty: Expected): boolean {
  return expected === 'commaOrEnd' || expected === empty
}

function isPunctuation(character: string): boolean {
  return '{}[]:,'.includes(character)
}

/** Position after the closing quote; less than 0: what is wrong stands there, counted from the other side. */
function textEnd(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at++) {
    const character = json[at]!
    if (character === '"') return at + 1
    if (character < ' ') return -at
    if (character !== '\\') continue
    const end = after(escaped, json, at + 1)
    if (end === undefined) return -at
    at = end - 1
  }
  return -json.length
}

/** Position after what stands at one; undefined: it is something else. */
function after(form: RegExp, json: string, start: number): number | undefined {
  form.lastIndex = start
  return form.test(json) ? form.lastIndex : undefined
}
