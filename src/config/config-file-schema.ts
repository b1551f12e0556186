import { snapshotSchema, writtenQueuesSchema } from '../document/schema.ts'
import { optionSchema } from './option-schema.ts'
import { options } from './options.ts'

/** The JSON Schema of the config file, draft-07: every option by its key, and the queues and topics to begin with. */
export function configFileSchema(): object {
  const { queues, topics } = snapshotSchema().properties as { readonly [name: string]: object }
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'urn:twinmq:config:1',
    title: 'twinmq config file',
    description: 'Options of twinmq by the names they have in its library, and queues and topics that shall exist.',
    type: 'object',
    additionalProperties: false,
    properties: {
      $schema: { type: 'string', description: 'Any text, such as a path to this schema.' },
      ...Object.fromEntries(options.map((option) => [option.key, optionSchema(option)])),
      queues: {
        ...queues,
        allOf: [writtenQueuesSchema],
        description: 'Queues that are made at each start where they are missing.',
      },
      topics: { ...topics, description: 'Topics that are made at each start where they are missing.' },
    },
  }
}
