import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeAll, expect, inject, test } from 'vitest'
import { consumer, run } from './consumer.ts'

let files: readonly string[]
let manifest: Record<string, unknown> & { readonly version: string }

beforeAll(() => {
  const tar = (...words: readonly string[]) => execFileSync('tar', words, { encoding: 'utf8', maxBuffer: 1024 ** 3 })
  files = tar('-tf', inject('tarball')).trim().split('\n')
  manifest = JSON.parse(tar('-xOf', inject('tarball'), 'package/package.json'))
})

test('the package is smaller than 1 MB', () => {
  expect(statSync(inject('tarball')).size).toBeLessThan(1_000_000)
})

test('it installs nothing beside itself, and runs nothing when it is installed', () => {
  expect(manifest.dependencies).toBeUndefined()
  expect(manifest.peerDependenciesMeta).toEqual({ vitest: { optional: true } })
  const scripts = Object.keys(Object(manifest.scripts))
  expect(scripts.filter((name) => /install$|^prepare$/.test(name))).toEqual([])
})

test('it holds the program, its types, its schema and the licences of what is in it, and nothing else', () => {
  const known =
    /^package\/(?:package\.json|LICENSE|README\.md|CHANGELOG\.md|dist\/(?:THIRD-PARTY-NOTICES\.txt|[\w.-]+\.(?:c?js|d\.c?ts|schema\.json)))$/
  expect(files.filter((file) => !known.test(file))).toEqual([])
  const types = files.filter((file) => file.endsWith('.d.ts')).map((file) => file.slice('package/dist/'.length, -5))
  expect(types.toSorted()).toEqual(['index', 'jest', 'library-options', 'queue-looks', 'vitest'])
})

test('the licence of every package that is bundled is in it', () => {
  const folder = consumer('smoke.mjs')
  const notices = readFileSync(join(folder, 'node_modules/twinmq/dist/THIRD-PARTY-NOTICES.txt'), 'utf8')
  for (const name of ['hono', '@hono/node-server', 'ajv', 'fast-uri', 'lowdb', 'saxes', 'xmlbuilder2', 'yaml'])
    expect(notices).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\((?:MIT|ISC|BSD-3-Clause)\\)\\n\\n`, 'm'))
  const licences = [...notices.matchAll(/^\S+ \d+\.\d+\.\d+ \((.*)\)$/gm)].map(({ 1: licence }) => licence)
  expect(licences.filter((licence) => !/^(?:MIT|ISC|BSD-3-Clause|Apache-2\.0)$/.test(licence ?? ''))).toEqual([])
})

test('publint finds nothing', async () => {
  const { code, output } = await run([resolve('node_modules/publint/src/cli.js'), inject('tarball'), '--strict'], '.')
  expect(output).toContain('All good!')
  expect(code).toBe(0)
})

test('types are found by every module system', async () => {
  const attw = resolve('node_modules/@arethetypeswrong/cli/dist/index.js')
  const { code, output } = await run([attw, inject('tarball')], '.')
  expect(output).toContain('No problems found')
  expect(code).toBe(0)
})

for (const [module, resolution, files] of [
  ['nodenext', 'nodenext', ['consumer.mts', 'consumer.cts']],
  ['esnext', 'bundler', ['consumer.mts']],
] as const)
  test(`a program in strict TypeScript compiles, with resolution ${resolution}`, async () => {
    const folder = consumer('consumer', ['@aws-sdk/client-sqs', '@types/node', 'undici-types', 'vitest'])
    const flags = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--target', 'es2022']
    const modules = ['--module', module, '--moduleResolution', resolution, '--types', 'node']
    // Declarations show whether every type can be named from outside.
    const out = ['--declaration', '--emitDeclarationOnly', '--outDir', 'out']
    const words = [resolve('node_modules/typescript/bin/tsc'), ...flags, ...modules, ...out, ...files]
    const { code, output } = await run(words, folder)
    expect(output).toBe('')
    expect(code).toBe(0)
  })

test('the schema of snapshots is found in it', () => {
  const folder = consumer('smoke.mjs')
  const schema = JSON.parse(readFileSync(join(folder, 'node_modules/twinmq/dist/snapshot.schema.json'), 'utf8'))
  expect(schema).toMatchObject({ $schema: expect.any(String), properties: { queues: expect.anything() } })
  expect(Object(manifest.exports)['./snapshot.schema.json']).toBe('./dist/snapshot.schema.json')
})
