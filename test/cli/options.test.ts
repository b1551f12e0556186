import { expect, test } from 'vitest'
import { type Config, completeConfig, defaultConfig, type GivenConfig, options } from '../../src/config/options.ts'
import { readOptions } from '../../src/config/read-options.ts'
import { Command } from '../support/command.ts'
import { ask, json } from '../support/http.ts'

/** What flags and variables amount to; the line that is said when they are no good. */
function read(flags: readonly string[], variables: Record<string, string> = {}): GivenConfig | string {
  const read = readOptions(flags, variables)
  return 'problem' in read ? read.problem : read.given
}

/** A good text for every option, and what it means. */
const samples: { readonly [K in keyof Config]: readonly [text: string, value: Config[K]] } = {
  host: ['127.0.0.1, ::1', ['127.0.0.1', '::1']],
  port: ['0', 0],
  listen: ['0.0.0.0:4567,[::1]', ['0.0.0.0:4567', '[::1]']],
  tlsCert: ['server.pem', 'server.pem'],
  tlsKey: ['key.pem', 'key.pem'],
  data: ['x.json', 'x.json'],
  verifyData: ['on', true],
  strictInitFiles: ['1', true],
  memory: ['yes', true],
  fixture: ['a.json,b.json', ['a.json', 'b.json']],
  durability: ['disk', 'disk'],
  namespace: ['shared', 'shared'],
  strict: ['ON', true],
  auth: ['keys.json', 'keys.json'],
  publicUrl: ['https://mq.example:8443/', 'https://mq.example:8443'],
  pushAnywhere: ['on', true],
  allowHost: ['a.example,b.example', ['a.example', 'b.example']],
  account: ['1234567890123456', '1234567890123456'],
  region: ['cn-hangzhou', 'cn-hangzhou'],
  clock: ['manual', 'manual'],
  now: ['2026-01-01T00:00:00Z', Date.UTC(2026, 0, 1)],
  seed: ['9007199254740991', 9_007_199_254_740_991],
  logLevel: ['debug', 'debug'],
  logFormat: ['json', 'json'],
  purgeCoolDown: ['1', true],
  deleteCoolDown: ['1', true],
  retention: ['short', 'short'],
  unlimitedReceive: ['1', true],
  sqsEndpointStrategy: ['standard', 'standard'],
  urlHost: ['[::1]:4567', '[::1]:4567'],
  urlScheme: ['https', 'https'],
  services: ['sqs,sts', ['sqs', 'sts']],
  eagerServices: ['1', true],
  noLocalstackHeader: ['1', true],
  awsAccessKeys: ['1', true],
  corsOrigins: ['*', ['*']],
  corsHeaders: ['x-a,x-b', ['x-a', 'x-b']],
  corsExposedHeaders: ['x-c', ['x-c']],
  noCorsChecks: ['1', true],
  noCorsHeaders: ['1', true],
  noPreflight: ['1', true],
  initFolder: ['/a,/b', ['/a', '/b']],
}

test('every key of the configuration is one option, with names of its own', () => {
  expect(options.map(({ key }) => key).sort()).toEqual(Object.keys(defaultConfig).sort())
  expect(new Set(options.map(({ flag }) => flag)).size).toBe(options.length)
  for (const { flag, variable } of options)
    expect(variable).toBe(`TWINMQ_${flag.slice(2).toUpperCase().replaceAll('-', '_')}`)
})

for (const { key, flag, variable } of options) {
  const [text, value] = samples[key]
  test(`${flag} and ${variable} take ${text}`, () => {
    expect(read([`${flag}=${text}`])).toEqual({ [key]: value })
    expect(read([], { [variable]: text })).toEqual({ [key]: value })
  })

  test(`${flag} wins over ${variable}, whatever that says`, () => {
    expect(read([`${flag}=${text}`], { [variable]: ' no good ' })).toEqual({ [key]: value })
  })
}

test('a value may follow its flag as a word of its own', () => {
  expect(read(['--port', '9324', '--strict', '--seed', '7'])).toEqual({ port: 9_324, strict: true, seed: 7 })
})

test('an option that takes many may be given many times', () => {
  expect(read(['--host', '127.0.0.1', '--host', '::1', '--allow-host', 'a,b', '--allow-host', 'c'])).toEqual({
    host: ['127.0.0.1', '::1'],
    allowHost: ['a', 'b', 'c'],
  })
})

test('an option that takes many forgets its variable when it is given', () => {
  expect(read(['--host', '::1'], { TWINMQ_HOST: '127.0.0.1' })).toEqual({ host: ['::1'] })
})

for (const text of ['1', 'true', 'yes', 'on', 'TRUE', 'Yes'])
  test(`TWINMQ_STRICT=${text} is on`, () => expect(read([], { TWINMQ_STRICT: text })).toEqual({ strict: true }))

for (const text of ['0', 'false', 'no', 'off', '', 'OFF'])
  test(`TWINMQ_STRICT=${text} is off`, () => expect(read([], { TWINMQ_STRICT: text })).toEqual({ strict: false }))

test('an empty variable of an option that takes a value is as none', () => {
  expect(read([], { TWINMQ_PORT: '', TWINMQ_HOST: '' })).toEqual({})
})

for (const [flag, text] of [
  ['--port', '65536'],
  ['--port', '-1'],
  ['--port', '80.5'],
  ['--host', 'a,,b'],
  ['--data', ''],
  ['--durability', 'disc'],
  ['--namespace', 'Shared'],
  ['--strict', 'maybe'],
  ['--strict', '__proto__'],
  ['--public-url', 'localhost:4566'],
  ['--public-url', 'ftp://localhost'],
  ['--account', '12345'],
  ['--account', '12345678901234567'],
  ['--region', 'us east'],
  ['--clock', 'slow'],
  ['--now', 'tomorrow'],
  ['--seed', '-1'],
  ['--seed', '9007199254740992'],
  ['--log-level', 'loud'],
  ['--log-format', 'xml'],
  ['--listen', 'a:b'],
  ['--listen', ':4566,'],
  ['--retention', 'maybe'],
  ['--sqs-endpoint-strategy', 'host'],
  ['--url-host', 'a b'],
] as const)
  test(`${flag}=${text} is refused by its name`, () => {
    expect(read([`${flag}=${text}`])).toEqual(expect.stringContaining(`${flag}: '${text}' is not `))
  })

test('--now means a manual clock', () => {
  expect(completeConfig({ now: 5 })).toEqual({ config: { ...defaultConfig, now: 5, clock: 'manual' } })
  expect(completeConfig({ now: 5, clock: 'manual' })).toMatchObject({ config: { clock: 'manual' } })
})

test('without a word every option has its default', () => {
  expect(completeConfig({})).toEqual({ config: defaultConfig })
})

test('variables reach the command, and a flag wins over its variable', async () => {
  const variables = { TWINMQ_MEMORY: '1', TWINMQ_PORT: '1', TWINMQ_NOW: '2026-01-01T00:00:00Z' }
  const command = await Command.start(['--now', '2027-01-01T00:00:00Z'], { variables })
  const clock = json(await ask(command.port, { path: '/_twinmq/clock' }))
  expect(clock).toMatchObject({ mode: 'manual', now: '2027-01-01T00:00:00.000Z' })
})

test('a flag also wins over the variable of what it excludes', () => {
  expect(read(['--data', 'x.json'], { TWINMQ_MEMORY: '1' })).toEqual({ data: 'x.json' })
  expect(read(['--memory'], { TWINMQ_DATA: 'x.json' })).toEqual({ memory: true })
  expect(read(['--clock', 'system'], { TWINMQ_NOW: '5' })).toEqual({ clock: 'system' })
  expect(read([], { TWINMQ_MEMORY: '1', TWINMQ_DATA: 'x.json' })).toEqual({ data: 'x.json' })
})

test('two flags that exclude each other are refused', () => {
  expect(completeConfig({ memory: true, data: 'x.json' })).toEqual({
    problem: '--memory and --data exclude each other',
  })
  expect(completeConfig({ now: 5, clock: 'system' })).toEqual({ problem: '--now needs --clock manual' })
  expect(completeConfig({ listen: [':1'], port: 2 })).toEqual({ problem: '--listen and --port exclude each other' })
  expect(completeConfig({ listen: [':1'], host: ['::1'] })).toEqual({
    problem: '--listen and --host exclude each other',
  })
  expect(completeConfig({ tlsKey: 'key.pem' })).toEqual({ problem: '--tls-key needs --tls-cert' })
})

test('a folder of scripts that is named and not there stops the start', async () => {
  const { code, stderr } = await Command.run(['--memory', '--port', '0', '--init-folder', '/no/such/folder'])
  expect([code, stderr]).toEqual([
    2,
    'twinmq: --init-folder: /no/such/folder is not a folder; create it, or name another\n',
  ])
})
