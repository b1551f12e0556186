import { counted } from '../text/counted.ts'
import { subcommand } from './command-line.ts'
import { namedQueue, placeGiven, shownName, urlOf } from './named-queue.ts'
import { say, sayJson } from './output.ts'
import { callSqs } from './sqs-call.ts'
import { exitCodes } from './subcommand.ts'
import { atTarget, queueExits, queueFlags } from './target.ts'

/** Removes all messages of a queue. */
export const purge = subcommand({
  summary: 'remove all messages of a queue',
  words: ['QUEUE'],
  flags: { json: { help: 'print what was purged as JSON' } },
  shared: queueFlags,
  about: 'Removes every message of a queue, including those that are in flight or delayed.',
  exits: queueExits,
  examples: ['twinmq purge orders'],
  async run({ values, words: [text = ''] }) {
    const place = placeGiven(values)
    return atTarget(values, async (url) => {
      const queue = await namedQueue(url, text, place)
      const { name, account, region, counts } = queue
      await callSqs(url, 'PurgeQueue', { QueueUrl: urlOf(url, queue) }, queue)
      const messages = counts.ready + counts.delayed + counts.inFlight
      if (values.json) sayJson({ queue: name, account, region, purged: messages })
      else say(`purged ${shownName(queue)}: ${counted(messages, 'message')}`)
      return exitCodes.done
    })
  },
})
