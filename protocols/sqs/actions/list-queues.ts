import type { ListQueues } from '../../../src/core/command.ts'
import { integer, list, object, optional, text } from '../../schema.ts'
import { action, step } from '../action.ts'
import { invalidParameter } from '../errors.ts'
import { limits } from '../limits.ts'
import { listToken, placeOfToken, queueUrl } from '../names.ts'

/** Lists the caller's queues by name, in pages if asked to. */
export const listQueues = action({
  name: 'ListQueues',
  source: 'SQS API Reference, ListQueues',
  onlyAtRoot: true,
  input: object({ QueueNamePrefix: optional(text), MaxResults: optional(integer), NextToken: optional(text) }),
  output: object({ QueueUrls: optional(list(text, 'QueueUrl')), NextToken: optional(text) }),
  decide({ QueueNamePrefix: prefix = '', MaxResults: most = 0, NextToken: token }, { caller, request, namespace }) {
    if (most < 0 || most > limits.listedQueues)
      return invalidParameter(
        'Value for parameter MaxResults is invalid. Reason: MaxResults must be an integer between 1 and 1000.',
      )
    const after = token ? placeOfToken(token) : undefined
    if (token && after === undefined) return invalidParameter('Invalid or expired next token.')

    const { account, region } = caller
    const limit = most || limits.listedQueues
    const command: ListQueues = { kind: 'listQueues', account, region, prefix, limit, ...(after && { after }) }
    return step(command, ({ queues, next }) => {
      const urls = queues.map(({ queue: { address } }) =>
        queueUrl(namespace === 'shared' ? { ...address, ...caller } : address, request),
      )
      return {
        ...(urls.length > 0 && { QueueUrls: urls }),
        ...(most > 0 && next !== undefined && { NextToken: listToken(next) }),
      }
    })
  },
})
