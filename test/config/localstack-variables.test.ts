import { describe, expect, test } from 'vitest'
import { localstackVariables } from '../../src/config/localstack-variables.ts'
import { completeConfig, type GivenConfig } from '../../src/config/options.ts'
import { type ReadOptions, readOptions } from '../../src/config/read-options.ts'

type Variables = Readonly<Record<string, string>>

function read(variables: Variables, flags: readonly string[] = []): ReadOptions {
  const outcome = readOptions(flags, variables)
  if ('problem' in outcome) throw new Error(outcome.problem)
  return outcome
}

describe('a variable of LocalStack sets an option', () => {
  test.each<[name: string, text: string, given: GivenConfig]>([
    ['GATEWAY_LISTEN', ':4567', { listen: [':4567'] }],
    ['GATEWAY_LISTEN', '127.0.0.1:4567,', { listen: ['127.0.0.1:4567'] }],
    ['GATEWAY_LISTEN', '0.0.0.0:4566, [::1]:4567', { listen: ['0.0.0.0:4566', '[::1]:4567'] }],
    ['EDGE_PORT', '4567', { listen: [':4567'] }],
    ['LOCALSTACK_HOST', 'queue:4567', { urlHost: 'queue:4567' }],
    ['LOCALSTACK_HOST', ':4567', { urlHost: 'localhost.localstack.cloud:4567' }],
    ['HOSTNAME_EXTERNAL', 'queue', { urlHost: 'queue' }],
    ['USE_SSL', '1', { urlScheme: 'https' }],
    ['CUSTOM_SSL_CERT_PATH', 'server.pem', { tlsCert: 'server.pem' }],
    ['SQS_ENDPOINT_STRATEGY', 'standard', { sqsEndpointStrategy: 'standard' }],
    ['SQS_ENDPOINT_STRATEGY', 'Standard', { sqsEndpointStrategy: 'off' }],
    ['SQS_DELAY_PURGE_RETRY', 'true', { purgeCoolDown: true }],
    ['SQS_DELAY_RECENTLY_DELETED', 'True', { deleteCoolDown: true }],
    ['SQS_ENABLE_MESSAGE_RETENTION_PERIOD', '0', { retention: 'off' }],
    ['SQS_ENABLE_MESSAGE_RETENTION_PERIOD', '1', { retention: 'short' }],
    ['SQS_DISABLE_MAX_NUMBER_OF_MESSAGE_LIMIT', '1', { unlimitedReceive: true }],
    ['SERVICES', 'sqs:4576, STS', { services: ['sqs', 'sts'] }],
    ['EAGER_SERVICE_LOADING', '1', { eagerServices: true }],
    ['DEBUG', '1', { logLevel: 'debug' }],
    ['DEBUG', '0', {}],
    ['LS_LOG', 'trace', { logLevel: 'debug' }],
    ['LS_LOG', 'WARNING', { logLevel: 'warn' }],
    ['EXTRA_CORS_ALLOWED_ORIGINS', 'https://a.example,', { corsOrigins: ['https://a.example'] }],
    ['EXTRA_CORS_ALLOWED_HEADERS', 'x-a,x-b', { corsHeaders: ['x-a', 'x-b'] }],
    ['EXTRA_CORS_EXPOSE_HEADERS', 'x-c', { corsExposedHeaders: ['x-c'] }],
    ['DISABLE_CORS_CHECKS', '1', { noCorsChecks: true }],
    ['DISABLE_CORS_HEADERS', '1', { noCorsHeaders: true }],
    ['DISABLE_PREFLIGHT_PROCESSING', '1', { noPreflight: true }],
    ['LOCALSTACK_RESPONSE_HEADER_ENABLED', '0', { noLocalstackHeader: true }],
    ['PARITY_AWS_ACCESS_KEY_ID', '1', { awsAccessKeys: true }],
  ])('%s=%s', (name, text, given) => {
    const outcome = read({ [name]: text })
    expect(outcome.given).toEqual(given)
    expect(outcome.localstackNames).toEqual(Object.keys(given).length > 0 ? [name] : [])
    expect(completeConfig(outcome.given)).toHaveProperty('config')
  })

  test('of two names for one thing the newer, or the more precise', () => {
    expect(read({ GATEWAY_LISTEN: ':1', EDGE_PORT: '2' })).toMatchObject({
      given: { listen: [':1'] },
      localstackNames: ['GATEWAY_LISTEN'],
      warnings: [expect.stringMatching(/^EDGE_PORT: not used/)],
    })
    expect(read({ LS_LOG: 'error', DEBUG: '1' }).given).toEqual({ logLevel: 'error' })
  })

  test('STRICT_SERVICE_LOADING=0 enables what SERVICES does not list', () => {
    expect(read({ SERVICES: 'sqs', STRICT_SERVICE_LOADING: '0' }).given).toEqual({ services: [] })
  })

  test('an empty one is as none', () => {
    const empty = Object.fromEntries(localstackVariables.map(({ name }) => [name, '']))
    expect(read(empty)).toMatchObject({ given: {}, warnings: [] })
  })
})

describe('a name that begins with LOCALSTACK_ stands for the rest of it', () => {
  test('and comes before the plain one', () => {
    expect(read({ LOCALSTACK_DEBUG: '1' })).toMatchObject({
      given: { logLevel: 'debug' },
      localstackNames: ['LOCALSTACK_DEBUG'],
    })
    expect(read({ LOCALSTACK_USE_SSL: '0', USE_SSL: '1' }).given).toEqual({ urlScheme: 'http' })
  })

  test('except for those that begin with LOCALSTACK_HOST, or have a digit there', () => {
    expect(read({ LOCALSTACK_HOSTNAME_EXTERNAL: 'queue', LOCALSTACK_4566: '1' })).toMatchObject({
      given: {},
      warnings: [],
    })
  })
})

describe('what may not have been meant so is said, and stops nothing', () => {
  test.each<[Variables, RegExp]>([
    [{ USE_SSL: 'maybe' }, /^USE_SSL=maybe is neither on nor off, so it counts as off$/],
    [{ DEBUG: 'app:*' }, /^DEBUG=app:\* is neither on nor off/],
    [{ SQS_ENDPOINT_STRATEGY: 'host' }, /^SQS_ENDPOINT_STRATEGY=host is not one of .*, so it counts as off$/],
    [{ LS_LOG: 'loud' }, /^LS_LOG=loud has no effect/],
    [{ SERVICES: 'sqs,s3,sns' }, /^SERVICES lists s3, sns, which twinmq does not have/],
    [{ EDGE_PORT: '4567' }, /^EDGE_PORT is an old name in LocalStack; use GATEWAY_LISTEN/],
    [{ EDGE_PORT: 'many' }, /^EDGE_PORT=many has no effect/],
    [{ HOSTNAME_EXTERNAL: 'a b' }, /^HOSTNAME_EXTERNAL=a b has no effect/],
    [{ DATA_DIR: '/tmp', DEFAULT_REGION: 'eu-west-1' }, /^DEFAULT_REGION, DATA_DIR: old names in LocalStack/],
  ])('%j', (variables, line) => {
    expect(read(variables).warnings).toEqual([expect.stringMatching(line)])
  })

  test('so is what a flag overrules', () => {
    const { warnings, localstackNames } = read({ GATEWAY_LISTEN: ':1', LS_LOG: 'error' }, ['--port', '2'])
    expect(warnings).toEqual([expect.stringMatching(/^GATEWAY_LISTEN: not used/)])
    expect(localstackNames).toEqual(['LS_LOG'])
  })

  test('but nothing of variables that have no say here', () => {
    const quiet = {
      ACTIVATE_PRO: '1',
      LOCALSTACK_AUTH_TOKEN: 'x',
      LOCALSTACK_API_KEY: 'x',
      LAMBDA_EXECUTOR: 'docker',
      DOCKER_HOST: 'unix:///var/run/docker.sock',
      SQS_DISABLE_CLOUDWATCH_METRICS: '1',
      SQS_CLOUDWATCH_METRICS_REPORT_INTERVAL: '10',
    }
    expect(read(quiet)).toMatchObject({ given: {}, localstackNames: [], warnings: [] })
  })
})

test('an address to listen on that cannot be read stops the start with a line that names it', () => {
  const expected = { problem: expect.stringMatching(/^GATEWAY_LISTEN: 'a:b' is not HOST:PORT; /) }
  expect(readOptions([], { GATEWAY_LISTEN: 'a:b' })).toEqual(expected)
  expect(readOptions(['--port', '1'], { GATEWAY_LISTEN: 'a:b' })).toHaveProperty('given')
  expect(readOptions([], { LOCALSTACK_HOST: 'a b' })).toEqual({ problem: expect.stringMatching(/^LOCALSTACK_HOST: /) })
})

test('every variable says what it does, under a name of its own', () => {
  expect(new Set(localstackVariables.map(({ name }) => name)).size).toBe(localstackVariables.length)
  for (const { meaning } of localstackVariables) expect(meaning).not.toBe('')
})
