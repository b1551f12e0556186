import { isIP } from 'node:net'
import type { QueueUrlOptions } from '../../protocols/adapter.ts'
import type { Running } from '../admin/running.ts'
import { urlHost } from '../config/addresses.ts'
import type { Config } from '../config/options.ts'
import type { Rules } from '../core/turn.ts'
import type { LocalstackOptions } from '../localstack/api.ts'
import type { CorsOptions } from '../localstack/cors.ts'
import type { Secure } from '../server/tls/both-schemes.ts'
import { readIdentity, selfMade } from '../server/tls/identity.ts'
import { version } from '../version.ts'

/** The name that LocalStack gives its machine; it and all below it are known everywhere as 127.0.0.1. */
const localstackHost = 'localhost.localstack.cloud'

/** The rules of the engine that are options. */
export function rulesOf({ strict, purgeCoolDown, deleteCoolDown, retention }: Config): Omit<Rules, 'notificationBody'> {
  return {
    purgeCoolDown: strict || purgeCoolDown,
    deleteCoolDown: strict || deleteCoolDown,
    retention: retention !== 'off',
  }
}

/** What the adapter of SQS is told by options. `port`: that of URLs which name no other. */
export function sqsOptions(config: Config, port: () => number) {
  const queueUrls: QueueUrlOptions = {
    strategy: config.sqsEndpointStrategy,
    scheme: config.urlScheme,
    host: () => withPort(config.urlHost ?? localstackHost, port()),
  }
  return {
    queueUrls,
    awsAccessKeys: config.awsAccessKeys,
    shortRetention: config.retention === 'short',
    manyMessages: config.unlimitedReceive,
  }
}

/** Which pages of other origins may call. */
export function corsOptions(config: Config, ports: () => readonly number[]): CorsOptions {
  return {
    checksOff: config.noCorsChecks,
    headersOff: config.noCorsHeaders,
    preflightOff: config.noPreflight,
    allowedOrigins: config.corsOrigins,
    allowedHeaders: config.corsHeaders,
    exposedHeaders: config.corsExposedHeaders,
    ports,
  }
}

/** What LocalStack's internal API is told by options, and `live` by the parts that are at work. */
export function localstackOptions(
  config: Config,
  hasFixtures: boolean,
  {
    restarted,
    ...live
  }: Pick<LocalstackOptions, 'running' | 'calls' | 'initStages' | 'kill' | 'log'> & {
    readonly restarted: () => void
  },
): LocalstackOptions {
  const { services, eagerServices, seed, allowHost, memory } = config
  return {
    ...live,
    services,
    eager: eagerServices,
    seed,
    version,
    allowedHosts: [...allowHost, ...namedHosts(config)],
    async restart() {
      const failure = await restart(live.running(), { keepsFile: !memory, hasFixtures })
      if (failure === undefined) restarted()
      return failure
    },
  }
}

/** Restarts the state: a data file stays as it is, memory starts empty or from its fixtures. Returns why that failed. */
async function restart(
  running: Running | undefined,
  { keepsFile, hasFixtures }: { readonly keepsFile: boolean; readonly hasFixtures: boolean },
): Promise<string | undefined> {
  if (!running || keepsFile) return undefined
  return hasFixtures ? (await running.resetToFixture())?.message : running.reset()
}

/** Host, with a port, under which a request that names none is taken to have come. */
export function ownHost({ urlHost: host, host: [first = ''] }: Pick<Config, 'urlHost' | 'host'>, port: number): string {
  if (host !== undefined) return withPort(host, port)
  return `${first === '0.0.0.0' || first === '::' ? '127.0.0.1' : urlHost(first)}:${port}`
}

function withPort(host: string, port: number): string {
  return /:\d+$/.test(host) ? host : `${host}:${port}`
}

/** Names under which people said that twinmq is reached. */
export function namedHosts({ urlHost: host, publicUrl }: Config): readonly string[] {
  const urls = [...(host === undefined ? [] : [`http://${host}`]), ...(publicUrl === undefined ? [] : [publicUrl])]
  return urls.map((url) => new URL(url).hostname)
}

/** The certificate for HTTPS: that of the file, or one that is made. Rejects with `CertificateUnreadable`. */
export async function secureBy(config: Config): Promise<Secure> {
  if (config.tlsCert !== undefined) {
    const identity = await readIdentity(config.tlsCert, config.tlsKey)
    return () => identity
  }
  const named = namedHosts(config).map((host) => host.replace(/^\[|\]$/g, ''))
  const names = ['localhost', localstackHost, ...named].flatMap((host) => withBelow(host, config.region))
  return selfMade([...names, '127.0.0.1', '::1'], Date.now)
}

/** A name, and those that queue URLs put below it. */
function withBelow(host: string, region: string): readonly string[] {
  return isIP(host) > 0 ? [host] : [host, `*.${host}`, `sqs.${region}.${host}`, `${region}.queue.${host}`]
}
