import { hash } from 'node:crypto'
import { hmacKey, hmacOf } from '../signing/hmac.ts'
import type { AccessKey, Authentication } from '../signing/keys.ts'

/** Someone who acts in a role, with temporary keys. All of it is in the session token, so nothing needs to be remembered. */
export type RoleSession = {
  /** Of the temporary keys. */
  readonly accessKeyId: string
  /** The account of the role. */
  readonly account: string
  readonly roleName: string
  /** `AROA` and 17 characters, always the same for a role. */
  readonly roleId: string
  /** As the caller named the session. */
  readonly name: string
  /** Epoch milliseconds. */
  readonly expiresAtMs: number
}

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const firstAccount = 2 ** 39

/** As many characters of base32, by the digest of a text. */
export function base32Of(text: string, length: number): string {
  const bytes = Buffer.from(hash('sha256', text), 'hex')
  return [...bytes.subarray(0, length)].map((byte) => base32[byte % base32.length]).join('')
}

/**
 * An id of temporary keys that tells its account to whoever reads it: base32 of half the account id, the odd one in the
 * character behind. `prefix`: what marks keys that are read so; the rest is a function of `chance`.
 */
export function temporaryKeyId(prefix: string, account: string, chance: string): string {
  const number = Number(account)
  let half = Math.floor(number / 2) + firstAccount
  let digits = ''
  for (let place = 0; place < 8; place += 1) {
    digits = base32[half % base32.length] + digits
    half = Math.floor(half / base32.length)
  }
  const [first, ...rest] = base32Of(chance, 8)
  const oddOrEven = base32[(base32.indexOf(first!) % 16) + (number % 2) * 16]
  return `${prefix}${digits}${oddOrEven}${rest.join('')}`
}

/** The session as a token that clients send with each request. */
export function sessionToken(session: RoleSession): string {
  const { accessKeyId, account, roleName, roleId, name, expiresAtMs } = session
  const parts = [accessKeyId, account, roleName, roleId, name, String(expiresAtMs)]
  return tokenPrefix + Buffer.from(parts.join('\n')).toString('base64url')
}

const tokenPrefix = 'twinmq.'

/** The session that a token tells of; undefined for a token that is none of ours. */
export function readSessionToken(token: string): RoleSession | undefined {
  if (!token.startsWith(tokenPrefix)) return undefined
  const parts = Buffer.from(token.slice(tokenPrefix.length), 'base64url').toString('utf8').split('\n')
  const [accessKeyId, account, roleName, roleId, name, expires] = parts
  if (!accessKeyId || !account || !roleName || !roleId || !name || !/^\d{1,15}$/.test(expires ?? '')) return undefined
  return { accessKeyId, account, roleName, roleId, name, expiresAtMs: Number(expires) }
}

/** The id that SQS and STS show for who acts in a role. Source: STS API Reference, AssumedRoleUser. */
export function assumedRoleId({ roleId, name }: RoleSession): string {
  return `${roleId}:${name}`
}

/** The secret that belongs to a token. Where signatures are checked, only who knows the checked keys can work it out. */
export function secretOf(token: string, authentication: Authentication | undefined): string {
  const known = authentication ? authentication.keys.map(({ secret }) => secret).join('\n') : ''
  return hmacOf(hmacKey('sha256', `twinmq ${known}`), token, 'base64').slice(0, 40)
}

/** The keys that a token belongs to, for the check of a signature; undefined for a token that is none of ours. */
export function temporaryKey(
  accessKeyId: string,
  token: string,
  authentication: Authentication,
): (AccessKey & Pick<RoleSession, 'expiresAtMs'>) | undefined {
  const session = readSessionToken(token)
  if (session?.accessKeyId !== accessKeyId) return undefined
  const { account, expiresAtMs } = session
  const secret = secretOf(token, authentication)
  return { cloud: 'aws', accessKeyId, secret, account, sessionToken: token, expiresAtMs }
}
