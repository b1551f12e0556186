import { compileJsonSchema } from './compile-json-schema.ts'

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

/** Every JSON Schema that a check was made for, in order. The build compiles them ahead of time. */
export const jsonSchemas: object[] = []

/** A check of values against a JSON Schema: yields the first fault, or undefined. Made when a module is loaded, and not later. */
export function jsonCheck(schema: object): (value: unknown) => JsonFault | undefined {
  jsonSchemas.push(schema)
  let check: CompiledCheck | undefined
  return (value) => {
    check ??= compileJsonSchema(schema)
    return check(value) ? undefined : check.errors?.[0]
  }
}
