import { expect, test } from 'vitest'
import { rules, rulesPage } from './docs/rules.mjs'
import { compositionRoot, dataFileAtRest, directions } from './support/directions.ts'
import {
  bodiesOf,
  lineAt,
  reachedFrom,
  repositoryFiles,
  type Source,
  sources,
  sourcesIn,
  textOf,
} from './support/sources.ts'
import { actionsCalled } from './wire/actions-called.ts'
import { fixtures } from './wire/fixture.ts'

const product = sourcesIn('src', 'protocols')
const entryPoints = ['src/cli.ts', 'src/index.ts', 'src/vitest.ts', 'src/jest.ts', 'src/aws-cli/main.ts']
/** Implementations, which the composition root alone chooses. */
const implementations = /^(?:src\/store\/(?:file|memory)-store|protocols\/(?:sqs|mns|sts)\/adapter)\.ts$/

/** What has no place where there is neither time nor chance nor the world. */
const bannedInCore =
  /\b(?:Date|Math\.random|randomUUID|randomBytes|setTimeout|setInterval|setImmediate|queueMicrotask|process|performance|console|fetch|require|async|await|Promise)\b|node:(?!crypto)/g

/** Absolute paths of some machine (`node` and `twinmq` are users of images), and hosts that packages come from. */
const machinePath = /(?<![\w.:/@$}*-])\/(?:home(?!\/(?:node|twinmq)\b)|root|Users|work|mnt|srv|workspace)\/[\w.-]+/
const registryHost = /https?:\/\/[\w.-]*(?:registry|artifactory|nexus|mirror|pypi)[\w.-]*\.[a-z]+/i

const places = (found: readonly (string | readonly string[])[]): string[] => found.flat().sort()

test('imports point one way', () => {
  const wrong = directions.flatMap(({ part, ours, types = [], packages }) =>
    product
      .filter(({ path }) => path.startsWith(part))
      .flatMap(({ path, imports }) =>
        imports
          .filter(({ from, typesOnly }) => {
            const allowed = typesOnly ? [...ours, ...types] : ours
            return !allowed.some((start) => from.startsWith(start)) && !packages.test(from)
          })
          .map(({ from }) => `${path} imports ${from}`),
      ),
  )
  expect(wrong).toEqual([])
})

test('every file has a direction', () => {
  const without = product.filter(({ path }) => !directions.some(({ part }) => path.startsWith(part)))
  expect(without.map(({ path }) => path)).toEqual([])
})

test('only the composition root chooses implementations', () => {
  const wrong = product
    .filter(({ path }) => path !== compositionRoot && path !== dataFileAtRest)
    .flatMap(({ path, imports }) =>
      imports.filter(({ from }) => implementations.test(from)).map(({ from }) => `${path} imports ${from}`),
    )
  expect(wrong).toEqual([])
})

test('no file imports itself by way of others', () => {
  const importsAtRunTime = new Map(
    product.map(({ path, imports }) => [path, imports.filter(({ typesOnly }) => !typesOnly).map(({ from }) => from)]),
  )
  const circles: string[] = []
  const walk = (path: string, way: readonly string[]): void => {
    if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path].join(' → '))
    else if (!finished.has(path)) for (const next of importsAtRunTime.get(path) ?? []) walk(next, [...way, path])
    finished.add(path)
  }
  const finished = new Set<string>()
  for (const path of importsAtRunTime.keys()) walk(path, [])
  expect(circles).toEqual([])
})

test('no file passes on what another exports', () => {
  const wrong = sources.filter(({ code }) => /^export\s+(?:\*|(?:type\s+)?\{)/m.test(code)).map(({ path }) => path)
  expect(wrong).toEqual([])
})

test('the core knows neither time nor chance nor the world', () => {
  const wrong = sourcesIn('src/core').flatMap((source) =>
    [...source.code.matchAll(bannedInCore)].map(({ 0: word, index }) => at(source, index, word)),
  )
  expect(wrong).toEqual([])
})

test('every file of the program is reached from the command or the library', () => {
  const reached = reachedFrom(entryPoints)
  expect(product.map(({ path }) => path).filter((path) => !reached.has(path))).toEqual([])
})

test('every file among the tests is a test, or serves one', async () => {
  const tests = sourcesIn('test').map(({ path }) => path)
  const run = tests.filter((path) => path.endsWith('.test.ts'))
  const configured = tests.filter((path) => textOf('vitest.config.ts').includes(`'${path}'`))
  const reached = reachedFrom([...run, ...configured])
  expect(tests.filter((path) => !reached.has(path))).toEqual([])
  expect(run.filter((path) => path.startsWith('test/clients/'))).toEqual([])
})

test('every export is used in another file', () => {
  const used = new Set(
    sources.flatMap(({ imports }) => imports.flatMap(({ from, names }) => names.map((name) => `${from} ${name}`))),
  )
  const configured = textOf('vitest.config.ts')
  const unused = sources
    .filter(
      ({ path }) => !entryPoints.includes(path) && !path.endsWith('.config.ts') && !configured.includes(`'${path}'`),
    )
    .flatMap(({ path, exports }) =>
      exports.filter(({ name }) => !used.has(`${path} ${name}`)).map(({ name }) => `${path} ${name}`),
    )
  expect(places(unused)).toEqual([])
})

test('every export says what it is', () => {
  const silent = [...product, ...sourcesIn('test/support')].flatMap(({ path, exports }) =>
    exports.filter(({ documented }) => !documented).map(({ name, line }) => `${path}:${line} ${name}`),
  )
  expect(silent).toEqual([])
})

test('no function is longer than 60 lines', () => {
  const long = sources.flatMap((source) =>
    bodiesOf(source)
      .filter(({ lines }) => lines > 60)
      .map(({ line, lines }) => `${source.path}:${line} has ${lines} lines`),
  )
  expect(long).toEqual([])
})

test('no file is longer than 300 lines', () => {
  const long = sources.filter(({ lines }) => lines > 300)
  expect(long.map(({ path, lines }) => `${path} has ${lines} lines`)).toEqual([])
})

test('nothing is of any type', () => {
  const wrong = sources.flatMap((source) =>
    [...source.code.matchAll(/[:<,|&([]\s*any\b(?!\s*[:?(])|\bas\s+any\b|=\s*any\b/g)].map(({ index }) =>
      at(source, index, 'any'),
    ),
  )
  expect(wrong).toEqual([])
})

test('every action of both clouds has a fixture', () => {
  const called = new Set(fixtures.flatMap(({ fixture }) => actionsCalled(fixture)))
  const without = sourcesIn('protocols/sqs/actions', 'protocols/mns/actions').flatMap(({ path, text }) => {
    const cloud = path.split('/')[1]
    const names = [...text.matchAll(/^ {2,4}name: '(\w+)'/gm)].map(({ 1: name = '' }) => name)
    if (names.length === 0) return [`${path} has no row`]
    return names.map((name) => `${cloud} ${name}`).filter((name) => !called.has(name))
  })
  expect(without).toEqual([])
})

test('every rule says in one sentence what it is, and where that comes from', () => {
  expect(rules().filter(({ sentence, source }) => sentence === '' || source === '')).toEqual([])
})

test('every rule has a test of its name, and fixtures', () => {
  const without = rules().flatMap(({ code, test, fixtures }) => [
    ...(repositoryFiles.includes(test) ? [] : [`${code} has no ${test}`]),
    ...(hasFixture(fixtures) ? [] : [`${code} has no ${fixtures}`]),
  ])
  expect(without).toEqual([])
})

test('every folder of fixtures of a rule has a rule of its name', () => {
  const names = new Set(rules().map(({ name }) => name))
  const folders = repositoryFiles.flatMap((path) => /^fixtures\/rules\/([^/]+)\//.exec(path)?.[1] ?? [])
  expect(folders.filter((name) => !names.has(name))).toEqual([])
})

test('numbers of rules stand nowhere else in the core', () => {
  const places = /^src\/core\/(?:handlers\/|events\/|(?:evolve|model|topic|topics|turn)\.ts$)/
  const wrong = sources
    .filter(({ path }) => places.test(path))
    .flatMap((source) =>
      [...source.code.matchAll(/\b\d[\d_]+\b/g)].map(({ index, 0: what }) => at(source, index, what)),
    )
  expect(wrong).toEqual([])
})

test('the page of rules is current', () => {
  expect(textOf('docs/rules.md'), 'write it with: npm run rules').toBe(rulesPage())
})

test('no fixture is longer than 80 lines, but what was recorded', () => {
  const long = repositoryFiles
    .filter((path) => /^fixtures\/(?:rules|sqs|mns)\/(?!clients\/)/.test(path))
    .filter((path) => textOf(path).trimEnd().split('\n').length > 80)
  expect(long).toEqual([])
})

test('no file knows a machine, or where packages come from', () => {
  const wrong = repositoryFiles.filter((path) => {
    const text = textOf(path)
    return machinePath.test(text) || registryHost.test(text)
  })
  expect(wrong).toEqual([])
})

function hasFixture(folder: string): boolean {
  return repositoryFiles.some((path) => path.startsWith(folder) && path.endsWith('.yaml'))
}

function at({ path, text }: Source, place: number, what: string): string {
  return `${path}:${lineAt(text, place)} ${what}`
}
