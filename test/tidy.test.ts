import { expect, test } from 'vitest'
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

const product = sourcesIn('src', 'protocols')
const entryPoints = ['src/cli.ts', 'src/index.ts']
const compositionRoot = 'src/emulator.ts'
/** Holds a data file at rest, for commands that need no emulator. */
const dataFileAtRest = 'src/commands/data-file.ts'

/** What each part of the program may import: folders and files of ours, then packages. `types`: nothing of it at run time. */
const directions: readonly {
  readonly part: string
  readonly ours: readonly string[]
  readonly types?: readonly string[]
  readonly packages: RegExp
}[] = [
  { part: 'src/core/', ours: ['src/core/'], packages: /^node:crypto$/ },
  { part: 'src/store/', ours: ['src/store/', 'src/core/', 'src/time-text.ts'], packages: /^node:|^lowdb/ },
  {
    part: 'protocols/',
    // The model also holds the settings on which both clouds agree.
    ours: ['protocols/', 'src/core/model.ts'],
    types: ['src/core/'],
    packages: /^(?:node:(?:buffer|crypto|querystring)|ajv|saxes|xmlbuilder2)$/,
  },
  { part: 'src/broker/', ours: ['src/broker/', 'src/core/', 'src/store/'], packages: /^node:crypto$/ },
  {
    part: 'src/admin/',
    ours: ['src/admin/', 'src/broker/', 'src/core/', 'src/log.ts', 'src/time-text.ts'],
    packages: /^(?:node:(?:net|perf_hooks|stream)|hono|hono\/.*|ajv)$/,
  },
  {
    part: 'src/server/',
    ours: ['src/server/', 'src/broker/', 'src/admin/', 'src/core/', 'protocols/', 'src/log.ts'],
    packages: /^(?:node:.*|hono|hono\/.*|@hono\/node-server(?:\/.*)?)$/,
  },
  { part: 'src/version.ts', ours: ['package.json'], packages: /^$/ },
  { part: 'src/time-text.ts', ours: [], packages: /^$/ },
  { part: 'src/config.ts', ours: ['src/time-text.ts'], packages: /^$/ },
  { part: 'src/log.ts', ours: ['src/config.ts'], packages: /^$/ },
  {
    part: 'src/index.ts',
    ours: ['src/emulator.ts', 'src/config.ts', 'src/fixtures.ts', 'src/log.ts', 'src/time-text.ts'],
    types: ['src/admin/running.ts'],
    packages: /^$/,
  },
  {
    part: 'src/fixtures.ts',
    ours: ['src/core/', 'src/store/'],
    packages: /^node:fs(?:\/promises)?$/,
  },
  {
    part: 'src/documents.ts',
    ours: ['src/admin/', 'src/broker/', 'src/core/', 'src/fixtures.ts', 'src/store/'],
    packages: /^$/,
  },
  {
    part: 'src/starting-state.ts',
    ours: ['src/broker/', 'src/config.ts', 'src/core/', 'src/fixtures.ts', 'src/log.ts', 'src/store/'],
    packages: /^$/,
  },
  {
    part: 'src/keys-file.ts',
    ours: ['protocols/keys.ts', 'src/store/line-of.ts'],
    packages: /^(?:node:fs\/promises|ajv)$/,
  },
  { part: 'src/cli.ts', ours: ['src/commands/', 'src/version.ts'], packages: /^$/ },
  {
    part: 'src/commands/',
    ours: [
      'src/commands/',
      'src/snapshots/',
      'src/import/',
      'src/store/',
      'src/core/',
      'src/broker/random.ts',
      'src/server/listen.ts',
      'src/emulator.ts',
      'src/config.ts',
      'src/keys-file.ts',
      'src/log.ts',
      'src/version.ts',
    ],
    packages: /^node:/,
  },
  {
    part: 'src/import/',
    // Answers of endpoints in XML are read as requests are; times are written as in snapshots.
    ours: ['src/import/', 'src/store/instants.ts', 'protocols/xml.ts'],
    types: ['protocols/xml-element.ts'],
    packages: /^yaml$/,
  },
  { part: 'src/snapshots/', ours: ['src/snapshots/', 'src/store/', 'src/core/'], packages: /^$/ },
  { part: compositionRoot, ours: ['src/', 'protocols/'], packages: /^node:/ },
]

/** Implementations, which the composition root alone chooses. */
const implementations = /^(?:src\/store\/(?:file|memory)-store|protocols\/(?:sqs|mns)\/adapter)\.ts$/

/** What has no place where there is neither time nor chance nor the world. */
const bannedInCore =
  /\b(?:Date|Math\.random|randomUUID|randomBytes|setTimeout|setInterval|setImmediate|queueMicrotask|process|performance|console|fetch|require|async|await|Promise)\b|node:(?!crypto)/g

/** Absolute paths of some machine (`node` is the user of the image), and hosts that packages come from. */
const machinePath = /(?<![\w.:/@$}*-])\/(?:home(?!\/node\b)|root|Users|work|mnt|srv|workspace)\/[\w.-]+/
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
  const without = sourcesIn('protocols/sqs/actions', 'protocols/mns/actions').flatMap(({ path, text }) => {
    const cloud = path.split('/')[1]
    const names = [...text.matchAll(/^ {2,4}name: '(\w+)'/gm)].map(({ 1: name = '' }) => name)
    if (names.length === 0) return [`${path} has no row`]
    return names.filter((name) => !hasFixture(`fixtures/${cloud}/${kebab(name)}/`)).map((name) => `${cloud} ${name}`)
  })
  expect(without).toEqual([])
})

test('no fixture is longer than 60 lines', () => {
  const long = repositoryFiles
    .filter((path) => /^fixtures\/(?:sqs|mns)\/.*\.(?:json|xml)$/.test(path))
    .filter((path) => textOf(path).trimEnd().split('\n').length > 60)
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
  return repositoryFiles.some((path) => path.startsWith(folder) && path.endsWith('.json'))
}

function kebab(name: string): string {
  return name.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()
}

function at({ path, text }: Source, place: number, what: string): string {
  return `${path}:${lineAt(text, place)} ${what}`
}
