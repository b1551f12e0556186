import { expect, expectTypeOf, test } from 'vitest'
import { type Config, defaultConfig } from '../../src/config/options.ts'
import { startTwinmq, type TwinmqOptions } from '../../src/index.ts'

/** Settings that only the command has a use for. */
const ofTheCommand = [
  'memory',
  'listen',
  'initFolder',
  'strictInitFiles',
  'logLevel',
  'logFormat',
  'services',
  'eagerServices',
  'noLocalstackHeader',
] as const satisfies readonly (keyof Config)[]

/** As the command has it; a manual clock and fixtures are given in more forms. */
type ForLibrary = Omit<Config, (typeof ofTheCommand)[number] | 'now' | 'fixture'>

test('every option of the command is one of the library, or known not to be', () => {
  expectTypeOf<Omit<TwinmqOptions, 'fixture' | 'now'>>().toEqualTypeOf<{
    readonly [K in keyof ForLibrary]?: ForLibrary[K] | undefined
  }>()
})

test('an option that is not there is refused by its name', async () => {
  for (const name of [...ofTheCommand, 'prot', 'toString']) {
    const options: TwinmqOptions = Object.fromEntries([[name, 'x']])
    await expect(startTwinmq(options)).rejects.toMatchObject({
      code: 'badOption',
      message: expect.stringContaining(name),
    })
  }
})

test.each([
  ['ports', 'port'],
  ['tls-cert', 'tlsCert'],
  ['--tls-cert', 'tlsCert'],
  ['TWINMQ_LOG_FORMT', undefined],
  ['TWINMQ_TLS_CERT', 'tlsCert'],
  ['regon', 'region'],
])('%s is refused, and %s is proposed', async (name, meant) => {
  const message = `there is no option ${name}${meant === undefined ? '' : `; did you mean ${meant}?`}`
  await expect(startTwinmq({ [name]: 'x' })).rejects.toMatchObject({ code: 'badOption', message })
})

test('an option that is undefined stands at its default', async () => {
  const none: TwinmqOptions = Object.fromEntries(
    Object.keys(defaultConfig)
      .filter((key) => !ofTheCommand.some((name) => name === key))
      .map((key) => [key, undefined]),
  )
  await using twinmq = await startTwinmq(none)
  expect(twinmq).toMatchObject({ account: '000000000000', region: 'us-east-1' })
})

test('a list may be one text, and nothing else', async () => {
  const twinmq = await startTwinmq({ host: '127.0.0.1' as never })
  expect(twinmq.url).toMatch(/^http:\/\/127\.0\.0\.1:/)
  await twinmq.stop()
  await expect(startTwinmq({ allowHost: 7 as never })).rejects.toMatchObject({ code: 'badOption' })
})

test.each(['memory', 'listen', 'logLevel'])('%s is refused with what to do instead', async (name) => {
  const refusal = { code: 'badOption', message: expect.not.stringMatching(/^there is no option \w+$/) }
  await expect(startTwinmq({ [name]: 'x' })).rejects.toMatchObject(refusal)
})
