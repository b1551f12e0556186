import { isUtf8 } from 'node:buffer'
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

/**
 * Adds parameters as a query or a form body writes them; false when there are too many. If a name is given twice, the last
 * one wins.
 */
export function addParameters(form: Form, encoded: Buffer): boolean {
  const length = encoded.length
  let start = 0
  for (let count = 0; start < length; count += 1) {
    if (count === maximumParameters) return false
    let end = encoded.indexOf(ampersand, start)
    if (end === -1) end = length
    const equals = encoded.indexOf(equalsSign, start)
    const nameEnd = equals === -1 || equals > end ? end : equals
    const name = decoded(encoded, start, nameEnd)
    if (name !== '') place(form, name, decoded(encoded, nameEnd + 1, end))
    start = end + 1
  }
  return true
}

const percent = 0x25
const ampersand = 0x26
const plus = 0x2b
const equalsSign = 0x3d
const space = 0x20

/** Value of each byte as a hexadecimal digit; -1: it is none. */
const digits = Int8Array.from({ length: 256 }, (_, byte) => '0123456789abcdef'.indexOf(letterOf(byte)))

function letterOf(byte: number): string {
  return String.fromCharCode(byte).toLowerCase()
}

/** Room for what most parameters decode to. */
const scratch = Buffer.allocUnsafe(64 * 1024)

/** The text of some bytes, in one pass. Bytes that are not well formed go the slow way. */
function decoded(bytes: Buffer, from: number, to: number): string {
  const text = to - from > scratch.length ? Buffer.allocUnsafe(to - from) : scratch
  let length = 0
  let plain = 0
  let escaped = 0
  for (let at = from; at < to; at += 1) {
    let byte = bytes[at]!
    if (byte === percent) {
      byte = at + 2 < to ? (digits[bytes[at + 1]!]! << 4) | digits[bytes[at + 2]!]! : -1
      if (byte < 0) return decodedSlowly(bytes, from, to)
      escaped |= byte
      at += 2
    } else if (byte === plus) byte = space
    else plain |= byte
    text[length] = byte
    length += 1
  }
  if ((plain | escaped) < 0x80) return text.toString('latin1', 0, length)
  // Letters that are half escaped are no letters, so the two kinds must not be taken together.
  const mixed = plain >= 0x80 && escaped >= 0x80
  if (mixed || (escaped >= 0x80 && !isUtf8(text.subarray(0, length)))) return decodedSlowly(bytes, from, to)
  return text.toString('utf8', 0, length)
}

/** Takes bytes that are not UTF-8, and lone percent signs, as well as it can. */
function decodedSlowly(bytes: Buffer, from: number, to: number): string {
  return percentDecoded(bytes.toString('utf8', from, to).replaceAll('+', ' '))
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
