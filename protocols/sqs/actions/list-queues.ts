import type { ListQueues } from '../../../src/core/commands/command.ts'
import { isWireError } from '../../aws/errors.ts'
import { list, object, optional, text } from '../../schema.ts'
import { action, step } from '../action.ts'
import { pageMembers, printPage, readPage } from '../pages.ts'

/** Lists the caller's queues by name, in pages if asked to. */
export const listQueues = action({
  name: 'ListQueues',
  source: 'SQS API Reference, ListQueues',
  onlyAtRoot: true,
  input: object({ QueueNamePrefix: optional(text), ...pageMembers }, ['QueueNamePrefix', 'NextToken', 'MaxResults']),
  output: object({ QueueUrls: optional(list(text, 'QueueUrl')), NextToken: optional(text) }),
  decide(input, context) {
    const { account, region } = context.scope
    // A place names a queue, with its account and region where those count.
    const isOfList = (place: string) => context.namespace === 'shared' || place.includes(` ${account}/${region}/`)
    const page = readPage('queues', input, isOfList)
    if (isWireError(page)) return page
    const { limit, after } = page
    const prefix = input.QueueNamePrefix ?? ''
    const command: ListQueues = { kind: 'listQueues', account, region, prefix, limit, ...(after && { after }) }
    return step(command, (listed) => {
      const { urls, token } = printPage(listed, page, context)
      return { ...(urls.length > 0 && { QueueUrls: urls }), ...token }
    })
  },
})
