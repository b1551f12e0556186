import { counted } from '../text/counted.ts'
import { countGiven } from './amounts.ts'
import { badOption, readWords } from './flags.ts'
import { asFifo, isFifoName, makeQueue } from './make-queue.ts'
import { arnOf, namedBy, placeGiven, type QueueName, shownName, urlOf } from './named-queue.ts'
import { say, sayJson } from './output.ts'
import { callSqs } from './sqs-call.ts'
import { exitCodes, type Subcommand } from './subcommand.ts'
import { atTarget, queueFlags, queueUsage } from './target.ts'

const flags = {
  ...queueFlags,
  fifo: { type: 'boolean' },
  dlq: { type: 'string' },
  'max-receives': { type: 'string' },
} as const

/** Receives after which a message goes to the dead-letter queue, where that is not said. */
const usualReceives = 3

/** Makes a queue. */
export const create: Subcommand = {
  usage: `Usage: twinmq create NAME [--fifo] [--dlq NAME [--max-receives N]] [--json] [options]

Makes a queue with the settings that SQS gives a new one, and says so when it is there already. NAME is a name, a URL or an
ARN; one that ends in .fifo is that of a FIFO queue.

  --fifo                 a FIFO queue; .fifo is added to a name that does not end in it
  --dlq NAME             its dead-letter queue, which is made too, of the same kind, where it is missing
  --max-receives N       how often a message is received before it goes there, 1 to 1000 (${usualReceives})
  --json                 say what there is now as JSON
${queueUsage}`,
  async run(words) {
    const { values, positionals } = readWords(words, flags, ['NAME'])
    const receives = countGiven('--max-receives', values['max-receives']) ?? usualReceives
    if (values['max-receives'] !== undefined && values.dlq === undefined)
      throw badOption('--max-receives goes with --dlq')
    const named = namedBy(positionals[0]!, placeGiven(values))
    const queue = values.fifo ? asFifo(named) : named
    const dlq = values.dlq === undefined ? undefined : deadLetterName(values.dlq, queue)
    const made = async (url: string): Promise<number> => {
      const all = dlq ? await makeBoth(url, queue, dlq, receives) : { main: await makeQueue(url, queue) }
      const suffix = queue === named ? undefined : 'names of FIFO queues end in .fifo, so that was added'
      if (values.json) sayJson(documentOf(all, receives, values.data === undefined))
      else for (const line of linesOf(all, receives, suffix)) say(line)
      return exitCodes.done
    }
    return atTarget(values, made, 'newFile')
  },
}

type Made = Awaited<ReturnType<typeof makeQueue>>
type AllMade = { readonly main: Made; readonly dead?: Made }

/** A bare name lives where the queue does, and is of its kind. Throws `CommandFailure`. */
function deadLetterName(text: string, { name, ...place }: QueueName): QueueName {
  const given = namedBy(text, place)
  const dlq = isFifoName(name) ? asFifo(given) : given
  if (isFifoName(dlq.name) !== isFifoName(name))
    throw badOption(
      `--dlq: ${dlq.name} is a FIFO queue and ${name} is not; the two are of one kind, so say --fifo, or name another`,
    )
  if (dlq.name === name) throw badOption(`--dlq: ${name} cannot be its own dead-letter queue`)
  return dlq
}

/** A dead-letter queue must be there first. One that was made for a queue that is refused goes again. */
async function makeBoth(url: string, queue: QueueName, dlq: QueueName, receives: number): Promise<AllMade> {
  const dead = await makeQueue(url, dlq)
  const policy = { deadLetterTargetArn: arnOf(dead.queue), maxReceiveCount: String(receives) }
  try {
    return { main: await makeQueue(url, queue, { RedrivePolicy: JSON.stringify(policy) }), dead }
  } catch (error) {
    if (dead.created) await callSqs(url, 'DeleteQueue', { QueueUrl: urlOf(url, dead.queue) }, dead.queue)
    throw error
  }
}

function linesOf({ main, dead }: AllMade, receives: number, suffix: string | undefined): readonly string[] {
  const shown = shownName(main.queue)
  const line = main.created ? `created ${shown}` : `${shown} is there already, and nothing was changed`
  const first = suffix === undefined ? line : `${line}; ${suffix}`
  if (!dead) return [first]
  const how = dead.created ? 'created' : 'is there already'
  return [
    first,
    `its dead-letter queue ${shownName(dead.queue)} ${how}: messages go there after ${counted(receives, 'receive')}`,
  ]
}

/** A file at rest is asked at an address of the moment, so it has no URLs to give. */
function documentOf({ main, dead }: AllMade, receives: number, withUrl: boolean): object {
  const shown = ({ queue: { name, account, region }, created, url }: Made): object => ({
    queue: name,
    account,
    region,
    fifo: isFifoName(name),
    created,
    ...(withUrl && { url }),
  })
  return { ...shown(main), ...(dead && { deadLetterQueue: { ...shown(dead), maxReceives: receives } }) }
}
