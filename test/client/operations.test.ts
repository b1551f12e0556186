import { expect, test } from 'vitest'
import type { Schema } from '../../protocols/schema.ts'
import { membersOf, pagedList } from '../../src/client/members.ts'
import { operationOf, sqs } from '../../src/client/services.ts'
import { type Described, operations } from '../wire/service-description.ts'

test.each(operations)(
  '$name has the members that its service model has, and needs those that the model needs',
  (model) => {
    const { input, output } = operationOf(sqs, model.name)
    expect(shown(input, 'required')).toEqual(described(model.input, 'required'))
    expect(output && shown(output, 'all')).toEqual(model.output && described(model.output, 'all'))
  },
)

test('the lists that come in pages are found by their NextToken', () => {
  const paged = sqs.operations.flatMap((operation) => {
    const list = pagedList(operation)
    return list === undefined ? [] : [[operation.name, list]]
  })
  expect(paged).toEqual([
    ['ListDeadLetterSourceQueues', 'queueUrls'],
    ['ListQueues', 'QueueUrls'],
  ])
})

type Marks = 'required' | 'all'

/** Names of members at every depth; a required one has a mark where that is asked for. */
function shown(schema: Schema<unknown>, marks: Marks): unknown {
  if (schema.kind === 'list') return [shown(schema.item, marks)]
  if (schema.kind === 'map') return { '*': shown(schema.value, marks) }
  if (schema.kind !== 'object') return schema.kind
  const members = membersOf(schema).map(({ name, schema: member, required }): [string, unknown] => [
    marks === 'required' && required ? `${name}!` : name,
    shown(member, marks),
  ])
  return Object.fromEntries(members)
}

function described(model: Described, marks: Marks): unknown {
  if (model.kind === 'list') return [described(model.item, marks)]
  if (model.kind === 'map') return { '*': described(model.value, marks) }
  if (model.kind !== 'object') return model.kind
  const members = Object.entries(model.members).map(([name, member]): [string, unknown] => [
    marks === 'required' && model.required.includes(name) ? `${name}!` : name,
    described(member, marks),
  ])
  return Object.fromEntries(members)
}
