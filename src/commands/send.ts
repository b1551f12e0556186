import type { Values } from '../client/values.ts'
import { secondsGiven } from './amounts.ts'
import { subcommand } from './command-line.ts'
import { makeQueue } from './make-queue.ts'
import { namedBy, namedQueue, placeGiven, type QueueName, queueThere, shownName, urlOf } from './named-queue.ts'
import { remark, say, sayJson } from './output.ts'
import { callSqs } from './sqs-call.ts'
import { badOption, exitCodes } from './subcommand.ts'
import { atTarget, queueExits, queueFlags } from './target.ts'

const advice = {
  MessageGroupId: 'a FIFO queue needs --group GROUP',
  MessageDeduplicationId: 'give --dedup ID, or set ContentBasedDeduplication on the queue',
  DeduplicationId: 'give --dedup ID, or set ContentBasedDeduplication on the queue',
}

/** Sends one message. */
export const send = subcommand({
  summary: 'send a message',
  words: ['QUEUE', 'BODY'],
  flags: {
    delay: { value: 'DURATION', help: 'how long the message stays hidden' },
    group: { value: 'GROUP', help: 'message group; FIFO queues need one' },
    dedup: { value: 'ID', help: 'deduplication id, for FIFO queues' },
    attribute: { value: 'NAME=VALUE', many: true, help: 'message attribute of type String; can be repeated' },
    create: { help: 'create the queue if it is missing; a name that ends in .fifo makes a FIFO queue' },
    json: { help: 'print the answer of SendMessage' },
  },
  shared: queueFlags,
  about: 'Sends one message. BODY - reads the body from standard input. Words after -- are never read as flags.',
  exits: queueExits,
  examples: [
    `twinmq send orders '{"id":1}' --create`,
    'twinmq send orders.fifo first --group team-a --dedup 1',
    'twinmq send orders -- --not-a-flag',
  ],
  async run({ values, words: [queueText = '', bodyText = ''] }) {
    const delay = secondsGiven('--delay', values.delay)
    const attributes = attributesGiven(values.attribute ?? [])
    const place = placeGiven(values)
    const body = bodyText === '-' ? await standardInput() : bodyText
    const sent = async (url: string): Promise<number> => {
      const created = values.create && (await madeSure(url, namedBy(queueText, place)))
      const queue = await namedQueue(url, queueText, place)
      const input = {
        QueueUrl: urlOf(url, queue),
        MessageBody: body,
        ...(delay !== undefined && { DelaySeconds: delay }),
        ...(values.group !== undefined && { MessageGroupId: values.group }),
        ...(values.dedup !== undefined && { MessageDeduplicationId: values.dedup }),
        ...(attributes && { MessageAttributes: attributes }),
      }
      const answer = await callSqs(url, 'SendMessage', input, queue, advice).catch(async (error: unknown) => {
        if (created) await callSqs(url, 'DeleteQueue', { QueueUrl: input.QueueUrl }, queue)
        throw error
      })
      // Standard output may hold the answer of SQS.
      if (created) remark(`created ${shownName(queue)}`)
      if (values.json) sayJson(answer)
      else say(`sent ${answer.MessageId} to ${shownName(queue)}`)
      return exitCodes.done
    }
    return atTarget(values, sent, values.create ? 'newFile' : undefined)
  },
})

/** Creates a queue that is missing. False: it exists. */
async function madeSure(url: string, name: QueueName): Promise<boolean> {
  return (await queueThere(url, name)) === undefined && (await makeQueue(url, name)).created
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

/** Removes the line feed that `echo` and editors add at the end. */
async function standardInput(): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of process.stdin) chunks.push(chunk)
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '')
}
