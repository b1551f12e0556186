import { expect, test } from 'vitest'
import { rules, rulesPage } from './docs/rules.mjs'
import { circlesIn, graphOf } from './support/circles.ts'
import {
  compositionRoot,
  dataFileAtRest,
  directions,
  foldersOfRows,
  looseFiles,
  typeCircles,
} from './support/directions.ts'
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
  expect(circlesIn(graphOf(importsOf(product, false)))).toEqual([])
})

test('files know each other in circles only where a type needs it', () => {
  const listed = typeCircles.map(({ files }) => files).sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
  expect(circlesIn(graphOf(importsOf(product, true)))).toEqual(listed)
})

test('no circle between rooms: files and folders of one folder import one way', () => {
  const pairs = importsOf(product, false)
  const folders = new Set(product.flatMap(({ path }) => foldersAbove(roomOf(path))))
  const circles = [...folders].flatMap((folder) => {
    const within = pairs.flatMap(([from, to]): [string, string][] => {
      const [a, b] = [childOf(folder, roomOf(from)), childOf(folder, roomOf(to))]
      return a === undefined || b === undefined || a === b ? [] : [[a, b]]
    })
    return circlesIn(graphOf(within)).map((circle) => `${folder}: ${circle.join(', ')}`)
  })
  expect(folders.size).toBeGreaterThan(20)
  expect(circles).toEqual([])
})

test('nothing stands loose in src/ but entry points', () => {
  const loose = product.flatMap(({ path }) => /^src\/([\w-]+)\.ts$/.exec(path)?.[1] ?? [])
  expect(loose.sort()).toEqual(looseFiles)
})

test('a file of fewer than 15 lines has two importers, or is a row of a table', () => {
  const importers = new Map(product.map(({ path }) => [path, new Set<string>()]))
  for (const [from, to] of importsOf(product, true)) importers.get(to)?.add(from)
  const wrong = product
    .filter(({ path, lines }) => lines < 15 && !looseFiles.includes(path.slice('src/'.length, -'.ts'.length)))
    .filter(({ path }) => !foldersOfRows.some((folder) => path.startsWith(folder)))
    .filter(({ path }) => importers.get(path)!.size < 2)
  expect(wrong.map(({ path, lines }) => `${path} has ${lines} lines`)).toEqual([])
})

test('no file passes on what another exports, but the list of what the package exports', () => {
  const wrong = sources.filter(({ code }) => /^export\s+(?:\*|(?:type\s+)?\{)/m.test(code)).map(({ path }) => path)
  expect(wrong).toEqual(['src/index.ts'])
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

/** Pairs of files of which the first imports the second, with or without imports of types alone. */
function importsOf(files: readonly Source[], types: boolean): [from: string, to: string][] {
  const ours = new Set(files.map(({ path }) => path))
  return files.flatMap(({ path, imports }) =>
    imports
      .filter(({ from, typesOnly }) => ours.has(from) && from !== path && (types || !typesOnly))
      .map(({ from }): [string, string] => [path, from]),
  )
}

/** The protocols are a room of the house like those in `src/`. */
function roomOf(path: string): string {
  return path.replace(/^src\//, '')
}

/** The folders that hold a file, the outermost, which has no name, first. */
function foldersAbove(path: string): string[] {
  const steps = path.split('/').slice(0, -1)
  return ['', ...steps.map((_, index) => `${steps.slice(0, index + 1).join('/')}/`)]
}

/** The file or folder directly in a folder that a file is, or is in. */
function childOf(folder: string, path: string): string | undefined {
  return path.startsWith(folder) ? path.slice(folder.length).split('/')[0] : undefined
}

function hasFixture(folder: string): boolean {
  return repositoryFiles.some((path) => path.startsWith(folder) && path.endsWith('.yaml'))
}

function at({ path, text }: Source, place: number, what: string): string {
  return `${path}:${lineAt(text, place)} ${what}`
}
