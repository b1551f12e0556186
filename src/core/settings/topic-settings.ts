import type { SettingRows } from './setting.ts'

const source = 'MNS API, SetTopicAttributes'

/** Every setting of a topic. */
export const topicSettings = {
  maximumMessageBytes: {
    kind: 'bytes',
    about: 'Largest message, in bytes:',
    source,
    default: 65_536,
    mns: { name: 'MaximumMessageSize', low: 1_024, high: 65_536 },
  },
  loggingEnabled: {
    kind: 'flag',
    about: 'Stored, without effect.',
    source,
    default: false,
    mns: { name: 'LoggingEnabled' },
  },
} as const satisfies SettingRows
