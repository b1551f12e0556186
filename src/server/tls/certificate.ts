import { generateKeyPair, type KeyObject, randomBytes, sign } from 'node:crypto'
import { promisify } from 'node:util'
import {
  bits,
  generalizedTime,
  identifier,
  integer,
  nothing,
  octets,
  sequence,
  setOf,
  tagged,
  utcTime,
  words,
  yes,
} from './der.ts'

/** A key to sign pushes with, and the certificate by which receivers check them. */
export type SigningKey = {
  readonly privateKey: KeyObject
  /** X.509, PEM. */
  readonly certificate: string
}

const keyBits = 2_048

/** How the keys in use here sign with SHA-256. Sources: RFC 4055, section 5; RFC 5758, section 3.2. */
const algorithms = {
  rsa: () => sequence(identifier('1.2.840.113549.1.1.11'), nothing()),
  ec: () => sequence(identifier('1.2.840.10045.4.3.2')),
} as const

const commonName = '2.5.4.3'
const basicConstraints = '2.5.29.19'
const keyUsage = '2.5.29.15'

const newKeyPair = promisify(generateKeyPair)

/** Gives the key of this process: made when it is first asked for, which takes a tenth of a second, and then kept. */
export function lazySigningKey(): () => Promise<SigningKey> {
  let made: Promise<SigningKey> | undefined
  return () => {
    made ??= newSigningKey()
    return made
  }
}

async function newSigningKey(): Promise<SigningKey> {
  const { publicKey, privateKey } = await newKeyPair('rsa', { modulusLength: keyBits })
  return {
    privateKey,
    certificate: selfSigned({ kind: 'rsa', publicKey, privateKey, name: 'twinmq', validity: always() }),
  }
}

/** What a certificate is made of. */
type CertificateParts = {
  readonly kind: keyof typeof algorithms
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
  /** Of the one who has the key, and who vouches for it. */
  readonly name: string
  /** Two instants in DER. */
  readonly validity: Buffer
  /** Extensions beside those that say what the key may do. */
  readonly extensions?: readonly Buffer[]
}

/** A certificate, version 3, PEM, that its own key has signed. Source: RFC 5280, section 4.1. */
export function selfSigned(parts: CertificateParts): string {
  const name = sequence(setOf(sequence(identifier(commonName), words(parts.name))))
  const toBeSigned = sequence(
    tagged(0, integer(Buffer.from([2]))),
    integer(serialNumber()),
    algorithms[parts.kind](),
    name,
    parts.validity,
    name,
    parts.publicKey.export({ type: 'spki', format: 'der' }),
    tagged(3, sequence(...usage(), ...(parts.extensions ?? []))),
  )
  const signature = sign('sha256', toBeSigned, parts.privateKey)
  return pem(sequence(toBeSigned, algorithms[parts.kind](), bits(signature)))
}

/** Not negative and never with a zero in front. */
function serialNumber(): Buffer {
  const bytes = randomBytes(16)
  bytes[0] = 0x40 | (bytes[0]! & 0x3f)
  return bytes
}

/** Holds at any time a clock may show; the last instant stands for no end. Source: RFC 5280, section 4.1.2.5. */
function always(): Buffer {
  return sequence(utcTime('700101000000Z'), generalizedTime('99991231235959Z'))
}

/** The key is for signatures, and vouches for no others. Source: RFC 5280, sections 4.2.1.3 and 4.2.1.9. */
function usage(): Buffer[] {
  const digitalSignature = bits(Buffer.from([0x80]), 7)
  return [
    sequence(identifier(basicConstraints), yes(), octets(sequence())),
    sequence(identifier(keyUsage), yes(), octets(digitalSignature)),
  ]
}

function pem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}
