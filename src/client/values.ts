/** Any value that a parameter or an answer holds. */
export type Value = null | boolean | number | string | readonly Value[] | Values

/** Values by name. */
export type Values = { readonly [name: string]: Value }

/** Whether it holds values by name. */
export function isValues(value: Value | undefined): value is Values {
  return typeof value === 'object' && value !== null && !isList(value)
}

/** Whether it is a list. */
export function isList(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value)
}
