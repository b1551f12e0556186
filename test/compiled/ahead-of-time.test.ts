import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { compiledAhead, compiledModules } from '../../build-compiled.mjs'
import { operations } from '../../src/client/operations.ts'
import { type CompiledCheck, compileJsonSchema } from '../../src/compiled/compile-json-schema.ts'
import { jsonSchemas } from '../../src/compiled/json-check.ts'
import { renderXml, type XmlDescription } from '../../src/compiled/render-xml.ts'
import { xmlDescriptions } from '../../src/compiled/xml-text.ts'
// Whatever the program describes is described once this is loaded.
import '../../src/emulator/emulator.ts'

/** The replacements of the modules that load ajv, xmlbuilder2 and the action rows. */
type Ahead = {
  readonly compileJsonSchema: (schema: object) => CompiledCheck
  readonly renderXml: (description: XmlDescription) => string
  readonly operations: typeof operations
}

const folder = mkdtempSync(join(tmpdir(), 'twinmq-compiled-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const all = `
  export { operations } from './src/client/operations.ts'
  export { compileJsonSchema } from './src/compiled/compile-json-schema.ts'
  export { renderXml } from './src/compiled/render-xml.ts'
`
const { modules } = await compiledModules(folder)
const { outputFiles, metafile } = await build({
  stdin: { contents: all, resolveDir: process.cwd() },
  plugins: [compiledAhead(modules)],
  bundle: true,
  write: false,
  metafile: true,
  platform: 'node',
  format: 'esm',
})
writeFileSync(join(folder, 'ahead.mjs'), outputFiles[0]!.contents)
const ahead: Ahead = await import(pathToFileURL(join(folder, 'ahead.mjs')).href)

test('what is compiled ahead holds neither ajv nor xmlbuilder2, but for what checks call', () => {
  const packages = Object.keys(metafile.inputs).filter((path) => path.includes('node_modules/'))
  expect(packages.filter((path) => !/node_modules\/(?:ajv\/dist\/runtime|fast-deep-equal)\//.test(path))).toEqual([])
})

test('the operations of clients are the action rows, without the actions', () => {
  expect(ahead.operations).toEqual(operations)
  expect(Object.keys(metafile.inputs).filter((path) => path.startsWith('protocols/'))).toEqual([])
})

test('every text is the one that xmlbuilder2 renders', () => {
  expect(xmlDescriptions.length).toBeGreaterThan(100)
  for (const description of xmlDescriptions) expect(ahead.renderXml(description)).toBe(renderXml(description))
})

test('every check finds the faults that ajv finds, in values that are right, nearly right and wrong', () => {
  expect(jsonSchemas.length).toBeGreaterThan(20)
  let right = 0
  let wrong = 0
  for (const schema of jsonSchemas) {
    const check = ahead.compileJsonSchema(schema)
    const byAjv = compileJsonSchema(schema)
    const agree = (value: unknown): void => {
      const passes = check(value)
      expect(passes).toBe(byAjv(value))
      expect(check.errors).toEqual(byAjv.errors)
      if (passes) right += 1
      else wrong += 1
    }
    fc.assert(fc.property(likeOf(schema), agree), { numRuns: 60 })
  }
  expect(right).toBeGreaterThan(100)
  expect(wrong).toBeGreaterThan(100)
})

test('what no module described is refused, not passed over', () => {
  expect(() => ahead.compileJsonSchema({ type: 'null' })).toThrow('described too late')
  expect(() => ahead.renderXml({ document: { A: 'b' }, lineBreaks: false })).toThrow('described too late')
})

/** Values as a schema wants them, now and then with a part that may be anything. */
function likeOf(schema: object): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 12, arbitrary: rightFor(Object(schema)) }, { weight: 1, arbitrary: fc.jsonValue() })
}

function rightFor(schema: Record<string, unknown>): fc.Arbitrary<unknown> {
  const { const: only, enum: some, oneOf, items, properties, additionalProperties: others, pattern } = schema
  if (only !== undefined) return fc.constant(only)
  if (Array.isArray(some)) return fc.constantFrom(...some)
  if (Array.isArray(oneOf)) return fc.oneof(...oneOf.map(likeOf))
  if (typeof pattern === 'string')
    return fc.constantFrom('123456789012', '123456', 'a b', '', '0123456789abcdef'.repeat(2))
  if (schema.type === 'array') return fc.array(likeOf(Object(items)), { maxLength: 3 })
  if (properties) {
    const members = Object.entries(properties).map(([name, member]): [string, fc.Arbitrary<unknown>] => [
      name,
      likeOf(member),
    ])
    // Mostly whole, so that what is deep inside is looked at too.
    const whole = fc.record(Object.fromEntries(members))
    return fc.oneof(whole, fc.record(Object.fromEntries(members), { requiredKeys: [] }))
  }
  if (schema.type === 'object') return fc.dictionary(fc.string(), likeOf(Object(others)), { maxKeys: 3 })
  return fc.oneof(...[schema.type].flat().map((type) => scalars[String(type)]!))
}

const scalars: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  string: fc.string(),
  integer: fc.integer(),
  number: fc.double({ noNaN: true }),
  boolean: fc.boolean(),
  null: fc.constant(null),
}
