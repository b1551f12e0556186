import type { ListQueues, QueueDescription } from '../../../src/core/command.ts'
import { action } from '../action.ts'
import { invalidArgument, type MnsError, outOfRange } from '../errors.ts'
import { limits, within } from '../limits.ts'
import { listMarker, placeOfMarker, queueUrl } from '../names.ts'
import { queueContent, queueValues } from '../queues.ts'
import { headerText, type MnsRequest } from '../request.ts'
import { answerDocument, contentOf, part } from '../xml-codec.ts'

const listDocument = answerDocument('Queues', { '#text': '{{{entries}}}' })
const queuePart = part('Queue', { QueueURL: '{{QueueURL}}', ...queueContent })
const markerPart = part('NextMarker', '{{marker}}')

/**
 * Lists queues by name. Entries always carry all attributes, whether or not `x-mns-with-meta` asks for them: the real
 * service does so in part, and no client minds.
 */
export const listQueue = action<'listQueues', ListQueues>({
  name: 'ListQueue',
  source: 'MNS API, ListQueue',
  input: readList,
  command: (input) => input,
  output: ({ queues, next }, { wire }) => {
    const parts = queues.map((description) => entry(wire.base, description))
    if (next !== undefined) parts.push(markerPart.fill({ marker: listMarker(next) }))
    return { status: 200, body: listDocument.fill({ entries: contentOf(parts) }) }
  },
})

function entry(base: string, description: QueueDescription): string {
  const values = queueValues(description)
  values.QueueURL = queueUrl(base, description.queue.address.name)
  return queuePart.fill(values)
}

function readList({ wire, queue: { account, region } }: MnsRequest): ListQueues | MnsError {
  const digits = headerText(wire, 'x-mns-ret-number') ?? String(limits.page.high)
  const limit = Number(digits)
  if (!/^\d+$/.test(digits) || !within(limits.page, limit)) return outOfRange('x-mns-ret-number', limits.page)
  const prefix = headerText(wire, 'x-mns-prefix') ?? ''
  const command = { kind: 'listQueues', account, region, prefix, limit } as const
  const marker = headerText(wire, 'x-mns-marker')
  if (!marker) return command
  const after = placeOfMarker(marker)
  return after === undefined ? invalidArgument('The value of x-mns-marker is invalid.') : { ...command, after }
}
