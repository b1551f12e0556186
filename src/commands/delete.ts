import { counted } from '../text/counted.ts'
import { readWords } from './flags.ts'
import { namedQueue, placeGiven, shownName, urlOf } from './named-queue.ts'
import { say, sayJson } from './output.ts'
import { callSqs } from './sqs-call.ts'
import { exitCodes, type Subcommand } from './subcommand.ts'
import { atTarget, queueFlags, queueUsage } from './target.ts'

/** Removes a queue. */
export const deleteQueue: Subcommand = {
  usage: `Usage: twinmq delete NAME [--json] [options]

Removes a queue with all its messages. NAME is a name, a URL or an ARN. Exit code 1 when there is no such queue.

  --json                 say what was deleted as JSON
${queueUsage}`,
  async run(words) {
    const { values, positionals } = readWords(words, queueFlags, ['NAME'])
    const place = placeGiven(values)
    return atTarget(values, async (url) => {
      const queue = await namedQueue(url, positionals[0]!, place)
      const { name, account, region, counts } = queue
      await callSqs(url, 'DeleteQueue', { QueueUrl: urlOf(url, queue) }, queue)
      const messages = counts.ready + counts.delayed + counts.inFlight
      if (values.json) sayJson({ queue: name, account, region, messages })
      else say(`deleted ${shownName(queue)}${messages === 0 ? '' : `, and ${counted(messages, 'message')} with it`}`)
      return exitCodes.done
    })
  },
}
