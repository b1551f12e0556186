import type { Keys } from '../client/sign.ts'
import { exitCodes, Failure, wrongValue } from './failure.ts'
import { type Environment, filesOf, readSections } from './profile-file.ts'
import type { Given } from './words.ts'

/** The endpoint of a command, its credentials and its form of output. */
export type Settings = {
  readonly endpoint: URL
  readonly region: string
  readonly output: string
  /** Absent: requests are not signed. */
  readonly keys?: Keys
}

type Profile = (name: string) => string | undefined

/** Defaults, as awslocal has them. */
const fallback = { key: 'test', region: 'us-east-1', host: 'localhost', port: '4566' }

/** Settings from options, then variables, then files, then the defaults for a local emulator. */
export function settingsFor(service: string, given: Given, environment: Environment): Settings {
  const option = (name: string): string | undefined => given.get(name)?.[0]
  const profile = profileOf(option('profile'), environment)
  const signed = !given.has('no-sign-request')
  return {
    endpoint: endpointOf(option('endpoint-url') ?? configuredEndpoint(service, environment, profile)),
    region:
      option('region') ||
      environment.AWS_REGION ||
      environment.AWS_DEFAULT_REGION ||
      profile('region') ||
      fallback.region,
    output: option('output') || environment.AWS_DEFAULT_OUTPUT || profile('output') || 'json',
    ...(signed && { keys: keysOf(option('profile') === undefined ? environment : {}, profile) }),
  }
}

function profileOf(named: string | undefined, environment: Environment): Profile {
  const files = filesOf(environment)
  const config = readSections(files.config)
  const credentials = readSections(files.credentials)
  const wanted = named || environment.AWS_PROFILE || environment.AWS_DEFAULT_PROFILE
  const name = wanted || 'default'
  if (wanted && wanted !== 'default' && !config.has(name) && !credentials.has(name))
    throw new Failure(exitCodes.failed, `\nThe config profile (${name}) could not be found\n`)
  return (setting) => credentials.get(name)?.get(setting) || config.get(name)?.get(setting)
}

function keysOf(environment: Environment, profile: Profile): Keys {
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret, AWS_SESSION_TOKEN: token } = environment
  if (id && secret) return { id, secret, ...(token && { token }) }
  if (id) throw partial('env', 'AWS_SECRET_ACCESS_KEY')
  const [profileId, profileSecret] = [profile('aws_access_key_id'), profile('aws_secret_access_key')]
  if (profileId && !profileSecret) throw partial('shared-credentials-file', 'aws_secret_access_key')
  if (!profileId || !profileSecret) return { id: fallback.key, secret: fallback.key }
  const profileToken = profile('aws_session_token')
  return { id: profileId, secret: profileSecret, ...(profileToken && { token: profileToken }) }
}

function partial(where: string, missing: string): Failure {
  return new Failure(exitCodes.configuration, `\nPartial credentials found in ${where}, missing: ${missing}\n`)
}

/** The default is the emulator on this machine, never the real cloud. */
function configuredEndpoint(service: string, environment: Environment, profile: Profile): string {
  const ignored = /^true$/i.test(environment.AWS_IGNORE_CONFIGURED_ENDPOINT_URLS ?? '')
  const configured =
    environment[`AWS_ENDPOINT_URL_${service.toUpperCase()}`] || environment.AWS_ENDPOINT_URL || profile('endpoint_url')
  if (configured && !ignored) return configured
  if (environment.TWINMQ_URL) return environment.TWINMQ_URL
  const scheme = /^(?:1|true)$/i.test(environment.USE_SSL ?? '') ? 'https' : 'http'
  const host = environment.LOCALSTACK_HOST || fallback.host
  return `${scheme}://${/:\d+$/.test(host) ? host : `${host}:${environment.EDGE_PORT || fallback.port}`}`
}

function endpointOf(text: string): URL {
  const form = 'Must be of the form http://<hostname>/ or https://<hostname>/'
  if (!/^https?:\/\//i.test(text))
    throw wrongValue(`Bad value for --endpoint-url "${text}": scheme is missing.  ${form}`)
  if (!URL.canParse(text)) throw wrongValue(`Invalid endpoint: ${text}`)
  return new URL(text)
}
