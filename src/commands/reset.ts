import { badOption, readWords } from './flags.ts'
import { holdingsOfRunning, holdingsText } from './holdings.ts'
import { say, sayJson } from './output.ts'
import { callRunning } from './running-twinmq.ts'
import { exitCodes, type Subcommand } from './subcommand.ts'
import { atTarget, queueFlags, queueUsage } from './target.ts'

/** Empties the state. */
export const reset: Subcommand = {
  usage: `Usage: twinmq reset [--to fixture] [--json] [options]

Removes every queue, topic and message.

  --to fixture           put what --fixture gave at the start in their place
  --json                 say what there is now as JSON
${queueUsage}`,
  async run(words) {
    const { values } = readWords(words, { ...queueFlags, to: { type: 'string' } }, [])
    if (values.to !== undefined && values.to !== 'fixture') throw badOption(`--to: '${values.to}' is not fixture`)
    const unused = (['account', 'region'] as const).find((name) => values[name] !== undefined)
    if (unused !== undefined) throw badOption(`--${unused} says nothing here: a reset is of everything`)
    if (values.to && values.data !== undefined)
      throw badOption('--to fixture goes with a running twinmq; with --data use: twinmq snapshot load FILE --data FILE')
    return atTarget(values, async (url) => {
      const answer = await callRunning({ url, method: 'POST', path: values.to ? '/reset?to=fixture' : '/reset' })
      answer.resume()
      const held = await holdingsOfRunning(url)
      if (values.json) sayJson(held)
      else say(values.to ? `back at the fixture: ${holdingsText(held)}` : `emptied: ${holdingsText(held)}`)
      return exitCodes.done
    })
  },
}
