import type { Schema } from '../../protocols/schema.ts'
import type { Operation } from './operations.ts'

/** One member of an object. `required`: a client must send it. */
type Member = { readonly name: string; readonly schema: Schema<unknown>; readonly required: boolean }

/** The members that the service model has, in its order. */
export function membersOf(schema: Schema<unknown> | undefined): readonly Member[] {
  if (schema?.kind !== 'object') return []
  const { members, order = Object.keys(members) } = schema
  return order.flatMap((name) => {
    const member = members[name]
    if (!member || member.forClients === 'hidden') return []
    return [{ name, schema: member, required: !member.optional || member.forClients === 'required' }]
  })
}

/** The name of the list that an operation gives page by page; undefined: it has no pages. */
export function pagedList({ output }: Operation): string | undefined {
  const members = membersOf(output)
  if (!members.some(({ name }) => name === 'NextToken')) return undefined
  return members.find(({ schema }) => schema.kind === 'list')?.name
}
