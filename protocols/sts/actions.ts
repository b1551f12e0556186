import type { AdapterOptions } from '../adapter.ts'
import {
  assumedRoleId,
  base32Of,
  type RoleSession,
  secretOf,
  sessionToken,
  temporaryKeyId,
} from '../aws/role-session.ts'
import { expected, instant, integer, list, object, optional, type Schema, text, textFrom } from '../schema.ts'
import { isStsError, type StsError, stsError, validationError } from './errors.ts'
import type { Result } from './responses.ts'

/** A request: its requester and its parameters. */
type Asking = {
  readonly account: string
  /** `aws`, `aws-cn` …: what ARNs begin with. */
  readonly partition: string
  /** Present if the requester acts in a role. */
  readonly session?: RoleSession | undefined
  /** A parameter of the request; undefined: not given. */
  readonly given: (name: string) => string | undefined
  readonly requestId: string
  readonly options: AdapterOptions
}

/** One action of STS. Input and output are for clients; the action words each wrong parameter itself. */
type Action = {
  readonly name: string
  readonly source: string
  readonly input: Schema<unknown>
  readonly output: Schema<unknown>
  readonly answer: (asking: Asking) => Result | StsError
}

const rows: readonly Action[] = [
  {
    name: 'GetCallerIdentity',
    source: 'STS API Reference, GetCallerIdentity',
    input: object({}),
    output: object({ UserId: text, Account: text, Arn: text }),
    answer: callerIdentity,
  },
  {
    name: 'AssumeRole',
    source: 'STS API Reference, AssumeRole',
    input: object({
      RoleArn: expected(textFrom(20)),
      RoleSessionName: expected(textFrom(2)),
      PolicyArns: optional(list(object({ arn: optional(textFrom(20)) }), 'member')),
      Policy: optional(textFrom(1)),
      DurationSeconds: optional(integer),
      Tags: optional(list(object({ Key: textFrom(1), Value: text }), 'member')),
      TransitiveTagKeys: optional(list(textFrom(1), 'member')),
      ExternalId: optional(textFrom(2)),
      SerialNumber: optional(textFrom(9)),
      TokenCode: optional(textFrom(6)),
      SourceIdentity: optional(textFrom(2)),
      ProvidedContexts: optional(
        list(object({ ProviderArn: optional(textFrom(20)), ContextAssertion: optional(textFrom(4)) }), 'member'),
      ),
    }),
    output: object({
      Credentials: object({ AccessKeyId: text, SecretAccessKey: text, SessionToken: text, Expiration: instant }),
      AssumedRoleUser: object({ AssumedRoleId: text, Arn: text }),
      PackedPolicySize: integer,
      SourceIdentity: optional(text),
    }),
    answer: assumeRole,
  },
]

/** Every action that twinmq carries out, by name. Source: STS API Reference, API version 2011-06-15. */
export const actions: ReadonlyMap<string, Action> = new Map(rows.map((row) => [row.name, row]))

/** The other actions that STS has. */
export const otherActions: ReadonlySet<string> = new Set([
  'AssumeRoleWithSAML',
  'AssumeRoleWithWebIdentity',
  'AssumeRoot',
  'DecodeAuthorizationMessage',
  'GetAccessKeyInfo',
  'GetDelegatedAccessToken',
  'GetFederationToken',
  'GetSessionToken',
  'GetWebIdentityToken',
])

/** The identity of the requester: the root of its account, or a role session. */
function callerIdentity({ account, partition, session }: Asking): Result {
  if (!session) return { Arn: `arn:${partition}:iam::${account}:root`, UserId: account, Account: account }
  return { Arn: sessionArn(partition, session), UserId: assumedRoleId(session), Account: session.account }
}

function sessionArn(partition: string, { account, roleName, name }: RoleSession): string {
  return `arn:${partition}:sts::${account}:assumed-role/${roleName}/${name}`
}

const roleForm = /^arn:aws[a-z-]*:iam::(\d{12}):role\/(?:[!-~]{1,510}\/)?([\w+=,.@-]{1,64})$/
const nameForm = /^[\w+=,.@-]{2,64}$/
const durations = { low: 900, high: 43_200, usual: 3600 }
/** Percentage of the room for policies in use: session policies are not read. */
const noPolicies = 6

function assumeRole(asking: Asking): Result | StsError {
  const { partition, given, requestId, options } = asking
  const roleArn = given('RoleArn')
  const name = given('RoleSessionName')
  const role = roleOf(roleArn)
  const seconds = durationOf(given('DurationSeconds'))
  if (isStsError(role)) return role
  if (!name || !nameForm.test(name)) return nameError(name)
  if (typeof seconds === 'object') return seconds
  const expiresAtMs = Math.floor(options.nowMs() / 1000 + seconds) * 1000
  const roleId = `AROA${base32Of(roleArn!, 17)}`
  const accessKeyId = temporaryKeyId(options.awsAccessKeys ? 'ASIA' : 'LSIA', role.account, requestId)
  const session: RoleSession = { ...role, accessKeyId, roleId, name, expiresAtMs }
  const token = sessionToken(session)
  const sourceIdentity = given('SourceIdentity')
  return {
    Credentials: {
      AccessKeyId: accessKeyId,
      SecretAccessKey: secretOf(token, options.authentication),
      SessionToken: token,
      Expiration: new Date(expiresAtMs),
    },
    AssumedRoleUser: { AssumedRoleId: assumedRoleId(session), Arn: sessionArn(partition, session) },
    PackedPolicySize: noPolicies,
    ...(sourceIdentity && { SourceIdentity: sourceIdentity }),
  }
}

function roleOf(arn: string | undefined): Pick<RoleSession, 'account' | 'roleName'> | StsError {
  if (!arn) return validationError('roleArn', arn, 'not be null')
  const [, account, roleName] = roleForm.exec(arn) ?? []
  if (!account || !roleName) return stsError('ValidationError', `${arn} is invalid`)
  return { account, roleName }
}

function nameError(name: string | undefined): StsError {
  if (name === undefined) return validationError('roleSessionName', name, 'not be null')
  if (name.length < 2) return validationError('roleSessionName', name, 'have length greater than or equal to 2')
  if (name.length > 64) return validationError('roleSessionName', name, 'have length less than or equal to 64')
  return validationError('roleSessionName', name, 'satisfy regular expression pattern: [\\w+=,.@-]*')
}

function durationOf(text: string | undefined): number | StsError {
  if (text === undefined || text === '') return durations.usual
  const seconds = Number(text)
  if (!/^\d{1,9}$/.test(text) || seconds < durations.low)
    return validationError('durationSeconds', text, `have value greater than or equal to ${durations.low}`)
  if (seconds > durations.high)
    return validationError('durationSeconds', text, `have value less than or equal to ${durations.high}`)
  return seconds
}
