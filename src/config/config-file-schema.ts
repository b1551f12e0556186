import { snapshotSchema, writtenQueuesSchema } from '../document/schema.ts'
import { type NamedOption, options } from './options.ts'

/** The JSON Schema of the config file, draft-07: every option by its key, and the queues and topics to begin with. */
export function configFileSchema(): object {
  const { queues, topics } = snapshotSchema().properties as { readonly [name: string]: object }
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'urn:twinmq:config:1',
    title: 'twinmq config file',
    description: 'Options of twinmq, by the names that its library uses, and the queues and topics to create.',
    type: 'object',
    additionalProperties: false,
    properties: {
      $schema: { type: 'string', description: 'Any text, such as a path to this schema.' },
      ...Object.fromEntries(options.map((option) => [option.key, optionSchema(option)])),
      queues: {
        ...queues,
        allOf: [writtenQueuesSchema],
        description: 'Each start creates those of these queues that are missing.',
      },
      topics: { ...topics, description: 'Each start creates those of these topics that are missing.' },
    },
  }
}

function optionSchema({ schema, help, default: usual }: NamedOption): object {
  return { ...schema, description: help, ...(usual !== undefined && { default: usual }) }
}
