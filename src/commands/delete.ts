import { counted } from '../text/counted.ts'
import { subcommand } from './command-line.ts'
import { namedQueue, placeGiven, shownName, urlOf } from './named-queue.ts'
import { say, sayJson } from './output.ts'
import { callSqs } from './sqs-call.ts'
import { exitCodes } from './subcommand.ts'
import { atTarget, queueExits, queueFlags } from './target.ts'

/** Removes a queue. */
export const deleteQueue = subcommand({
  summary: 'remove a queue',
  words: ['QUEUE'],
  flags: { json: { help: 'print what was deleted as JSON' } },
  shared: queueFlags,
  about: 'Removes a queue with all its messages. A queue is given by its name, URL or ARN.',
  exits: queueExits,
  examples: ['twinmq delete orders', 'twinmq delete orders --region eu-west-1'],
  async run({ values, words: [text = ''] }) {
    const place = placeGiven(values)
    return atTarget(values, async (url) => {
      const queue = await namedQueue(url, text, place)
      const { name, account, region, counts } = queue
      await callSqs(url, 'DeleteQueue', { QueueUrl: urlOf(url, queue) }, queue)
      const messages = counts.ready + counts.delayed + counts.inFlight
      if (values.json) sayJson({ queue: name, account, region, messages })
      else say(`deleted ${shownName(queue)}${messages === 0 ? '' : `, and ${counted(messages, 'message')} with it`}`)
      return exitCodes.done
    })
  },
})
