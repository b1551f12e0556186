import { hash } from 'node:crypto'

/** MD5 of a message body as MNS prints it: 32 upper-case hexadecimal digits. Source: MNS API, SendMessage. */
export function bodyMd5(body: string): string {
  return hash('md5', body).toUpperCase()
}

/**
 * Whether a Content-MD5 header fits the body. Two forms are in use: base64 of the digest (RFC 1864) and base64 of its
 * 32 lower-case hexadecimal digits, which Alibaba Cloud's own Python, Go and Node clients send.
 */
export function contentMd5Fits(header: string, body: Buffer): boolean {
  if (header.length === 44) return header === Buffer.from(hash('md5', body)).toString('base64')
  return header === hash('md5', body, 'base64')
}

/** A message id as MNS prints it: 32 upper-case hexadecimal digits. Source: MNS API, SendMessage. */
export function printMessageId(id: string): string {
  return id.toUpperCase()
}
