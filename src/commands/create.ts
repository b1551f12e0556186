import { counted } from '../text/counted.ts'
import { countGiven } from './amounts.ts'
import { subcommand } from './command-line.ts'
import { asFifo, isFifoName, makeQueue } from './make-queue.ts'
import { arnOf, namedBy, placeGiven, type QueueName, shownName, urlOf } from './named-queue.ts'
import { say, sayJson } from './output.ts'
import { callSqs } from './sqs-call.ts'
import { badOption, exitCodes } from './subcommand.ts'
import { atTarget, queueExits, queueFlags } from './target.ts'

/** Receives after which a message goes to the dead-letter queue, by default. */
const usualReceives = 3

/** Makes a queue. */
export const create = subcommand({
  summary: 'create a queue',
  words: ['QUEUE'],
  flags: {
    fifo: { help: 'create a FIFO queue; adds .fifo to the name if it is missing' },
    dlq: { value: 'QUEUE', help: 'dead-letter queue of the same type, which is created too if it is missing' },
    'max-receives': {
      value: 'N',
      help: `receives after which a message goes to the dead-letter queue, 1 to 1000 (${usualReceives})`,
    },
    json: { help: 'print the queues as JSON' },
  },
  shared: queueFlags,
  about:
    'Creates a queue with the default settings of SQS, or says that it exists. A name that ends in .fifo makes a FIFO queue.',
  exits: queueExits,
  examples: ['twinmq create orders --dlq orders-dlq --max-receives 5', 'twinmq create orders --fifo'],
  async run({ values, words: [text = ''] }) {
    const receives = countGiven('--max-receives', values['max-receives']) ?? usualReceives
    if (values['max-receives'] !== undefined && values.dlq === undefined) throw badOption('--max-receives needs --dlq')
    const named = namedBy(text, placeGiven(values))
    const queue = values.fifo ? asFifo(named) : named
    const dlq = values.dlq === undefined ? undefined : deadLetterName(values.dlq, queue)
    const made = async (url: string): Promise<number> => {
      const all = dlq ? await makeBoth(url, queue, dlq, receives) : { main: await makeQueue(url, queue) }
      const suffix = queue === named ? undefined : 'added .fifo, because names of FIFO queues end in it'
      if (values.json) sayJson(documentOf(all, receives, values.data === undefined))
      else for (const line of linesOf(all, receives, suffix)) say(line)
      return exitCodes.done
    }
    return atTarget(values, made, 'newFile')
  },
})

type Made = Awaited<ReturnType<typeof makeQueue>>
type AllMade = { readonly main: Made; readonly dead?: Made }

/** A name alone means the account, region and type of the queue. Throws `CommandFailure`. */
function deadLetterName(text: string, { name, ...place }: QueueName): QueueName {
  const given = namedBy(text, place)
  const dlq = isFifoName(name) ? asFifo(given) : given
  if (isFifoName(dlq.name) !== isFifoName(name))
    throw badOption(
      `--dlq: ${dlq.name} is a FIFO queue and ${name} is not; both must be of one type, so add --fifo or name another`,
    )
  if (dlq.name === name) throw badOption(`--dlq: ${name} cannot be its own dead-letter queue`)
  return dlq
}

/** The dead-letter queue must exist first. If the queue is refused, a new dead-letter queue is removed again. */
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

/** A data file has a server for this command only, so its URLs would be of no use. */
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
