import type { TopicSettings } from '../../../src/core/topic.ts'
import { action } from '../action.ts'
import { noContent } from '../responses.ts'
import { readTopicSettings } from '../topics.ts'

/** Changes the attributes that are named and leaves the others. */
export const setTopicAttributes = action<'setTopicSettings', TopicSettings>({
  name: 'SetTopicAttributes',
  source: 'MNS API, SetTopicAttributes',
  input: ({ document }) => readTopicSettings(document),
  command: (settings, { topic }) => ({ kind: 'setTopicSettings', topic, settings }),
  output: () => noContent,
})
