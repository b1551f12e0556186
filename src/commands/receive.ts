import type { QueueAddress } from '../core/model.ts'
import { countGiven, secondsGiven } from './amounts.ts'
import { readWords } from './flags.ts'
import { namedQueue, placeGiven, urlOf } from './named-queue.ts'
import { remark, say, sayJson } from './output.ts'
import { callSqs } from './sqs-call.ts'
import { exitCodes, type Subcommand } from './subcommand.ts'
import { atTarget, queueFlags, queueUsage } from './target.ts'

const flags = {
  ...queueFlags,
  max: { type: 'string' },
  wait: { type: 'string' },
  visibility: { type: 'string' },
  delete: { type: 'boolean' },
  'exit-empty': { type: 'boolean' },
} as const

/** Most that one call of SQS gives or takes. Source: SQS API Reference, ReceiveMessage, DeleteMessageBatch. */
const batch = 10

type ReceivedMessage = { readonly MessageId: string; readonly ReceiptHandle: string; readonly Body: string }

/** Receives messages, as any consumer does. */
export const receive: Subcommand = {
  usage: `Usage: twinmq receive QUEUE [--max N] [--wait 5s] [--visibility 30s] [--delete] [--exit-empty] [--json]
                      [options]

Receives messages as any consumer does, so that they are in flight afterwards, and prints their bodies, each on a line of its
own. When there are none it says why. QUEUE is a name, a URL or an ARN.

  --max N                how many at most (1)
  --wait DURATION        how long to wait for the first, up to 20s (as the queue has it)
  --visibility DURATION  how long they stay in flight (as the queue has it)
  --delete               delete them once they are printed
  --exit-empty           exit code 5 when nothing came, in place of 0
  --json                 as SQS answers ReceiveMessage, with ids and receipt handles
${queueUsage}`,
  async run(words) {
    const { values, positionals } = readWords(words, flags, ['QUEUE'])
    const wanted = countGiven('--max', values.max) ?? 1
    const waitSeconds = secondsGiven('--wait', values.wait)
    const visibilitySeconds = secondsGiven('--visibility', values.visibility)
    const place = placeGiven(values)
    return atTarget(values, async (url) => {
      const queue = await namedQueue(url, positionals[0]!, place)
      const messages = await received(url, queue, wanted, { waitSeconds, visibilitySeconds })
      if (values.json) sayJson(messages.length > 0 ? { Messages: messages } : {})
      else for (const { Body } of messages) say(Body)
      if (messages.length === 0)
        remark((await namedQueue(url, queue.name, queue)).whyEmpty ?? `nothing was received from ${queue.name}`)
      else if (values.delete) await remove(url, queue, messages)
      return values['exit-empty'] && messages.length === 0 ? exitCodes.nothingCame : exitCodes.done
    })
  },
}

/** Only the first call waits. */
async function received(
  url: string,
  queue: QueueAddress,
  wanted: number,
  { waitSeconds, visibilitySeconds }: { waitSeconds: number | undefined; visibilitySeconds: number | undefined },
): Promise<readonly ReceivedMessage[]> {
  const messages: ReceivedMessage[] = []
  while (messages.length < wanted) {
    const wait = messages.length > 0 ? 0 : waitSeconds
    const input = {
      QueueUrl: urlOf(url, queue),
      MaxNumberOfMessages: Math.min(batch, wanted - messages.length),
      ...(wait !== undefined && { WaitTimeSeconds: wait }),
      ...(visibilitySeconds !== undefined && { VisibilityTimeout: visibilitySeconds }),
      MessageAttributeNames: ['All'],
      MessageSystemAttributeNames: ['All'],
    }
    const { Messages: more = [] } = await callSqs(url, 'ReceiveMessage', input, queue)
    if (!Array.isArray(more) || more.length === 0) break
    messages.push(...more)
  }
  return messages
}

async function remove(url: string, queue: QueueAddress, messages: readonly ReceivedMessage[]): Promise<void> {
  for (let from = 0; from < messages.length; from += batch) {
    const some = messages.slice(from, from + batch)
    const entries = some.map(({ ReceiptHandle }, at) => ({ Id: `${at}`, ReceiptHandle }))
    const answer = await callSqs(url, 'DeleteMessageBatch', { QueueUrl: urlOf(url, queue), Entries: entries }, queue)
    const { Failed: failed } = answer
    if (Array.isArray(failed) && failed.length > 0) remark(`${failed.length} of them could not be deleted`)
  }
}
