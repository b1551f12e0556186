// What the build makes ahead of time: the checks that ajv compiles from JSON Schemas, the texts that xmlbuilder2 renders from
// documents, and the operations that a client takes from the action rows. The modules of the program describe them, so that
// each stands in one place. Run from source, these modules do the same work at run time.
import { rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

/** Loads every module of the program that describes a schema or a document, and hands out what they described. */
const describing = `
  import './src/emulator/emulator.ts'
  export { operations } from './src/client/operations.ts'
  export { Ajv } from 'ajv'
  export { default as standaloneCode } from 'ajv/dist/standalone'
  export { ajvOptions } from './src/compiled/ajv-options.ts'
  export { jsonSchemas } from './src/compiled/json-check.ts'
  export { renderXml } from './src/compiled/render-xml.ts'
  export { xmlDescriptions } from './src/compiled/xml-text.ts'
`

/**
 * Modules that replace those that load ajv, xmlbuilder2 and the action rows, by their path in `src`. `inputs`: every file
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
      modules: {
        'compiled/compile-json-schema.ts': checksModule(described),
        'compiled/render-xml.ts': textsModule(described),
        'client/operations.ts': valueModule('operations', described.operations),
      },
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
      steps.onLoad({ filter: /[\\/]src[\\/](?:compiled|client)[\\/][\w-]+\.ts$/ }, ({ path }) => {
        const contents = modules[path.split(/[\\/]/).slice(-2).join('/')]
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

/** A module that holds one plain value, each part of it once. */
function valueModule(name, value) {
  const parts = new Map()
  const written = (one) => {
    if (typeof one !== 'object') return JSON.stringify(one)
    const text = Array.isArray(one)
      ? `[${one.map(written)}]`
      : `{${Object.entries(one).map(([key, part]) => `${JSON.stringify(key)}:${written(part)}`)}}`
    if (!parts.has(text)) parts.set(text, `part${parts.size}`)
    return parts.get(text)
  }
  const whole = written(value)
  return `${[...parts].map(([text, part]) => `const ${part} = ${text}\n`).join('')}export const ${name} = ${whole}`
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
