import type { GetQueue } from '../../../src/core/commands/command.ts'
import { object, optional, text } from '../../schema.ts'
import { action, step } from '../action.ts'
import { queueUrl } from '../queue-urls.ts'

/** Looks up the URL of a queue by its name. */
export const getQueueUrl = action({
  name: 'GetQueueUrl',
  source: 'SQS API Reference, GetQueueUrl',
  input: object({ QueueName: text, QueueOwnerAWSAccountId: optional(text) }),
  output: object({ QueueUrl: text }),
  decide({ QueueName: name, QueueOwnerAWSAccountId: owner }, { scope, request, namespace, queueUrls }) {
    const account = owner && namespace === 'isolated' ? owner : scope.account
    const queue = { account, region: scope.region, name }
    return step<GetQueue>({ kind: 'getQueue', queue }, () => ({ QueueUrl: queueUrl(queue, request, queueUrls) }))
  },
})
