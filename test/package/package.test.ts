import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join, posix, resolve } from 'node:path'
import { beforeAll, expect, inject, test } from 'vitest'
import { consumer, run } from './consumer.ts'

let files: readonly string[]
let manifest: Record<string, unknown> & { readonly version: string }

const tar = (...words: readonly string[]) => execFileSync('tar', words, { encoding: 'utf8', maxBuffer: 1024 ** 3 })
const textIn = (file: string): string => tar('-xOf', inject('tarball'), file)

/** Headings of a page, as links name them. */
function headingsIn(page: string): readonly string[] {
  const headings = [...textIn(page).matchAll(/^#+ (.*)$/gm)].map(({ 1: words = '' }) => words.toLowerCase())
  return headings.map((words) => words.replaceAll(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-'))
}

beforeAll(() => {
  files = tar('-tf', inject('tarball')).trim().split('\n')
  manifest = JSON.parse(textIn('package/package.json'))
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

test('it holds the program, its types, its schema, its pages and the licences of what is in it, and nothing else', () => {
  const known =
    /^package\/(?:package\.json|LICENSE|README\.md|CHANGELOG\.md|docs\/[\w-]+\.md|bench\/README\.md|fixtures\/demo\/[\w-]+\.json|dist\/(?:THIRD-PARTY-NOTICES\.txt|[\w.-]+\.(?:c?js|d\.c?ts|schema\.json)|(?:library|admin)\/[\w-]+\.d\.c?ts))$/
  expect(files.filter((file) => !known.test(file))).toEqual([])
  const types = files.filter((file) => file.endsWith('.d.ts')).map((file) => file.slice('package/dist/'.length, -5))
  expect(types.toSorted()).toEqual([
    'admin/queue-view',
    'index',
    'jest',
    'library/errors',
    'library/options',
    'library/snapshot-document',
    'library/start',
    'library/twinmq',
    'vitest',
  ])
})

test('every relative link of a page in it leads to a file in it, and to a heading that is there', () => {
  const links = files
    .filter((file) => file.endsWith('.md'))
    .flatMap((page) =>
      [...textIn(page).matchAll(/\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].map(({ 1: path = '', 2: heading }) => {
        const target = path === '' ? page : posix.join(posix.dirname(page), path)
        return { page, target, heading }
      }),
    )
  expect(links.length).toBeGreaterThan(20)
  const broken = links.filter(({ target, heading }) => {
    const isThere = files.includes(target) || files.some((file) => file.startsWith(`${target.replace(/\/$/, '')}/`))
    return !isThere || (heading !== undefined && !headingsIn(target).includes(heading))
  })
  expect(broken).toEqual([])
})

test('fixtures that its pages name by path are in it', () => {
  const pages = files.filter((file) => file.endsWith('.md')).map(textIn)
  const named = pages.flatMap((text) => text.match(/\bfixtures\/demo\/[\w-]+\.json/g) ?? [])
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((name) => !files.includes(`package/${name}`))).toEqual([])
})

test('the licence of every package that is bundled is in it', () => {
  const folder = consumer('smoke.mjs')
  const notices = readFileSync(join(folder, 'node_modules/twinmq/dist/THIRD-PARTY-NOTICES.txt'), 'utf8')
  for (const name of [
    'hono',
    '@hono/node-server',
    'ajv',
    'fast-uri',
    'jsonc-parser',
    'lowdb',
    'saxes',
    'xmlbuilder2',
    'yaml',
  ])
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
