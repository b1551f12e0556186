import { action, noInput } from '../action.ts'
import { noContent } from '../responses.ts'

/** Deletes a queue and its messages; that there is none is as good. */
export const deleteQueue = action<'deleteQueue', undefined>({
  name: 'DeleteQueue',
  source: 'MNS API, DeleteQueue',
  input: noInput,
  command: (_input, { queue }) => ({ kind: 'deleteQueue', queue }),
  output: () => noContent,
  refused: ({ kind }) => (kind === 'queueNotFound' ? noContent : undefined),
})
