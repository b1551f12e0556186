/** Text of a request line holds one byte a character, as node:http gives it; so does what these functions give. */

/** Resolves percent escapes to bytes; everything else stays, `+` included. */
export function percentDecodedBytes(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
}

/** Escapes every byte but letters, digits and `-._~`. Source: RFC 3986, section 2.3. */
export function percentEncodedBytes(bytes: string): string {
  return bytes.replace(/[^A-Za-z0-9\-._~]/g, escapeOf)
}

/** As `percentEncodedBytes`, with slashes left as they are. */
export function percentEncodedPath(bytes: string): string {
  return bytes.replace(/[^A-Za-z0-9\-._~/]/g, escapeOf)
}

function escapeOf(byte: string): string {
  return `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}
