import { setTimeout as pause } from 'node:timers/promises'
import { counted } from '../text/counted.ts'
import { subcommand } from './command-line.ts'
import { arnOf, type NamedQueue, namedQueue, placeGiven, shownName } from './named-queue.ts'
import { remark, say, sayJson } from './output.ts'
import { askRunning } from './running-twinmq.ts'
import { callSqs, type SqsAnswer } from './sqs-call.ts'
import { CommandFailure, exitCodes } from './subcommand.ts'
import { atTarget, queueExits, queueFlags } from './target.ts'

/** Real time between two looks at the task, milliseconds. */
const lookEveryMs = 50
/** Looks without progress after which a manual clock must be the reason. */
const patience = 20

const advice = {
  'Dead Letter Queue': 'only a queue that is named in the RedrivePolicy of another queue can be redriven',
}

/** Moves messages out of a dead-letter queue. */
export const redrive = subcommand({
  summary: 'move messages out of a dead-letter queue',
  words: ['DLQ'],
  flags: {
    to: { value: 'QUEUE', help: 'queue that receives the messages, instead of the queues they came from' },
    json: { help: 'print the task as ListMessageMoveTasks does' },
  },
  shared: queueFlags,
  about:
    'Moves the messages of a dead-letter queue back to the queues they came from, or to one queue, and waits until that is done.',
  exits: queueExits,
  examples: ['twinmq redrive orders-dlq', 'twinmq redrive orders-dlq --to orders-retry'],
  async run({ values, words: [text = ''] }) {
    const place = placeGiven(values)
    return atTarget(values, async (url) => {
      const source = await namedQueue(url, text, place)
      const target = values.to === undefined ? undefined : await namedQueue(url, values.to, place)
      const input = { SourceArn: arnOf(source), ...(target && { DestinationArn: arnOf(target) }) }
      await callSqs(url, 'StartMessageMoveTask', input, source, advice)
      const task = await ended(url, source)
      if (values.json) sayJson(task)
      const moved = Number(task.ApproximateNumberOfMessagesMoved ?? 0)
      if (task.Status !== 'COMPLETED') throw failed(task, moved)
      const where = target ? `to ${shownName(target)}` : 'back to where they came from'
      if (!values.json) say(`moved ${counted(moved, 'message')} from ${shownName(source)} ${where}`)
      await sayWhatStays(url, source)
      return exitCodes.done
    })
  },
})

/** The task when it has ended. Rejects with `CommandFailure` if it waits for a manual clock. */
async function ended(url: string, source: NamedQueue): Promise<SqsAnswer> {
  let idle = 0
  let before = -1
  for (;;) {
    const input = { SourceArn: arnOf(source), MaxResults: 1 }
    const { Results: results } = await callSqs(url, 'ListMessageMoveTasks', input, source)
    const task: SqsAnswer = Array.isArray(results) ? Object(results[0]) : {}
    if (task.Status !== 'RUNNING') return task
    const moved = Number(task.ApproximateNumberOfMessagesMoved ?? 0)
    idle = moved === before ? idle + 1 : 0
    before = moved
    if (idle >= patience && (await standsStill(url)))
      throw new CommandFailure(
        exitCodes.failed,
        `the move has started (${counted(moved, 'message')} so far) and waits for its next step, but the clock stands still; move it with: twinmq clock next`,
      )
    await pause(lookEveryMs)
  }
}

async function standsStill(url: string): Promise<boolean> {
  return Object(await askRunning({ url, method: 'GET', path: '/clock' })).mode === 'manual'
}

function failed({ Status: status, FailureReason: reason }: SqsAnswer, moved: number): CommandFailure {
  const why = reason === undefined ? '' : `: ${reason}`
  return new CommandFailure(
    exitCodes.failed,
    `the move ended as ${status} after ${counted(moved, 'message')}${why}; --to QUEUE gives a target for messages whose queue is unknown or deleted`,
  )
}

/** A move takes only messages that are ready. */
async function sayWhatStays(url: string, source: NamedQueue): Promise<void> {
  const { counts, whyEmpty } = await namedQueue(url, source.name, source)
  const staying = counts.delayed + counts.inFlight + counts.ready
  if (staying > 0) remark(`${counted(staying, 'message')} stayed${whyEmpty === undefined ? '' : `: ${whyEmpty}`}`)
}
