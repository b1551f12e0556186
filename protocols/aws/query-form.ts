import { unescape as percentDecoded } from 'node:querystring'
import type { Members, Schema } from '../schema.ts'

/** Parameters of a request: `A.1.B=x` is the text of the field B of the field 1 of the field A. */
export type Form = { text: string | undefined; fields: Map<string, Form> | undefined }

/** No request that SQS takes has more parameters, or deeper ones: ten entries with ten attributes each come to 500. */
const maximumParameters = 10_000
const maximumDepth = 8

/** An empty form. */
export function emptyForm(): Form {
  return { text: undefined, fields: undefined }
}

/** Adds parameters as a query or a form body writes them; false when there are too many. Of equal names the last one counts. */
export function addParameters(form: Form, encoded: string): boolean {
  let start = 0
  for (let count = 0; start < encoded.length; count += 1) {
    if (count === maximumParameters) return false
    let end = encoded.indexOf('&', start)
    if (end === -1) end = encoded.length
    const equals = encoded.indexOf('=', start)
    const nameEnd = equals === -1 || equals > end ? end : equals
    const name = decoded(encoded.slice(start, nameEnd))
    if (name !== '') place(form, name, decoded(encoded.slice(nameEnd + 1, end)))
    start = end + 1
  }
  return true
}

function decoded(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  return spaced.includes('%') ? percentDecoded(spaced) : spaced
}

function place(form: Form, name: string, text: string): void {
  const steps = name.includes('.') ? name.split('.', maximumDepth + 1) : [name]
  if (steps.length > maximumDepth) return
  let field = form
  for (const step of steps) {
    field.fields ??= new Map()
    const next = field.fields.get(step) ?? emptyForm()
    field.fields.set(step, next)
    field = next
  }
  field.text = text
}

/** The value that the form holds for that schema; undefined: none. Source: AWS Query protocol, flattened lists and maps. */
export function valueIn(form: Form, schema: Schema<unknown>): unknown {
  switch (schema.kind) {
    case 'list':
      return items(form).map((item) => valueIn(item, schema.item))
    case 'map':
      return Object.fromEntries(items(form).map((item) => pair(item, schema.key, schema.value)))
    case 'object':
      return objectIn(form, schema.members)
    case 'integer':
      return form.text !== undefined && wholeNumber.test(form.text) ? Number(form.text) : form.text
    default:
      return form.text ?? ''
  }
}

const wholeNumber = /^-?\d{1,15}$/
const index = /^\d+$/

/**
 * The numbered fields in order of their numbers; the form itself where people leave out the number of the only one. A
 * bare name with an empty text is how older SDKs write an empty list.
 */
function items(form: Form): Form[] {
  const numbered = [...(form.fields ?? [])].filter(([name]) => index.test(name))
  if (numbered.length === 0) return form.text || form.fields ? [form] : []
  return numbered.sort(([a], [b]) => Number(a) - Number(b)).map(([, item]) => item)
}

/** Clients name the key of a pair Name or Key, whichever it is of. A pair without a value has an empty one. */
function pair(item: Form, key: string, schema: Schema<unknown>): [name: string, value: unknown] {
  const { fields } = item
  const name = fields?.get(key) ?? fields?.get('Name') ?? fields?.get('Key')
  return [name?.text ?? '', valueIn(fields?.get('Value') ?? emptyForm(), schema)]
}

/** Lists go by the name of their items, or by their own; one that must be given and is not is empty. */
function objectIn(form: Form, members: Members): object {
  const values: Record<string, unknown> = {}
  for (const name in members) {
    const schema = members[name]!
    const element = 'element' in schema ? form.fields?.get(schema.element) : undefined
    const field = element ?? form.fields?.get(name)
    if (field) values[name] = valueIn(field, schema)
    else if (!schema.optional && 'element' in schema) values[name] = valueIn(emptyForm(), schema)
  }
  return values
}
