/**
 * Rule: Settings of a queue must fit together, and a queue that is created again must have the settings that the request names.
 * Source: SQS API Reference, CreateQueue and SetQueueAttributes; MNS API, CreateQueue.
 */

import type { Namespace, QueueAddress, QueueSettings, QueueSettingsChange } from '../model.ts'
import type { Refusal } from '../refusal.ts'
import { fifoOnlySettings, queueSettingNames } from '../settings/queue-settings.ts'
import type { State } from '../state.ts'
import { redriveProblem } from './redrive-settings.ts'

/** Why a queue at `address` cannot have these settings. `given`: those that the request names. */
export function settingsProblem(
  state: State,
  address: QueueAddress,
  settings: QueueSettings,
  given: Partial<Record<keyof QueueSettings, unknown>>,
): Refusal | undefined {
  const fifo = settings.fifo === true
  const foreign = fifo ? undefined : fifoOnlySettings.find((name) => given[name] !== undefined)
  if (foreign) return { kind: 'fifoSettingOnStandardQueue', setting: foreign }
  if (settings.kmsMasterKeyId !== undefined && settings.managedEncryption === true)
    return { kind: 'encryptionConflict' }
  if (settings.fifoThroughputLimit === 'perMessageGroupId' && settings.deduplicationScope !== 'messageGroup')
    return { kind: 'throughputNeedsGroupScope' }
  return given.redrive && settings.redrive ? redriveProblem(state, address, fifo, settings.redrive) : undefined
}

/** The first setting of `wanted` that `settings` differs from, an unset one counting as its value in `defaults`; null wants it unset. */
export function firstDifference(
  namespace: Namespace,
  settings: QueueSettings,
  wanted: QueueSettingsChange,
  defaults: QueueSettings,
): keyof QueueSettings | undefined {
  return queueSettingNames.find((name) => {
    const value = wanted[name]
    if (value === undefined) return false
    const present = settings[name] ?? defaults[name]
    return value === null ? present !== undefined : !sameSetting(namespace, value, present)
  })
}

/** Compares settings by their meaning: policies as JSON, whatever their spacing, and queues as the namespace tells them apart. */
function sameSetting(namespace: Namespace, a: unknown, b: unknown): boolean {
  return a === b || meaning(namespace, a) === meaning(namespace, b)
}

function meaning(namespace: Namespace, value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(parsed(value), sortedKeys)
  return JSON.stringify(value, namespace === 'shared' ? namesOfQueues : sortedKeys) ?? ''
}

/** As `sortedKeys`, without account and region, which do not tell queues apart. */
function namesOfQueues(key: string, value: unknown): unknown {
  return key === 'account' || key === 'region' ? undefined : sortedKeys(key, value)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
