import type { ReceiveMessages } from '../../../src/core/commands/command.ts'
import { action } from '../action.ts'
import { isError, type MnsError } from '../errors.ts'
import { limits } from '../limits.ts'
import { answerAllReceived, answerReceived } from '../messages.ts'
import type { MnsRequest } from '../request.ts'
import { messageCount, queryNumber } from '../shapes.ts'

/** The error text names the queue's attribute, not the item of the query. */
const wait = { item: 'waitseconds', element: 'PollingWaitSeconds', range: limits.pollingWait }

/** Receives one message. */
export const receiveMessage = action<'receiveMessages', ReceiveMessages>({
  name: 'ReceiveMessage',
  source: 'MNS API, ReceiveMessage',
  input: (request) => readReceive(request, 1),
  command: (input) => input,
  output: (received, { queue }) => answerReceived(queue, received),
})

/** Receives up to 16 messages, as many as there are. */
export const batchReceiveMessage = action<'receiveMessages', ReceiveMessages>({
  name: 'BatchReceiveMessage',
  source: 'MNS API, BatchReceiveMessage',
  input: (request) => {
    const count = queryNumber(request, messageCount)
    return isError(count) ? count : readReceive(request, count ?? 1)
  },
  command: (input) => input,
  output: (received, { queue }) => answerAllReceived(queue, received),
})

/** A wait that is named overrides the queue's, 0 included. */
function readReceive(request: MnsRequest, maximumMessages: number): ReceiveMessages | MnsError {
  const seconds = queryNumber(request, wait)
  if (isError(seconds)) return seconds
  const command = { kind: 'receiveMessages', queue: request.queue, maximumMessages } as const
  return seconds === undefined ? command : { ...command, waitMs: seconds * 1000 }
}
