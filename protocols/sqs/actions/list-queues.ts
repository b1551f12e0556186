import type { ListQueues } from '../../../src/core/commands/command.ts'
import { isWireError } from '../../aws/errors.ts'
import { list, object, optional, text } from '../../schema.ts'
import { action, step } from '../action.ts'
import { queueList } from '../names.ts'
import { pageMembers, printPage, readPage } from '../pages.ts'

/** Lists the caller's queues by name, in pages if asked to. */
export const listQueues = action({
  name: 'ListQueues',
  source: 'SQS API Reference, ListQueues',
  onlyAtRoot: true,
  input: object({ QueueNamePrefix: optional(text), ...pageMembers }, ['QueueNamePrefix', 'NextToken', 'MaxResults']),
  output: object({ QueueUrls: optional(list(text, 'QueueUrl')), NextToken: optional(text) }),
  decide(input, context) {
    const page = readPage(queueList(context.scope), input)
    if (isWireError(page)) return page
    const { account, region } = context.scope
    const { limit, after } = page
    const prefix = input.QueueNamePrefix ?? ''
    const command: ListQueues = { kind: 'listQueues', account, region, prefix, limit, ...(after && { after }) }
    return step(command, (listed) => {
      const { urls, token } = printPage(listed, page, context)
      return { ...(urls.length > 0 && { QueueUrls: urls }), ...token }
    })
  },
})
