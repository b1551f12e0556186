import type { QueueAddress } from '../core/model.ts'
import { countGiven, secondsGiven } from './amounts.ts'
import { subcommand } from './command-line.ts'
import { namedQueue, placeGiven, urlOf } from './named-queue.ts'
import { remark, say, sayJson } from './output.ts'
import { callSqs } from './sqs-call.ts'
import { exitCodes } from './subcommand.ts'
import { atTarget, queueExits, queueFlags } from './target.ts'

/** Most messages in one request to SQS. Source: SQS API Reference, ReceiveMessage, DeleteMessageBatch. */
const batch = 10

type ReceivedMessage = { readonly MessageId: string; readonly ReceiptHandle: string; readonly Body: string }

/** Receives messages, as any consumer does. */
export const receive = subcommand({
  summary: 'receive messages, or say why there are none',
  words: ['QUEUE'],
  flags: {
    max: { value: 'N', help: 'how many messages at most (1)' },
    wait: { value: 'DURATION', help: 'how long to wait for the first message, up to 20s (the setting of the queue)' },
    visibility: { value: 'DURATION', help: 'how long the messages stay in flight (the setting of the queue)' },
    delete: { help: 'delete the messages after printing them' },
    'exit-empty': { help: 'exit with code 5 instead of 0 when no message came' },
    json: { help: 'print the answer of ReceiveMessage, with ids and receipt handles' },
  },
  shared: queueFlags,
  about:
    'Receives messages as a consumer does, which makes them in flight, and prints their bodies, one per line. If there are none, it says why.',
  exits: { ...queueExits, [exitCodes.nothingCame]: 'no message came, with --exit-empty' },
  examples: ['twinmq receive orders --wait 5s --delete', 'twinmq receive orders --max 10 --visibility 0s'],
  async run({ values, words: [text = ''] }) {
    const wanted = countGiven('--max', values.max) ?? 1
    const waitSeconds = secondsGiven('--wait', values.wait)
    const visibilitySeconds = secondsGiven('--visibility', values.visibility)
    const place = placeGiven(values)
    return atTarget(values, async (url) => {
      const queue = await namedQueue(url, text, place)
      const messages = await received(url, queue, wanted, { waitSeconds, visibilitySeconds })
      if (values.json) sayJson(messages.length > 0 ? { Messages: messages } : {})
      else for (const { Body } of messages) say(Body)
      if (messages.length === 0)
        remark((await namedQueue(url, queue.name, queue)).whyEmpty ?? `no message came from ${queue.name}`)
      else if (values.delete) await remove(url, queue, messages)
      return values['exit-empty'] && messages.length === 0 ? exitCodes.nothingCame : exitCodes.done
    })
  },
})

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
