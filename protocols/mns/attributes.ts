import type { QueueSettings } from '../../src/core/model.ts'
import { queueSettings } from '../../src/core/settings/queue-settings.ts'
import { defaultsOn, inOrder } from '../../src/core/settings/setting.ts'
import type { Queue } from '../../src/core/state.ts'
import type { Context } from './action.ts'
import { isError, type MnsError } from './errors.ts'
import { type AskedSettings, readExtensions } from './redrive.ts'
import type { MnsRequest } from './request.ts'
import { settingElements } from './setting-elements.ts'

/** Largest message of a queue that names no limit, in bytes. Source: MNS API, CreateQueue. */
export const defaultMaximumBytes = queueSettings.maximumMessageBytes.default

/** What a queue has when CreateQueue leaves everything out. Source: MNS API, CreateQueue. */
export const mnsDefaults: QueueSettings = defaultsOn('mns', queueSettings)

const elements = settingElements(queueSettings)
const elementNamed = new Map(elements.map((element) => [element.element, element]))

/** Settings that a `<Queue>` document names; the first thing out of order is the error. Unknown elements are passed over. */
export function readSettings(request: MnsRequest, context: Context): AskedSettings | MnsError {
  const { document } = request
  const settings: AskedSettings = {}
  for (const { name, text } of document?.children ?? []) {
    const element = elementNamed.get(name)
    if (element === undefined) continue
    const value = element.read(text)
    if (isError(value)) return value
    Object.assign(settings, { [element.setting]: value })
  }
  return (document && readExtensions(settings, document, request, context)) ?? settings
}

/** The settings of a queue as answers print them, by element name. */
export function printSettings({ settings }: Queue): Record<string, string> {
  const told: Readonly<Record<string, unknown>> = settings
  const values: Record<string, string> = {}
  for (const { element, setting, print } of elements) values[element] = print(told[setting])
  return values
}

/** Numbers in the order of answers; those of new rows follow. */
const numberOrder = ['DelaySeconds', 'MaximumMessageSize', 'MessageRetentionPeriod', 'VisibilityTimeout']

/** The slots of the elements that hold a number, and of the others, in the order of answers. */
export const settingSlots = {
  numbers: slotsOf(
    inOrder(
      numberOrder,
      elements.filter(({ isNumber }) => isNumber).map(({ element }) => element),
    ),
  ),
  others: slotsOf(elements.filter(({ isNumber }) => !isNumber).map(({ element }) => element)),
}

function slotsOf(names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, `{{${name}}}`]))
}
