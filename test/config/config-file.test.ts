import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { expect, onTestFinished, test } from 'vitest'
import { configFileNames, configFlag, readConfigFile } from '../../src/config/config-file.ts'
import { configFileSchema } from '../../src/config/config-file-schema.ts'
import { options } from '../../src/config/options.ts'

/** A folder with these files. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'twinmq-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

const reading = (text: string, name = 'twinmq.config.json') => readConfigFile(undefined, folderWith({ [name]: text }))

const json =
  '{ "port": 4567, "memory": true, "host": ["127.0.0.1", "::1"], "logLevel": "debug", "account": "012345678901" }'
const yaml = `# for tests
port: 4567
memory: true
host: [127.0.0.1, "::1"]
logLevel: debug
account: 012345678901
`
const given = { port: 4567, memory: true, host: ['127.0.0.1', '::1'], logLevel: 'debug', account: '012345678901' }

test('without a file there is nothing to read', async () => {
  expect(await readConfigFile(undefined, folderWith({}))).toBeUndefined()
})

for (const name of configFileNames)
  test(`${name} of the working folder is read`, async () => {
    const file = await reading(name.endsWith('json') ? json : yaml, name)
    expect(file).toEqual({ file: name, given, declared: undefined })
  })

test('an account of zeros in YAML is text, not the number 0', async () => {
  expect((await reading('account: 000000000000\n', 'twinmq.config.yaml'))?.given).toEqual({ account: '000000000000' })
})

test('a named file is read in the place of those of the folder', async () => {
  const folder = folderWith({ 'twinmq.config.json': json, 'other.yml': 'port: 1\n' })
  expect(await readConfigFile('other.yml', folder)).toMatchObject({ file: 'other.yml', given: { port: 1 } })
})

test('two files in one folder are refused, since either could be meant', async () => {
  const folder = folderWith({ 'twinmq.config.json': json, 'twinmq.config.yaml': yaml })
  await expect(readConfigFile(undefined, folder)).rejects.toThrow(
    'there are both twinmq.config.json and twinmq.config.yaml here; remove one, or name one with --config',
  )
  expect(await readConfigFile('twinmq.config.yaml', folder)).toMatchObject({ given })
})

test('an empty YAML file, and a $schema, say nothing', async () => {
  expect((await reading('# nothing yet\n', 'twinmq.config.yaml'))?.given).toEqual({})
  expect((await reading('{ "$schema": "./schema.json" }'))?.given).toEqual({})
})

test('one word stands for a list of one', async () => {
  expect((await reading('{ "host": "0.0.0.0" }'))?.given).toEqual({ host: ['0.0.0.0'] })
})

for (const [text, name, said] of [
  ['{\n "portt": 1 }', 'twinmq.config.json', /^twinmq.config.json, line 2: portt: .*did you mean port\?$/],
  [
    'memory: true\nlog-level: debug\n',
    'twinmq.config.yaml',
    /^twinmq.config.yaml, line 2: log-level: .*did you mean logLevel\?$/,
  ],
  ['TWINMQ_PUBLIC_URL: x\n', 'twinmq.config.yml', /did you mean publicUrl\?$/],
  ['{ "zzzzzzzz": 1 }', 'twinmq.config.json', /zzzzzzzz: no such option is known; twinmq --help lists them$/],
  ['{ "a": 1,\n\n "port": 99999 }', 'twinmq.config.json', /line 1: a: no such option/],
  ['{\n\n "port": 99999 }', 'twinmq.config.json', /line 3: port: '99999' is not 0-65535; port to listen on/],
  ['{ "memory": "yes" }', 'twinmq.config.json', /line 1: memory: "yes" is not true or false; keep no file/],
  ['{ "host": [\n "::1",\n {} ] }', 'twinmq.config.json', /line 3: host\[1\]: \{\} is not ADDRESS/],
  ['{ "logLevel": "loud" }', 'twinmq.config.json', /logLevel: 'loud' is not silent\|error\|warn\|info\|debug/],
  ['{ "queues": {} }', 'twinmq.config.json', /queues: a list is expected/],
  ['[]', 'twinmq.config.json', /line 1: an object of options is expected/],
  ['{ "port": 1,\n }', 'twinmq.config.json', /line 2: not valid JSON/],
  ['{ "port": 1,\n "port": 2 }', 'twinmq.config.json', /line 2: "port" is there twice/],
  ['port: 1\n---\nport: 2\n', 'twinmq.config.yaml', /line 2: this holds several documents; one is expected/],
  ['port: 1\nhost: ]\n', 'twinmq.config.yaml', /line 2: this is not YAML, from column 7 on: /],
  ['port: 1\nhost: *gone\n', 'twinmq.config.yaml', /line 2: host: there is no anchor &gone before this alias/],
  ['host: &a [*a]\n', 'twinmq.config.yaml', /line 1: host\[0\]: the alias \*a stands within its own anchor/],
  ['port: 1\nport: 2\n', 'twinmq.config.yaml', /line 2: port: this object already has the name "port"/],
] as const)
  test(`${JSON.stringify(text)} is refused with its place`, async () => {
    await expect(reading(text, name)).rejects.toThrow(said)
  })

test('a named file that is not there, or is none, is refused', async () => {
  const folder = folderWith({})
  await expect(readConfigFile('gone.json', folder)).rejects.toThrow('gone.json: there is no such file')
  await expect(readConfigFile(folder, folder)).rejects.toThrow('it is not a regular file')
})

test('--config is taken out of the words, wherever it stands', () => {
  expect(configFlag(['--memory', '--config', 'a.json', '--port', '0'])).toEqual({
    file: 'a.json',
    rest: ['--memory', '--port', '0'],
  })
  expect(configFlag(['--config=a.json'])).toEqual({ file: 'a.json', rest: [] })
  expect(configFlag(['--memory'])).toEqual({ rest: ['--memory'] })
  expect(() => configFlag(['--config'])).toThrow('--config needs a value: FILE')
})

const check = new Ajv({ allowUnionTypes: true, strict: false }).compile(configFileSchema())

test('the schema knows every option, and takes what is read', () => {
  expect(check(JSON.parse(json))).toBe(true)
  const known = Object.keys(Object(configFileSchema()).properties)
  expect(known).toEqual(['$schema', ...options.map(({ key }) => key), 'queues', 'topics'])
})

test('the schema takes queues and topics as the snapshot document has them', () => {
  const queues = [{ name: 'orders', attributes: { VisibilityTimeout: '30s' } }]
  expect(check({ queues, topics: [{ name: 'news' }] })).toBe(true)
  expect(check({ queues: [{ nam: 'orders' }] })).toBe(false)
})

test('messages that are to be made have durations with a unit', () => {
  const of = (visibleIn: unknown) => ({ queues: [{ name: 'orders', messages: [{ body: 'x', visibleIn }] }] })
  expect([check(of('30s')), check(of(30_000))]).toEqual([true, false])
})

test.each([{ portt: 1 }, { port: 99_999 }, { memory: 'yes' }, { logLevel: 'loud' }, { host: [{}] }])(
  'what the reader refuses the schema refuses: %j',
  (document) => {
    expect(check(document)).toBe(false)
  },
)
