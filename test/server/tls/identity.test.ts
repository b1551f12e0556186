import { createPrivateKey, X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { CertificateUnreadable, readIdentity, selfMade } from '../../../src/server/tls/identity.ts'

const nowMs = Date.UTC(2026, 0, 31)
const hosts = ['localhost', '*.localhost.localstack.cloud', '127.0.0.1', '::1', '2001:db8::5:0:1']
const identity = selfMade(hosts, () => nowMs)

/** Writes files into a folder that is removed when the test is finished. */
function files(contents: Readonly<Record<string, string>>): (name: string) => string {
  const folder = mkdtempSync(join(tmpdir(), 'twinmq-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(contents)) writeFileSync(join(folder, name), text)
  return (name) => join(folder, name)
}

test('a certificate that is made is good for its hosts, for a year, and signed by its own key', () => {
  const { cert, key } = identity()
  const certificate = new X509Certificate(cert)
  expect(certificate.checkPrivateKey(createPrivateKey(key))).toBe(true)
  expect(certificate.verify(certificate.publicKey)).toBe(true)
  for (const host of ['localhost', 'queue.localhost.localstack.cloud'])
    expect(certificate.checkHost(host)).toBeDefined()
  for (const host of ['127.0.0.1', '::1', '2001:db8::5:0:1']) expect(certificate.checkIP(host)).toBe(host)
  expect(certificate.checkHost('example.com')).toBeUndefined()
  expect(new Date(certificate.validFrom).toISOString()).toBe('2026-01-01T00:00:00.000Z')
  expect(new Date(certificate.validTo).toISOString()).toBe('2027-01-31T00:00:00.000Z')
  expect(certificate.subject).toBe('CN=localhost')
})

test('it is made once', () => {
  expect(identity()).toBe(identity())
  expect(selfMade(hosts, () => nowMs)().cert).not.toBe(identity().cert)
})

test('one is read from a file with its key, or from two files', async () => {
  const { cert, key } = identity()
  const file = files({ 'both.pem': key + cert, 'cert.pem': cert, 'key.pem': key })
  expect(await readIdentity(file('both.pem'))).toEqual({ cert: key + cert, key: key + cert })
  expect(await readIdentity(file('cert.pem'), file('key.pem'))).toEqual({ cert, key })
})

test('one that is of no use is refused with a line that names the file', async () => {
  const other = selfMade(hosts, () => nowMs)()
  const file = files({ 'cert.pem': identity().cert, 'other-key.pem': other.key, 'text.pem': 'hello' })
  const refusal = async (...names: readonly [string, string?]): Promise<string> => {
    const [cert, key] = names
    const failure = await readIdentity(file(cert), key && file(key)).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(CertificateUnreadable)
    return failure instanceof Error ? failure.message : ''
  }
  expect(await refusal('none.pem')).toMatch(/none\.pem: the certificate for HTTPS cannot be read: ENOENT/)
  expect(await refusal('text.pem')).toMatch(/text\.pem: this is no certificate with its key in PEM/)
  expect(await refusal('cert.pem')).toMatch(/cert\.pem: this is no certificate with its key in PEM/)
  expect(await refusal('cert.pem', 'none.pem')).toMatch(/none\.pem: the key for HTTPS cannot be read/)
  expect(await refusal('cert.pem', 'other-key.pem')).toMatch(/cert\.pem with .*other-key\.pem: this is no certificate/)
})
