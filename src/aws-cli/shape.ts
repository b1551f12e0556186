/** What a parameter, or a part of an answer, looks like. */
export type Shape = Scalar | ListShape | MapShape | StructureShape

type Scalar = {
  readonly kind: 'text' | 'number' | 'boolean' | 'blob' | 'instant'
  /** Least number of characters. */
  readonly min?: number
}

type ListShape = { readonly kind: 'list'; readonly of: Shape }

type MapShape = { readonly kind: 'map'; readonly of: Shape }

/** Members by name, in the order in which they are shown. */
export type StructureShape = { readonly kind: 'structure'; readonly members: Readonly<Record<string, Member>> }

/** One member of a structure. */
type Member = Shape & { readonly required?: true }

/** Any value that a parameter or an answer may hold. */
export type Value = null | boolean | number | string | readonly Value[] | Values

/** Values by name. */
export type Values = { readonly [name: string]: Value }

/** Text of any length. */
export const text: Shape = { kind: 'text' }
/** A whole number. */
export const number: Shape = { kind: 'number' }
/** Yes or no. */
export const boolean: Shape = { kind: 'boolean' }
/** Bytes, written as base64. */
export const blob: Shape = { kind: 'blob' }
/** A moment, written as ISO 8601. */
export const instant: Shape = { kind: 'instant' }

/** Text of at least so many characters. */
export function textFrom(min: number): Shape {
  return { kind: 'text', min }
}

/** Any number of one shape. */
export function list(of: Shape): Shape {
  return { kind: 'list', of }
}

/** Names of any kind, each with a value of one shape. */
export function map(of: Shape): Shape {
  return { kind: 'map', of }
}

/** Members with names of their own. */
export function structure(members: StructureShape['members']): StructureShape {
  return { kind: 'structure', members }
}

/** A member that must be given. */
export function needed(shape: Shape): Member {
  return { ...shape, required: true }
}

/** Whether it holds values by name. */
export function isValues(value: Value | undefined): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether it is a list. */
export function isList(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value)
}
