import { Ajv } from 'ajv'
import { ajvOptions } from './ajv-options.ts'

/** Where and how a value strays from a JSON Schema: a JSON pointer, and keyword, parameters and text as ajv gives them. */
export type JsonFault = {
  readonly instancePath: string
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
  readonly message?: string
}

/** What ajv makes of a JSON Schema: a check that keeps the faults of its last value. */
export type CompiledCheck = {
  (value: unknown): boolean
  errors?: readonly JsonFault[] | null
}

const ajv = new Ajv(ajvOptions)

/** Compiles a JSON Schema. The build puts a module in the place of this one that holds every check compiled, and no ajv. */
export function compileJsonSchema(schema: object): CompiledCheck {
  return ajv.compile(schema)
}
