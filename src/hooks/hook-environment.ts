import { type ListenAddress, urlHost } from '../config/addresses.ts'

/** Variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>

const local = new Set(['0.0.0.0', '::', '127.0.0.1', '::1', 'localhost'])

/**
 * The environment of scripts: that of this process, with variables that point clients at the twinmq on those addresses.
 * Keys and region that are given stay. AWS_REGION is not added, because it would override AWS_DEFAULT_REGION, which most
 * scripts set. Variables that point clients elsewhere are replaced. `awslocal` reads AWS_ENDPOINT_URL before LOCALSTACK_HOST. Source: AWS SDKs and Tools Reference Guide, service-specific endpoints.
 */
export function hookEnvironment(given: Environment, addresses: readonly ListenAddress[], region: string): Environment {
  const found = addresses.find(({ host }) => local.has(host))
  const { host, port } = found ? { host: 'localhost', port: found.port } : addresses[0]!
  const authority = `${urlHost(host)}:${port}`
  const url = `http://${authority}`
  const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== ''))
  const spoken = said.AWS_DEFAULT_REGION ?? said.AWS_REGION ?? region
  const open = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test', LOCALSTACK_HOST: authority }
  const endpoints = { AWS_ENDPOINT_URL: url, AWS_ENDPOINT_URL_SQS: url, AWS_ENDPOINT_URL_STS: url, TWINMQ_URL: url }
  const ours = { ...endpoints, AWS_DEFAULT_REGION: spoken, AWS_PROFILE: undefined }
  return { ...given, ...open, ...said, ...ours }
}
