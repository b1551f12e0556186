import type { SettingRows } from './setting.ts'

const source = 'MNS API, Subscribe'

/** The settings of a subscription, beside its endpoint. */
export const subscriptionSettings = {
  filterTag: {
    kind: 'tag',
    about: 'Only messages with this tag; left out: all.',
    source,
    mns: { name: 'FilterTag' },
  },
  strategy: {
    kind: 'choice',
    about: 'How a failed delivery is tried again; left out: BACKOFF_RETRY.',
    source,
    default: 'backoff',
    choices: { backoff: 'BACKOFF_RETRY', exponentialDecay: 'EXPONENTIAL_DECAY_RETRY' },
    mns: { name: 'NotifyStrategy' },
  },
  format: {
    kind: 'choice',
    about: 'The form of a delivery; left out: XML.',
    source: `${source}; only the Java SDK knows STREAM`,
    default: 'xml',
    choices: { xml: 'XML', json: 'JSON', simplified: 'SIMPLIFIED', stream: 'STREAM' },
    mns: { name: 'NotifyContentFormat' },
  },
} as const satisfies SettingRows
