import { type CompiledCheck, compileJsonSchema, type JsonFault } from './compile-json-schema.ts'

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
