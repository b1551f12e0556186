import type { Values } from '../client/values.ts'
import { secondsGiven } from './amounts.ts'
import { badOption, readWords } from './flags.ts'
import { makeQueue } from './make-queue.ts'
import { namedBy, namedQueue, placeGiven, type QueueName, queueThere, shownName, urlOf } from './named-queue.ts'
import { remark, say, sayJson } from './output.ts'
import { callSqs } from './sqs-call.ts'
import { exitCodes, type Subcommand } from './subcommand.ts'
import { atTarget, queueFlags, queueUsage } from './target.ts'

const flags = {
  ...queueFlags,
  delay: { type: 'string' },
  group: { type: 'string' },
  dedup: { type: 'string' },
  attribute: { type: 'string', multiple: true },
  create: { type: 'boolean' },
} as const

const advice = {
  MessageGroupId: 'a FIFO queue takes --group G',
  MessageDeduplicationId: 'say --dedup ID, or let the queue have ContentBasedDeduplication',
  DeduplicationId: 'say --dedup ID, or let the queue have ContentBasedDeduplication',
}

/** Sends one message. */
export const send: Subcommand = {
  usage: `Usage: twinmq send QUEUE BODY [--delay 5s] [--group G] [--dedup ID] [--attribute NAME=VALUE]... [--create]
                   [--json] [options]

Sends one message. QUEUE is a name, a URL or an ARN; BODY - is what comes on standard input. After -- nothing is an option.

  --delay DURATION       how long it stays hidden
  --group G              its message group; FIFO queues need one
  --dedup ID             what tells it from a duplicate, on FIFO queues
  --attribute NAME=VALUE
                         a message attribute of type String; as often as need be
  --create               make the queue where it is missing; one whose name ends in .fifo is a FIFO queue
  --json                 as SQS answers SendMessage
${queueUsage}`,
  async run(words) {
    const { values, positionals } = readWords(words, flags, ['QUEUE', 'BODY'])
    const [queueText = '', bodyText = ''] = positionals
    const delay = secondsGiven('--delay', values.delay)
    const attributes = attributesGiven(values.attribute ?? [])
    const place = placeGiven(values)
    const body = bodyText === '-' ? await standardInput() : bodyText
    const sent = async (url: string): Promise<number> => {
      if (values.create) await madeSure(url, namedBy(queueText, place))
      const queue = await namedQueue(url, queueText, place)
      const input = {
        QueueUrl: urlOf(url, queue),
        MessageBody: body,
        ...(delay !== undefined && { DelaySeconds: delay }),
        ...(values.group !== undefined && { MessageGroupId: values.group }),
        ...(values.dedup !== undefined && { MessageDeduplicationId: values.dedup }),
        ...(attributes && { MessageAttributes: attributes }),
      }
      const answer = await callSqs(url, 'SendMessage', input, queue, advice)
      if (values.json) sayJson(answer)
      else say(`sent ${answer.MessageId} to ${shownName(queue)}`)
      return exitCodes.done
    }
    return atTarget(values, sent, values.create ? 'newFile' : undefined)
  },
}

/** Standard output may be the answer of SQS, so this is said beside it. */
async function madeSure(url: string, name: QueueName): Promise<void> {
  if (await queueThere(url, name)) return
  const { queue } = await makeQueue(url, name)
  remark(`created ${shownName(queue)}`)
}

function attributesGiven(pairs: readonly string[]): Values | undefined {
  if (pairs.length === 0) return undefined
  return Object.fromEntries(
    pairs.map((pair) => {
      const equals = pair.indexOf('=')
      if (equals < 1) throw badOption(`--attribute: '${pair}' is not NAME=VALUE`)
      return [pair.slice(0, equals), { DataType: 'String', StringValue: pair.slice(equals + 1) }]
    }),
  )
}

/** Without the line feed with which `echo` and editors end a text. */
async function standardInput(): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of process.stdin) chunks.push(chunk)
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '')
}
