import { generateKeyPairSync } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { createSecureContext } from 'node:tls'
import type { Identity, Secure } from './both-schemes.ts'
import { selfSigned } from './certificate.ts'
import { identifier, labelled, octets, sequence, utcTime } from './der.ts'

/** Why a certificate or its key cannot be used, in one line that names the file. */
export class CertificateUnreadable extends Error {
  override readonly name = 'CertificateUnreadable'
}

/**
 * Reads a certificate and its key, PEM, which may stand in one file, as LocalStack has them. Rejects with
 * `CertificateUnreadable`.
 */
export async function readIdentity(certFile: string, keyFile = certFile): Promise<Identity> {
  const cert = await textOf(certFile, 'certificate')
  const key = keyFile === certFile ? cert : await textOf(keyFile, 'key')
  try {
    createSecureContext({ key, cert })
  } catch (error) {
    const files = keyFile === certFile ? certFile : `${certFile} with ${keyFile}`
    throw new CertificateUnreadable(
      `${files}: this is no certificate with its key in PEM, ${reason(error)}; both may stand in the one file, or the key in that of --tls-key`,
    )
  }
  return { key, cert }
}

async function textOf(file: string, what: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new CertificateUnreadable(`${file}: the ${what} for HTTPS cannot be read: ${reason(error)}`)
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Gives an identity that is made when it is first asked for, in a few milliseconds, and then kept. `hosts`: names and IP literals that it is valid for. */
export function selfMade(hosts: readonly string[], nowMs: () => number): Secure {
  let made: Identity | undefined
  return () => {
    made ??= make(hosts, nowMs())
    return made
  }
}

const alternativeNames = '2.5.29.17'
const extendedKeyUsage = '2.5.29.37'
const serverAuthentication = '1.3.6.1.5.5.7.3.1'

function make(hosts: readonly string[], nowMs: number): Identity {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const names = [...new Set(hosts)].map(generalName)
  const cert = selfSigned({
    kind: 'ec',
    publicKey,
    privateKey,
    name: 'localhost',
    validity: yearAround(nowMs),
    extensions: [
      sequence(identifier(alternativeNames), octets(sequence(...names))),
      sequence(identifier(extendedKeyUsage), octets(sequence(identifier(serverAuthentication)))),
    ],
  })
  return { key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })), cert }
}

const dayMs = 86_400_000

/** Some systems refuse certificates of more than thirteen months, and some clocks are slow. */
function yearAround(nowMs: number): Buffer {
  return sequence(utcTime(utcText(nowMs - 30 * dayMs)), utcTime(utcText(nowMs + 365 * dayMs)))
}

function utcText(ms: number): string {
  const [date, time] = new Date(ms).toISOString().split('T')
  return `${date!.slice(2).replaceAll('-', '')}${time!.slice(0, 8).replaceAll(':', '')}Z`
}

/** A name of a host, or its address. Source: RFC 5280, section 4.2.1.6. */
function generalName(host: string): Buffer {
  if (isIP(host) === 4) return labelled(7, Buffer.from(host.split('.').map(Number)))
  return isIP(host) === 6 ? labelled(7, bytesOfIPv6(host)) : labelled(2, Buffer.from(host, 'latin1'))
}

/** URLs have one spelling for each address. Source: WHATWG URL, IPv6 serializer. */
function bytesOfIPv6(host: string): Buffer {
  const [front = '', back] = new URL(`http://[${host}]`).hostname.slice(1, -1).split('::')
  const groups = (part: string): string[] => part.split(':').filter((group) => group !== '')
  const [first, last] = [groups(front), groups(back ?? '')]
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0')
  return Buffer.from([...first, ...zeros, ...last].map((group) => group.padStart(4, '0')).join(''), 'hex')
}
