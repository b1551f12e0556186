import fc from 'fast-check'
import type { ReceiptRule } from '../../src/core/command.ts'

/** One thing that is done to the engine in a property test. `receipt` picks one of all that were issued so far. */
export type Step =
  | { readonly kind: 'create' | 'drop' | 'purge'; readonly queue: string }
  | { readonly kind: 'set'; readonly queue: string; readonly name: SettingName; readonly value: number | null }
  | { readonly kind: 'send'; readonly queue: string; readonly priority?: number; readonly delayMs?: number }
  | { readonly kind: 'receive'; readonly queue: string; readonly maximum: number; readonly timeoutMs?: number }
  | { readonly kind: 'delete'; readonly queue: string; readonly receipt: number; readonly rule: ReceiptRule }
  | {
      readonly kind: 'hide'
      readonly queue: string
      readonly receipt: number
      readonly rule: ReceiptRule
      readonly timeoutMs: number
    }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'waitUntilDue' | 'tick' | 'reset' }

type SettingName = 'delayMs' | 'retentionMs' | 'visibilityTimeoutMs'

const queueNames = ['orders', 'invoices'] as const

/** Two queues, the first far more often: what goes wrong between queues needs little, what goes wrong within one needs much. */
const queue = fc.constantFrom(queueNames[0], queueNames[0], queueNames[0], queueNames[1])

/** Few and small values that meet each other at the same millisecond, and a few great ones for the ceilings. */
const timeoutMs = fc.constantFrom(0, 1_000, 1_000, 2_000, 5_000, 30_000, 43_200_000, 43_200_001)
const receipt = fc.nat()
const rule = fc.constantFrom<ReceiptRule>('reusable', 'singleUse')
const constant = <const T>(value: T) => fc.constant(value)
const optionally = { requiredKeys: ['kind', 'queue'] as ['kind', 'queue'] }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record(
      {
        kind: constant('send'),
        queue,
        priority: fc.constantFrom(1, 7, 8, 16),
        delayMs: fc.constantFrom(0, 1_000, 2_000),
      },
      optionally,
    ),
  },
  {
    weight: 8,
    arbitrary: fc.record(
      { kind: constant('receive'), queue, maximum: fc.integer({ min: 1, max: 10 }), timeoutMs },
      { requiredKeys: ['kind', 'queue', 'maximum'] },
    ),
  },
  { weight: 5, arbitrary: fc.record({ kind: constant('delete'), queue, receipt, rule }) },
  { weight: 5, arbitrary: fc.record({ kind: constant('hide'), queue, receipt, rule, timeoutMs }) },
  { weight: 5, arbitrary: fc.record({ kind: constant('wait'), ms: fc.constantFrom(1, 999, 1_000, 30_000, 59_000) }) },
  { weight: 3, arbitrary: fc.record({ kind: constant('waitUntilDue') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('drop', 'purge'), queue }) },
  { weight: 2, arbitrary: fc.record({ kind: constant('create'), queue }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('tick', 'reset') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: constant('set'),
      queue,
      name: fc.constantFrom<SettingName>('delayMs', 'retentionMs', 'visibilityTimeoutMs'),
      value: fc.constantFrom(null, 1_000, 60_000),
    }),
  },
)

/** A run of the engine: both queues are there at the start. */
export const runs: fc.Arbitrary<Step[]> = fc
  .array(step, { minLength: 1, maxLength: 80, size: 'max' })
  .map((steps) => [...queueNames.map((name) => ({ kind: 'create', queue: name }) as const), ...steps])
