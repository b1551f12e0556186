import fc from 'fast-check'
import type { ReceiptRule } from '../../src/core/commands/command.ts'

/** One thing that is done to the engine in a property test. `receipt` picks one of all that were issued so far, `task` one of all that were started. */
export type Step =
  | { readonly kind: 'create'; readonly queue: string; readonly byGroup?: boolean }
  | { readonly kind: 'drop' | 'purge'; readonly queue: string }
  | { readonly kind: 'set'; readonly queue: string; readonly name: SettingName; readonly value: number | null }
  | { readonly kind: 'redrive'; readonly queue: string; readonly to: string | null; readonly maxReceives: number }
  | {
      readonly kind: 'send'
      readonly queue: string
      readonly priority?: number
      readonly delayMs?: number
      readonly group?: string
      readonly deduplicationId?: string
      /** Absent: a body of its own. */
      readonly body?: string
    }
  | {
      readonly kind: 'receive'
      readonly queue: string
      readonly maximum: number
      readonly timeoutMs?: number
      readonly attemptId?: string
    }
  | { readonly kind: 'delete'; readonly queue: string; readonly receipt: number; readonly rule: ReceiptRule }
  | {
      readonly kind: 'hide'
      readonly queue: string
      readonly receipt: number
      readonly rule: ReceiptRule
      readonly timeoutMs: number
    }
  | { readonly kind: 'startMove'; readonly queue: string; readonly to?: string; readonly rate?: number }
  | { readonly kind: 'cancelMove'; readonly queue: string; readonly task: number }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'waitUntilDue' | 'tick' | 'reset' }

type SettingName = 'delayMs' | 'retentionMs' | 'visibilityTimeoutMs'

/** Every queue of a run; those with `.fifo` are FIFO queues. */
export const queueNames = ['orders', 'dead', 'orders.fifo', 'dead.fifo'] as const

const [orders, dead, ordersFifo, deadFifo] = queueNames

/** Some queues far more often than others: what goes wrong between queues needs little, what goes wrong within one needs much. */
const queue = fc.constantFrom(orders, orders, orders, ordersFifo, ordersFifo, ordersFifo, dead, deadFifo)

/** Few and small values that meet each other at the same millisecond, and a few great ones for the ceilings. */
const timeoutMs = fc.constantFrom(0, 0, 1_000, 1_000, 2_000, 5_000, 30_000, 43_200_000, 43_200_001)
const receipt = fc.nat()
const rule = fc.constantFrom<ReceiptRule>('reusable', 'reusable', 'singleUse')
const constant = <const T>(value: T) => fc.constant(value)
const optionally = { requiredKeys: ['kind', 'queue'] as ['kind', 'queue'] }

/** A queue that goes with another: half of the time one of its own type. */
const pair = fc.constantFrom<readonly [from: string, to: string]>(
  [orders, dead],
  [ordersFifo, deadFifo],
  [dead, orders],
  [deadFifo, ordersFifo],
  [orders, orders],
  [orders, ordersFifo],
)

/** Most sends are such that their queue takes them. */
const send = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record(
      {
        kind: constant('send'),
        queue: fc.constantFrom(orders, orders, dead),
        priority: fc.constantFrom(1, 7, 8, 16),
        delayMs: fc.constantFrom(0, 1_000, 2_000),
        group: fc.constantFrom('g1', 'g2'),
      },
      optionally,
    ),
  },
  {
    weight: 5,
    arbitrary: fc.record(
      {
        kind: constant('send'),
        queue: fc.constantFrom(ordersFifo, ordersFifo, deadFifo),
        group: fc.constantFrom('g1', 'g1', 'g2', 'g3'),
        deduplicationId: fc.constantFrom('d1', 'd2'),
        body: fc.constantFrom('a', 'b'),
      },
      { requiredKeys: ['kind', 'queue', 'group'] },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.record(
      {
        kind: constant('send'),
        queue,
        group: constant('g1'),
        delayMs: fc.constantFrom(0, 1),
        deduplicationId: constant('d1'),
      },
      optionally,
    ),
  },
)

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 10, arbitrary: send },
  {
    weight: 9,
    arbitrary: fc.record(
      {
        kind: constant('receive'),
        queue,
        maximum: fc.integer({ min: 1, max: 10 }),
        timeoutMs,
        attemptId: fc.constantFrom('r1', 'r2'),
      },
      { requiredKeys: ['kind', 'queue', 'maximum'] },
    ),
  },
  { weight: 5, arbitrary: fc.record({ kind: constant('delete'), queue, receipt, rule }) },
  { weight: 5, arbitrary: fc.record({ kind: constant('hide'), queue, receipt, rule, timeoutMs }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: constant('wait'), ms: fc.constantFrom(1, 999, 1_000, 30_000, 59_000, 299_999) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: constant('waitUntilDue') }) },
  {
    weight: 2,
    arbitrary: fc
      .record({ pair, none: fc.nat(5), maxReceives: fc.integer({ min: 1, max: 2 }) })
      .map(({ pair: [from, to], none, maxReceives }) => {
        return { kind: 'redrive', queue: from, to: none === 0 ? null : to, maxReceives } as const
      }),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({ pair, named: fc.boolean(), rate: fc.constantFrom(undefined, 1, 3, 500) })
      .map(({ pair: [to, from], named, rate }) => {
        return { kind: 'startMove', queue: from, ...(named && { to }), ...(rate !== undefined && { rate }) } as const
      }),
  },
  { weight: 1, arbitrary: fc.record({ kind: constant('cancelMove'), queue, task: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('drop', 'purge'), queue }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: constant('create'), queue, byGroup: fc.boolean() }, optionally),
  },
  { weight: 2, arbitrary: fc.record({ kind: constant('tick') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: constant('set'),
      queue,
      name: fc.constantFrom<SettingName>('delayMs', 'delayMs', 'retentionMs', 'visibilityTimeoutMs'),
      value: fc.constantFrom(null, 1_000, 60_000),
    }),
  },
)

/** A reset ends what a run has built up, so it comes seldom. */
const steps = fc.array(
  fc.oneof({ weight: 200, arbitrary: step }, { weight: 1, arbitrary: fc.record({ kind: constant('reset') }) }),
  {
    minLength: 1,
    maxLength: 90,
    size: 'max',
  },
)

/** A run of the engine: all queues are there at the start, most with their dead-letter queues. */
export const runs: fc.Arbitrary<Step[]> = fc
  .record({ steps, byGroup: fc.boolean(), redrives: fc.boolean() })
  .map((run) => [
    ...queueNames.map((name) => ({ kind: 'create', queue: name, byGroup: run.byGroup }) as const),
    ...(run.redrives ? deadLetterRules : []),
    ...run.steps,
  ])

const deadLetterRules = [
  { kind: 'redrive', queue: orders, to: dead, maxReceives: 1 },
  { kind: 'redrive', queue: ordersFifo, to: deadFifo, maxReceives: 2 },
] as const
