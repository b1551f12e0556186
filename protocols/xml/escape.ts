/** Whatever may not stand in a text as it is: markup, CR, what XML cannot hold at all, and surrogates, which are looked at. */
const special = /[^\t\n !#-%(-;=?-\ud7ff\ue000-\ufffd]/

const replacement = '\ufffd'

/** By character code. CR too: a reader turns a bare one into a line feed (XML 1.0, section 2.11). */
const escapes: readonly (string | undefined)[] = escapeTable({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\t': undefined,
  '\n': undefined,
  '\r': '&#xD;',
})

/** Control characters that are not named cannot stand in a document (XML 1.0, section 2.2). */
function escapeTable(entities: Readonly<Record<string, string | undefined>>): (string | undefined)[] {
  const table: (string | undefined)[] = new Array(128).fill(undefined).fill(replacement, 0, 32)
  for (const [character, entity] of Object.entries(entities)) table[character.charCodeAt(0)] = entity
  return table
}

/** The text as it stands between tags or in an attribute. What XML cannot hold at all becomes U+FFFD. */
export function escapeXml(text: string): string {
  const first = text.search(special)
  if (first === -1) return text
  let escaped = ''
  let start = 0
  for (let index = first; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    const entity =
      code < 128 ? escapes[code] : code < 0xd800 || isCharacter(text, index, code) ? undefined : replacement
    if (entity === undefined) continue
    escaped += text.slice(start, index) + entity
    start = index + 1
  }
  return escaped + text.slice(start)
}

/** Of code units from the surrogates up: whether it is a character, or half of one whose other half is there. */
function isCharacter(text: string, index: number, code: number): boolean {
  if (code > 0xdfff) return code < 0xfffe
  const other = text.charCodeAt(code < 0xdc00 ? index + 1 : index - 1)
  return code < 0xdc00 ? other >= 0xdc00 && other <= 0xdfff : other >= 0xd800 && other <= 0xdbff
}
