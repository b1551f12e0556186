import { describe, expect, test } from 'vitest'
import type { GivenConfig } from '../../src/config/options.ts'
import { type ReadOptions, readOptions } from '../../src/config/read-options.ts'

type Variables = Readonly<Record<string, string>>

function read(flags: readonly string[], variables: Variables = {}, file?: GivenConfig): ReadOptions {
  const outcome = readOptions(flags, variables, file)
  if ('problem' in outcome) throw new Error(outcome.problem)
  return outcome
}

describe('of several places that give an option the first of these counts', () => {
  const localstack = { SQS_ENDPOINT_STRATEGY: 'path' }
  const variable = { TWINMQ_SQS_ENDPOINT_STRATEGY: 'domain', ...localstack }
  const file: GivenConfig = { sqsEndpointStrategy: 'off', seed: 3 }

  test.each<[readonly string[], Variables, GivenConfig | undefined, string | undefined, string | undefined]>([
    [['--sqs-endpoint-strategy=standard'], variable, file, 'standard', '--sqs-endpoint-strategy'],
    [[], variable, file, 'domain', 'TWINMQ_SQS_ENDPOINT_STRATEGY'],
    [[], localstack, file, 'path', 'SQS_ENDPOINT_STRATEGY'],
    [[], {}, file, 'off', 'config file'],
    [[], {}, undefined, undefined, undefined],
  ])('%j, %j, %j: %s', (flags, variables, given, value, source) => {
    const { given: options, sources } = read(flags, variables, given)
    expect(options.sqsEndpointStrategy).toBe(value)
    expect(sources.sqsEndpointStrategy).toBe(source)
  })

  test('and the rest of a lesser place still counts', () => {
    expect(read(['--strict'], variable, file)).toMatchObject({
      given: { strict: true, sqsEndpointStrategy: 'domain', seed: 3 },
      sources: { strict: '--strict', seed: 'config file' },
    })
  })
})

describe('what counts also wins over its rival of a lesser place', () => {
  test('GATEWAY_LISTEN counts only without --host, --port and their variables', () => {
    const GATEWAY_LISTEN = '0.0.0.0:4567'
    expect(read([], { GATEWAY_LISTEN }).given).toEqual({ listen: ['0.0.0.0:4567'] })
    expect(read(['--port', '1'], { GATEWAY_LISTEN }).given).toEqual({ port: 1 })
    expect(read(['--host', '::1'], { GATEWAY_LISTEN }).given).toEqual({ host: ['::1'] })
    expect(read([], { GATEWAY_LISTEN, TWINMQ_PORT: '1' }).given).toEqual({ port: 1 })
    expect(read([], { GATEWAY_LISTEN, TWINMQ_HOST: '::1' }).given).toEqual({ host: ['::1'] })
    expect(read([], { GATEWAY_LISTEN }, { port: 1, host: ['::1'] }).given).toEqual({ listen: ['0.0.0.0:4567'] })
  })

  test('a variable that turns something off speaks against nothing', () => {
    expect(read([], { TWINMQ_MEMORY: '0' }, { data: 'x.json' }).given).toMatchObject({ data: 'x.json' })
  })
})

describe('in the image of a container', () => {
  const image = { TWINMQ_IMAGE: '1' }

  test('everyone may call and nothing is kept, by default', () => {
    expect(read([], image)).toMatchObject({
      given: { host: ['0.0.0.0'], memory: true },
      sources: { host: 'image', memory: 'image' },
    })
  })

  test('PERSISTENCE, a folder that is mounted, and TWINMQ_DATA keep the state, the last of these first', () => {
    const mounted = { ...image, TWINMQ_IMAGE_DATA: '/data/state.json' }
    expect(read([], { ...image, PERSISTENCE: '1' }).given).toEqual({
      host: ['0.0.0.0'],
      data: '/var/lib/localstack/twinmq/state.json',
    })
    expect(read([], mounted).given).toEqual({ host: ['0.0.0.0'], data: '/data/state.json' })
    expect(read([], { ...mounted, TWINMQ_MEMORY: '1' }).given).toEqual({ host: ['0.0.0.0'], memory: true })
    expect(read([], { ...mounted, PERSISTENCE: '1', TWINMQ_DATA: 'x' }).given).toEqual({ host: ['0.0.0.0'], data: 'x' })
    expect(read([], { ...image, PERSISTENCE: '0' }).given).toMatchObject({ memory: true })
  })

  test('an address without a host is open to everyone', () => {
    expect(read([], { ...image, GATEWAY_LISTEN: ':4567,[::]:4568' }).given).toMatchObject({
      listen: ['0.0.0.0:4567', '[::]:4568'],
    })
  })
})

test.each([
  [['--memory'], {}, {}, '--memory'],
  [[], { TWINMQ_MEMORY: '1' }, {}, 'TWINMQ_MEMORY'],
  [[], {}, { memory: true }, 'memory of the config file'],
  [['--memory'], { TWINMQ_IMAGE: '1' }, {}, '--memory'],
])('PERSISTENCE beside %j %j %j is said, with what wins', (flags, variables, file, winner) => {
  const line = `PERSISTENCE is on, but ${winner} wins: the state is in memory and is lost when twinmq stops`
  expect(read(flags, { ...variables, PERSISTENCE: '1' }, file)).toMatchObject({
    given: { memory: true },
    warnings: [line],
  })
  expect(read(flags, { ...variables, LOCALSTACK_PERSISTENCE: 'true' }, file).warnings).toEqual([`LOCALSTACK_${line}`])
  expect(read(flags, { ...variables, PERSISTENCE: '0' }, file).warnings).toEqual([])
})

test('PERSISTENCE changes nothing elsewhere', () => {
  expect(read([], { PERSISTENCE: '1' })).toMatchObject({ given: {}, localstackNames: [], warnings: [] })
})
