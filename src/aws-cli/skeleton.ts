import type { Shape, Value } from './shape.ts'

/** A document with a place for every member of a shape. `name`: what stands for text in a sample of an answer. */
export function skeletonOf(shape: Shape, name = '', named = false): Value {
  const below = (inner: Shape, innerName: string): Value => skeletonOf(inner, named ? innerName : '', named)
  switch (shape.kind) {
    case 'structure':
      return Object.fromEntries(Object.entries(shape.members).map(([member, inner]) => [member, below(inner, member)]))
    case 'list':
      return [below(shape.of, 'String')]
    case 'map':
      return { KeyName: below(shape.of, '') }
    case 'number':
      return 0
    case 'boolean':
      return true
    case 'blob':
      return null
    case 'instant':
      return '1970-01-01T00:00:00+00:00'
    default:
      return name
  }
}
