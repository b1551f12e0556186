import { Ajv } from 'ajv'
import { ajvOptions } from './ajv-options.ts'
import type { CompiledCheck } from './json-check.ts'

const ajv = new Ajv(ajvOptions)

/** Compiles a JSON Schema. The build puts a module in the place of this one that holds every check compiled, and no ajv. */
export function compileJsonSchema(schema: object): CompiledCheck {
  return ajv.compile(schema)
}
