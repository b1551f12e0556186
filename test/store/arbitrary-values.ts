import fc from 'fast-check'
import type { MessageAttribute, NamedText, QueueAddress } from '../../src/core/model.ts'

/** Any text, halves of surrogate pairs and line ends among it. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('\ud83d', '\ude00', '\n', '\r\n', '"', '\\', '\u2028', '\u0000', ',', '{', ']', 'a'), {
      maxLength: 12,
    })
    .map((parts) => parts.join('')),
)

/** Any name, also such as objects have members of. */
export const anyName = fc.oneof(anyText, fc.constantFrom('__proto__', 'constructor', 'toString', '0', '10', '2', ''))
/** Epoch milliseconds, of the years 2000 to 2100. */
export const anyInstant = fc.integer({ min: 946_684_800_000, max: 4_102_444_800_000 })
/** The id of a message. */
export const anyId = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 32, maxLength: 32 })
/** Pairs of name and text, names more than once among them. */
export const namedTexts: fc.Arbitrary<NamedText[]> = fc.array(fc.record({ name: anyName, value: anyText }), {
  maxLength: 4,
})

/** Where a queue or topic lives. */
export const anyAddress: fc.Arbitrary<QueueAddress> = fc.record({
  account: fc.constantFrom('000000000000', '1234567890123456'),
  region: fc.constantFrom('us-east-1', 'cn-hangzhou'),
  name: anyName,
})

/** An attribute of a message. */
export const anyAttribute: fc.Arbitrary<MessageAttribute> = fc.record(
  {
    name: anyName,
    type: fc.constantFrom('String', 'Number', 'Binary'),
    label: anyText,
    value: anyText,
    boolean: fc.constant(true),
  },
  { requiredKeys: ['name', 'type', 'value'] },
)
