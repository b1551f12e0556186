import { counted } from '../text/counted.ts'
import { readWords } from './flags.ts'
import { namedQueue, placeGiven, shownName, urlOf } from './named-queue.ts'
import { say, sayJson } from './output.ts'
import { callSqs } from './sqs-call.ts'
import { exitCodes, type Subcommand } from './subcommand.ts'
import { atTarget, queueFlags, queueUsage } from './target.ts'

/** Removes all messages of a queue. */
export const purge: Subcommand = {
  usage: `Usage: twinmq purge QUEUE [--json] [options]

Removes every message of a queue, those in flight and delayed ones too. QUEUE is a name, a URL or an ARN.

  --json                 say what was purged as JSON
${queueUsage}`,
  async run(words) {
    const { values, positionals } = readWords(words, queueFlags, ['QUEUE'])
    const place = placeGiven(values)
    return atTarget(values, async (url) => {
      const queue = await namedQueue(url, positionals[0]!, place)
      const { name, account, region, counts } = queue
      await callSqs(url, 'PurgeQueue', { QueueUrl: urlOf(url, queue) }, queue)
      const messages = counts.ready + counts.delayed + counts.inFlight
      if (values.json) sayJson({ queue: name, account, region, purged: messages })
      else say(`purged ${shownName(queue)}: ${counted(messages, 'message')}`)
      return exitCodes.done
    })
  },
}
