import type { ListQueues, QueueDescription } from '../../../src/core/commands/command.ts'
import { action } from '../action.ts'
import { isError } from '../errors.ts'
import { answerPage, readPage } from '../lists.ts'
import { queueUrl } from '../names.ts'
import { queueContent, queueValues } from '../queues.ts'
import { answerDocument, part } from '../xml-codec.ts'

const listDocument = answerDocument('Queues', { '#text': '{{{entries}}}' })
const queuePart = part('Queue', { QueueURL: '{{QueueURL}}', ...queueContent })

/**
 * Lists queues by name. Entries always carry all attributes, whether or not `x-mns-with-meta` asks for them: the real
 * service does so in part, and no client minds.
 */
export const listQueue = action<'listQueues', ListQueues>({
  name: 'ListQueue',
  source: 'MNS API, ListQueue',
  input: (request) => {
    const page = readPage(request, '/queues/')
    const { account, region } = request.queue
    return isError(page) ? page : { kind: 'listQueues', account, region, ...page }
  },
  command: (input) => input,
  output: ({ queues, next }, { wire }) => {
    const entries = queues.map((description) => entry(wire.base, description))
    return answerPage(listDocument, '/queues/', entries, next)
  },
})

function entry(base: string, description: QueueDescription): string {
  const values = queueValues(description)
  values.QueueURL = queueUrl(base, description.queue.address.name)
  return queuePart.fill(values)
}
