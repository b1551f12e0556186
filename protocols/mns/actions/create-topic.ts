import type { TopicSettings } from '../../../src/core/topic.ts'
import { action } from '../action.ts'
import { topicNameError, topicUrl } from '../names.ts'
import { readTopicSettings, topicDefaults } from '../topics.ts'

/** Creates a topic. One that is there already must have the same attributes, where one left out stands for its default. */
export const createTopic = action<'createTopic', TopicSettings>({
  name: 'CreateTopic',
  source: 'MNS API, CreateTopic',
  input: ({ document, topic }) => topicNameError(topic.name) ?? readTopicSettings(document),
  command: (settings, { topic }) => ({
    kind: 'createTopic',
    topic,
    settings,
    mustMatch: { ...topicDefaults, ...settings },
    defaults: topicDefaults,
  }),
  output: ({ created, topic }, { wire }) => ({
    status: created ? 201 : 204,
    location: topicUrl(wire.base, topic.address.name),
  }),
})
