import { action, noInput } from '../action.ts'
import { answerAllPeeked, answerPeeked } from '../messages.ts'
import { messageCount, queryNumber } from '../shapes.ts'

/** Looks at the message that a receive would hand out, and changes nothing. */
export const peekMessage = action<'peekMessages', undefined>({
  name: 'PeekMessage',
  source: 'MNS API, PeekMessage',
  input: noInput,
  command: (_input, { queue }) => ({ kind: 'peekMessages', queue, limit: 1, which: 'ready' }),
  output: ({ messages }, { queue }) =>
    answerPeeked(
      queue,
      messages.map(({ message }) => message),
    ),
})

/** Looks at up to 16 messages, in the order of receives. */
export const batchPeekMessage = action<'peekMessages', number | undefined>({
  name: 'BatchPeekMessage',
  source: 'MNS API, BatchPeekMessage',
  input: (request) => queryNumber(request, messageCount),
  command: (count, { queue }) => ({ kind: 'peekMessages', queue, limit: count ?? 1, which: 'ready' }),
  output: ({ messages }, { queue }) =>
    answerAllPeeked(
      queue,
      messages.map(({ message }) => message),
    ),
})
