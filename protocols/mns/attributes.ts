import { defaultSettings, type Queue, type QueueSettings } from '../../src/core/model.ts'
import type { XmlElement } from '../xml/element.ts'
import type { Context } from './action.ts'
import { isError, type MnsError } from './errors.ts'
import { limits, type Range } from './limits.ts'
import { type AskedSettings, readExtensions } from './redrive.ts'
import type { MnsRequest } from './request.ts'
import { printBoolean, readBoolean, readNumber } from './xml-codec.ts'

/** Largest message of a queue that names no limit, in bytes. Source: MNS API, CreateQueue. */
export const defaultMaximumBytes = 65_536

/** What a queue has when CreateQueue leaves everything out. Source: MNS API, CreateQueue. */
export const mnsDefaults = {
  ...defaultSettings,
  maximumMessageBytes: defaultMaximumBytes,
  loggingEnabled: false,
} as const satisfies QueueSettings

/** A queue attribute that is a number; its setting counts `scale` for one on the wire. */
type NumberAttribute = {
  readonly element: string
  readonly setting: Exclude<keyof typeof mnsDefaults, 'loggingEnabled'>
  readonly range: Range
  readonly scale: number
}

/** Attributes that can be set. Source: MNS API, SetQueueAttributes. */
const numberAttributes: readonly NumberAttribute[] = [
  { element: 'DelaySeconds', setting: 'delayMs', range: limits.delay, scale: 1000 },
  { element: 'MaximumMessageSize', setting: 'maximumMessageBytes', range: limits.messageSize, scale: 1 },
  { element: 'MessageRetentionPeriod', setting: 'retentionMs', range: limits.retention, scale: 1000 },
  { element: 'VisibilityTimeout', setting: 'visibilityTimeoutMs', range: limits.visibilityTimeout, scale: 1000 },
  { element: 'PollingWaitSeconds', setting: 'receiveWaitMs', range: limits.pollingWait, scale: 1000 },
]

const attributeOf = new Map(numberAttributes.map((attribute) => [attribute.element, attribute]))

const loggingElement = 'LoggingEnabled'

/** Settings that a `<Queue>` document names; the first thing out of order is the error. Unknown elements are passed over. */
export function readSettings(request: MnsRequest, context: Context): AskedSettings | MnsError {
  const { document } = request
  const settings: AskedSettings = {}
  for (const child of document?.children ?? []) {
    const problem = readSetting(settings, child)
    if (problem) return problem
  }
  return (document && readExtensions(settings, document, request, context)) ?? settings
}

function readSetting(settings: AskedSettings, { name, text }: XmlElement): MnsError | undefined {
  const attribute = attributeOf.get(name)
  if (attribute) {
    const value = readNumber(text, attribute)
    if (isError(value)) return value
    settings[attribute.setting] = value * attribute.scale
  } else if (name === loggingElement) {
    const value = readBoolean(text, name)
    if (isError(value)) return value
    settings.loggingEnabled = value
  }
  return undefined
}

/** The six attributes of a queue as answers print them, by element name. */
export function printSettings(queue: Queue): Record<string, string> {
  const values: Record<string, string> = {
    [loggingElement]: printBoolean(queue.settings.loggingEnabled ?? mnsDefaults.loggingEnabled),
  }
  for (const { element, setting, scale } of numberAttributes) {
    values[element] = String(Math.floor((queue.settings[setting] ?? mnsDefaults[setting]) / scale))
  }
  return values
}
