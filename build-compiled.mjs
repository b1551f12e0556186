// What the build compiles ahead of time: the checks that ajv makes of JSON Schemas, and the texts that xmlbuilder2 makes of
// documents. The modules of the program say which, so that each stands in one place; run from source, they do it themselves.
import { rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

/** Loads every module of the program that describes a schema or a document, and hands out what they described. */
const describing = `
  import './src/emulator/emulator.ts'
  export { Ajv } from 'ajv'
  export { default as standaloneCode } from 'ajv/dist/standalone'
  export { ajvOptions } from './src/compiled/ajv-options.ts'
  export { jsonSchemas } from './src/compiled/json-check.ts'
  export { renderXml } from './src/compiled/render-xml.ts'
  export { xmlDescriptions } from './src/compiled/xml-text.ts'
`

/**
 * Modules that take the place of those in `src/compiled` that load ajv and xmlbuilder2, by file name. `inputs`: every file
 * that had a part in making them. Files pass through the folder `into`. The working folder is that of the repository.
 */
export async function compiledModules(into) {
  const file = join(resolve(into), 'describing.mjs')
  const { metafile, outputFiles } = await build({
    stdin: { contents: describing, resolveDir: process.cwd() },
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    outfile: file,
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  })
  writeFileSync(file, outputFiles[0].contents)
  try {
    const described = await import(pathToFileURL(file).href)
    return {
      modules: { 'compile-json-schema.ts': checksModule(described), 'render-xml.ts': textsModule(described) },
      inputs: Object.keys(metafile.inputs),
    }
  } finally {
    rmSync(file)
  }
}

/** A plugin that puts the modules in their places. */
export function compiledAhead(modules) {
  return {
    name: 'compiled ahead of time',
    setup(steps) {
      steps.onLoad({ filter: /[\\/]src[\\/]compiled[\\/][\w-]+\.ts$/ }, ({ path }) => {
        const contents = modules[path.split(/[\\/]/).at(-1)]
        return contents && { contents, loader: 'js' }
      })
    },
  }
}

function checksModule({ Ajv, standaloneCode, ajvOptions, jsonSchemas }) {
  const schemas = [...new Set(jsonSchemas.map((schema) => JSON.stringify(schema)))]
  const ajv = new Ajv({ ...ajvOptions, code: { source: true, esm: true } })
  for (const [index, schema] of schemas.entries()) ajv.addSchema(JSON.parse(schema), `check${index}`)
  const names = Object.fromEntries(schemas.map((_, index) => [`check${index}`, `check${index}`]))
  const table = schemas.map((schema, index) => `[${JSON.stringify(schema)}, check${index}]`)
  return `${standaloneCode(ajv, names)}
const checks = new Map([${table.join()}])
${lookUp('compileJsonSchema', 'checks')}`
}

function textsModule({ renderXml, xmlDescriptions }) {
  const texts = new Map(xmlDescriptions.map((one) => [JSON.stringify(one), renderXml(one)]))
  return `const texts = new Map(${JSON.stringify([...texts])})
${lookUp('renderXml', 'texts')}`
}

/** What was described after the modules were loaded is not there: a bug, which the tests that run from source look for too. */
function lookUp(name, table) {
  return `export function ${name}(description) {
  const found = ${table}.get(JSON.stringify(description))
  if (found === undefined) throw new Error('described too late to be compiled: ' + JSON.stringify(description))
  return found
}
`
}
