import type { ListDeadLetterSources } from '../../../src/core/commands/command.ts'
import { isWireError } from '../../aws/errors.ts'
import { list, object, optional, text } from '../../schema.ts'
import { action, queueOf, step, stepToError } from '../action.ts'
import { pageMembers, printPage, readPage } from '../pages.ts'
import { queueUrl } from '../shapes.ts'

/** Lists the queues whose RedrivePolicy names this one, in pages if asked to. */
export const listDeadLetterSourceQueues = action({
  name: 'ListDeadLetterSourceQueues',
  source: 'SQS API Reference, ListDeadLetterSourceQueues',
  input: object({ QueueUrl: queueUrl, ...pageMembers }, ['QueueUrl', 'NextToken', 'MaxResults']),
  /** Of all lists of SQS this one alone begins in lower case, and is there when it is empty. */
  output: object({ queueUrls: list(text, 'QueueUrl'), NextToken: optional(text) }),
  decide(input, context) {
    const queue = queueOf(input, context)
    const page = readPage(`sources of ${queue.account}/${queue.region}/${queue.name}`, input)
    if (isWireError(page)) return stepToError(queue, page)
    const { limit, after } = page
    const command: ListDeadLetterSources = {
      kind: 'listDeadLetterSources',
      queue,
      limit,
      ...(after !== undefined && { after }),
    }
    return step(command, (listed) => {
      const { urls, token } = printPage(listed, page, context)
      return { queueUrls: urls, ...token }
    })
  },
})
