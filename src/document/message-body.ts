import { isUtf8 } from 'node:buffer'
import type { MessageAttribute } from '../core/model.ts'
import { textOf } from './fragments.ts'
import { refuseForbidden } from './hand-written.ts'
import type { Members, Times } from './members.ts'
import { type Decode, jsonText, text, ValidationError } from './values.ts'

/** Body of a message while it is read. */
type BodyDraft = { body?: string }

/** The three members that can hold the body of a message. twinmq writes the first. */
export function bodyMembers<S, D extends BodyDraft>(
  write: (source: S, times: Times) => string | undefined,
): Members<S, D> {
  return {
    body: { write, read: bodyBy(text), schema: textOf('The body, as text.') },
    json: {
      read: bodyBy(jsonText),
      schema: { description: 'The body as a JSON value: its text without any spaces is the body.' },
    },
    base64: {
      read: bodyBy(decoded),
      schema: {
        type: 'string',
        contentEncoding: 'base64',
        description:
          'The body as base64 of UTF-8 text. MNS clients that encode bodies themselves expect the encoded text: give that as body.',
      },
    },
  }
}

function bodyBy<D extends BodyDraft>(decode: Decode<string>) {
  return (draft: D, value: unknown, reading: Parameters<Decode<string>>[1]): void => {
    if (draft.body !== undefined)
      throw new ValidationError('only one of the members "body", "json" and "base64" can stand here')
    draft.body = decode(value, reading)
    if (reading.byHand) checkBody(draft.body)
  }
}

/** Both clouds want a character at least. Sources: SQS API Reference and MNS API, SendMessage. */
function checkBody(body: string): void {
  if (body === '') throw new ValidationError('a body that is not empty is expected')
  refuseForbidden(body)
}

function decoded(value: unknown): string {
  const bytes = Buffer.from(text(value), 'base64')
  if (bytes.toString('base64') !== value) throw new ValidationError('base64 is expected')
  if (!isUtf8(bytes))
    throw new ValidationError('base64 of UTF-8 text is expected, since bodies of both clouds are text')
  return bytes.toString('utf8')
}

/** Largest message, in bytes. Source: SQS Developer Guide, message quotas. */
const largestBytes = 1_048_576

/** Throws `ValidationError` for what is larger than either cloud, or the queue, takes, its attributes included. */
export function checkSize(
  body: string,
  attributes: readonly MessageAttribute[] | undefined,
  limitBytes = largestBytes,
): void {
  /* A text of so few characters is small enough, whatever they are. */
  if (body.length < limitBytes / 4 && attributes === undefined) return
  let bytes = Buffer.byteLength(body)
  for (const attribute of attributes ?? []) bytes += attributeBytes(attribute)
  if (bytes > limitBytes)
    throw new ValidationError(`a message of at most ${limitBytes} bytes is expected, and this one has ${bytes}`)
}

function attributeBytes({ name, type, label, value }: MessageAttribute): number {
  const labelBytes = label === undefined ? 0 : Buffer.byteLength(label) + 1
  const valueBytes = Buffer.byteLength(value, type === 'Binary' ? 'base64' : 'utf8')
  return Buffer.byteLength(name) + type.length + labelBytes + valueBytes
}
