import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import packageFile from '../package.json' with { type: 'json' }
import lockFile from '../package-lock.json' with { type: 'json' }
import { version } from '../src/version.ts'
import { repositoryFiles, textOf } from './support/sources.ts'

/** What people read, but for the history. */
const pages = repositoryFiles.filter((path) => /^(?:README|docs\/[\w-]+|bench\/README)\.md$/.test(path))
const recipes = ['Dockerfile', 'test/docker/build-image.sh']

test('the number is one that tools take for a LocalStack of today', () => {
  expect(packageFile.version).toMatch(/^4\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)$/)
})

test('the program, the lock file, the image and the newest section of the changelog have the number of the package', () => {
  expect(version).toBe(packageFile.version)
  expect([lockFile.version, lockFile.packages[''].version]).toEqual([version, version])
  expect(/^ARG VERSION=(.*)$/m.exec(textOf('Dockerfile'))?.[1]).toBe(version)
  expect(textOf('Dockerfile')).toContain(`org.opencontainers.image.version="\${VERSION}"`)
  expect(/^## (.*)$/m.exec(textOf('CHANGELOG.md'))?.[1]).toBe(version)
})

test('every package of a lock file has the digest that its download is checked with', () => {
  const files = repositoryFiles.filter((path) => path.endsWith('package-lock.json'))
  const packages = files.flatMap((file) =>
    Object.entries(Object(JSON.parse(textOf(file))).packages)
      .filter(([path]) => path !== '')
      .map(([path, one]) => ({ file, path, integrity: String(Object(one).integrity) })),
  )
  expect(files).toHaveLength(3)
  expect(packages.length).toBeGreaterThan(500)
  expect(packages.filter(({ integrity }) => !/^sha512-[\w+/]{86}==$/.test(integrity))).toEqual([])
})

test('pages name no other number of twinmq', () => {
  const named = pages.flatMap((page) =>
    [...textOf(page).matchAll(/\btwinmq(?::| |-)(\d[\w.]*\d)(?=\.tgz|\b)/g)].map(({ 1: number }) => ({ page, number })),
  )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter(({ number }) => number !== version)).toEqual([])
})

test('compose examples build every image, since no registry is known to have one', () => {
  const services = pages.flatMap((page) =>
    [...textOf(page).matchAll(/^```yaml[^\n]*\n(.*?)^```/gms)].flatMap(({ 1: text = '' }) => {
      const { services = {}, jobs = {} } = Object(parseAllDocuments(text)[0]?.toJS())
      const ofJobs = Object.values(jobs).map((job) => Object(job).services ?? {})
      return [services, ...ofJobs].flatMap((some) => Object.entries(some).map(([name, one]) => ({ page, name, one })))
    }),
  )
  expect(services.length).toBeGreaterThan(2)
  for (const { page, name, one } of services)
    expect(one, `${page}, ${name}`).toMatchObject({ build: expect.any(String) })
  expect(services.filter(({ one }) => 'image' in Object(one))).toEqual([])
})

test('addresses of this project stand in package.json, or nowhere', () => {
  const known = JSON.stringify(packageFile)
  const address =
    /\b(?:ghcr\.io|docker\.io|quay\.io|hub\.docker\.com|github\.com|npmjs\.com|gitlab\.com)\/[\w./@-]*twinmq\b/g
  const named = [...pages, ...recipes, 'CHANGELOG.md'].flatMap((page) => textOf(page).match(address) ?? [])
  expect(named.filter((one) => !known.includes(one))).toEqual([])
})

test('npx never asks whether it may install', () => {
  const texts = [...pages, ...repositoryFiles.filter((path) => /^src\/.*\.ts$/.test(path))]
  const calls = texts.flatMap((path) => textOf(path).match(/\bnpx\b(?! of\b)[^\n`]*/g) ?? [])
  expect(calls.length).toBeGreaterThan(0)
  expect(calls.filter((call) => !/^npx (?:-y|--yes) /.test(call))).toEqual([])
})
