import type { Members, Schema } from '../schema.ts'
import { skeleton } from '../xml/skeleton.ts'

/** Namespace of every answer. Source: the service description of SQS, API version 2012-11-05. */
export const namespace = 'http://queue.amazonaws.com/doc/2012-11-05/'

/** Writes values of one shape as XML. */
interface XmlWriter {
  write(value: unknown): string
}

const fragment = { prolog: '' }

/** A writer of the answers of an action, which may have no output. Source: AWS Query protocol, response envelope. */
export function documentWriter(
  action: string,
  output: Schema<unknown> | undefined,
): (output: object, requestId: string) => string {
  const result = output && xmlWriter(`${action}Result`, output)
  const content = { '@xmlns': namespace, '#': '{{{result}}}', ResponseMetadata: { RequestId: '{{requestId}}' } }
  const envelope = skeleton({ [`${action}Response`]: content })
  return (value, requestId) => envelope.fill({ result: result ? result.write(value) : '', requestId })
}

/**
 * A writer of values of that shape. As SQS has it, lists and maps stand flat in what holds them: each item under the name
 * of its own, none under that of the list. Source: AWS Query protocol, flattened lists and maps.
 */
function xmlWriter(name: string, schema: Schema<unknown>): XmlWriter {
  switch (schema.kind) {
    case 'list':
      return listWriter(xmlWriter(schema.element, schema.item))
    case 'map':
      return mapWriter(schema.element, schema.key, xmlWriter('Value', schema.value))
    case 'object':
      return objectWriter(name, schema.members)
    default:
      return scalarWriter(name)
  }
}

function scalarWriter(name: string): XmlWriter {
  const element = skeleton({ [name]: '{{value}}' }, fragment)
  return { write: (value) => element.fill({ value: String(value) }) }
}

function listWriter(item: XmlWriter): XmlWriter {
  return {
    write(values: readonly unknown[]) {
      let markup = ''
      for (const value of values) markup += item.write(value)
      return markup
    },
  }
}

function mapWriter(element: string, key: string, writer: XmlWriter): XmlWriter {
  const pair = skeleton({ [element]: { [key]: '{{key}}', '#': '{{{value}}}' } }, fragment)
  return {
    write(values: Readonly<Record<string, unknown>>) {
      let markup = ''
      for (const [name, value] of Object.entries(values)) markup += pair.fill({ key: name, value: writer.write(value) })
      return markup
    },
  }
}

/** Members that are always there share one skeleton; the others fill the slot at its end. */
function objectWriter(name: string, members: Members): XmlWriter {
  const fixed = Object.keys(members).filter((member) => isFixed(members[member]!))
  const others = Object.entries(members)
    .filter(([member]) => !fixed.includes(member))
    .map(([member, schema]) => ({ member, writer: xmlWriter(member, schema) }))
  const slots = Object.fromEntries(fixed.map((member) => [member, `{{${member}}}`]))
  const whole = skeleton({ [name]: { ...slots, '#': '{{{others}}}' } }, fragment)
  const empty = skeleton({ [name]: {} }, fragment)
  return {
    write(value: Readonly<Record<string, unknown>>) {
      const values: Record<string, string> = { others: '' }
      for (const member of fixed) values[member] = String(value[member])
      for (const { member, writer } of others) {
        if (value[member] !== undefined) values.others += writer.write(value[member])
      }
      return fixed.length === 0 && values.others === '' ? empty.fill({}) : whole.fill(values)
    },
  }
}

function isFixed(schema: Schema<unknown>): boolean {
  return !schema.optional && (schema.kind === 'text' || schema.kind === 'integer' || schema.kind === 'boolean')
}
