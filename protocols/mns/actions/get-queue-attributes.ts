import { action, noInput } from '../action.ts'
import { queueContent, queueValues } from '../queues.ts'
import { answerDocument } from '../xml-codec.ts'

const queueDocument = answerDocument('Queue', queueContent)

/** Tells the attributes of a queue and how many messages it holds in each state. */
export const getQueueAttributes = action<'getQueue', undefined>({
  name: 'GetQueueAttributes',
  source: 'MNS API, GetQueueAttributes',
  input: noInput,
  command: (_input, { queue }) => ({ kind: 'getQueue', queue }),
  output: (description) => ({ status: 200, body: queueDocument.fill(queueValues(description)) }),
})
