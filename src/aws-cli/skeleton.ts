import type { Schema } from '../../protocols/schema.ts'
import { membersOf } from '../client/members.ts'
import type { Value } from '../client/values.ts'

/** A document with a place for every member of a schema. `name`: the word in the place of text, in a sample of an answer. */
export function skeletonOf(schema: Schema<unknown>, name = '', named = false): Value {
  const below = (inner: Schema<unknown>, innerName: string): Value => skeletonOf(inner, named ? innerName : '', named)
  switch (schema.kind) {
    case 'object':
      return Object.fromEntries(
        membersOf(schema).map(({ name: member, schema: inner }) => [member, below(inner, member)]),
      )
    case 'list':
      return [below(schema.item, 'String')]
    case 'map':
      return { KeyName: below(schema.value, '') }
    case 'integer':
      return 0
    case 'boolean':
      return true
    default:
      if (schema.form === 'base64') return null
      return schema.form === 'instant' ? '1970-01-01T00:00:00+00:00' : name
  }
}
