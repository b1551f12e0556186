import type {
  MessageAttribute,
  MessageExtras,
  MessageRecord,
  NamedText,
  QueueAddress,
  QueueSettings,
  QueueSettingsChange,
  Redrive,
  RedriveAllow,
} from '../model.ts'
import type { Moment } from '../moment.ts'
import { queueSettings } from '../settings/queue-settings.ts'
import { eachSetting } from '../settings/setting.ts'
import type { ReceiveAttempt } from '../state.ts'
import {
  among,
  count,
  each,
  flag,
  hexId,
  instantMs,
  type Members,
  object,
  optional,
  orNull,
  type Shape,
  text,
} from './shape.ts'

/** Account, region and name. */
export const address = object<QueueAddress>({ account: text, region: text, name: text })

/** Pairs of name and text. */
export const namedTexts = each(object<NamedText>({ name: text, value: text }))

/** Attributes of a message. */
export const attributes = each(
  object<MessageAttribute>({
    name: text,
    type: text,
    value: text,
    label: optional(text),
    boolean: optional(flag),
  }),
)

const settingShapes: Members = Object.fromEntries(
  eachSetting<typeof queueSettings, Shape<unknown>>(queueSettings, {
    duration: () => count,
    bytes: () => count,
    flag: () => flag,
    text: () => text,
    choice: (_name, { choices }) => among(...Object.keys(choices)),
    policy: () => text,
    queueType: () => flag,
    redrive: () => object<Redrive>({ deadLetterQueue: address, maxReceives: count }),
    redriveAllow: () =>
      object<RedriveAllow>({ permission: among('allowAll', 'denyAll', 'byQueue'), sources: each(address) }),
  }),
)

function everySetting(wrap: (shape: Shape<unknown>) => Shape<unknown>): Members {
  return Object.fromEntries(Object.entries(settingShapes).map(([name, shape]) => [name, optional(wrap(shape))]))
}

/** Settings of a queue. */
export const settings: Shape<QueueSettings> = object(everySetting((shape) => shape))

/** A change of a queue's settings: null removes one. */
export const settingsChange: Shape<QueueSettingsChange> = object(everySetting(orNull))

/** A message as it is saved. */
export const message = object<MessageRecord>({
  id: hexId,
  sequence: count,
  body: text,
  senderId: text,
  attributes: optional(attributes),
  groupId: optional(text),
  extras: optional(
    object<MessageExtras>({
      traceHeader: optional(text),
      systemProperties: optional(namedTexts),
      deduplicationId: optional(text),
      deadLetterSource: optional(address),
      receivesElsewhere: optional(count),
    }),
  ),
  priority: optional(count),
  sentAtMs: instantMs,
  visibleAtMs: instantMs,
  receivedAtMs: optional(instantMs),
  firstReceivedAtMs: optional(instantMs),
  receiveCount: optional(count),
  delivery: optional(count),
  turn: optional(object<Moment>({ atMs: instantMs, number: count })),
})

/** What a receive that named an attempt was given. */
export const attempt = object<ReceiveAttempt>({
  atMs: instantMs,
  visibleAtMs: instantMs,
  messages: each(object<ReceiveAttempt['messages'][number]>({ sequence: count, delivery: count })),
})
