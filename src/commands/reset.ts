import { subcommand } from './command-line.ts'
import { holdingsOfRunning, holdingsText } from './holdings.ts'
import { say, sayJson } from './output.ts'
import { callRunning } from './running-twinmq.ts'
import { badOption, exitCodes } from './subcommand.ts'
import { atTarget, queueExits, queueFlags } from './target.ts'

/** Empties the state. */
export const reset = subcommand({
  summary: 'empty the state',
  words: [],
  flags: {
    to: { value: 'fixture', help: 'load the --fixture of the start again' },
    json: { help: 'print what is there now as JSON' },
  },
  shared: queueFlags,
  about: 'Removes every queue, topic and message. With --to fixture it then loads the --fixture of the start again.',
  exits: queueExits,
  async run({ values }) {
    if (values.to !== undefined && values.to !== 'fixture') throw badOption(`--to: '${values.to}' is not fixture`)
    const unused = (['account', 'region'] as const).find((name) => values[name] !== undefined)
    if (unused !== undefined) throw badOption(`--${unused} has no effect here: a reset removes everything`)
    if (values.to && values.data !== undefined)
      throw badOption('--to fixture needs a running twinmq; with --data use: twinmq snapshot load FILE --data FILE')
    return atTarget(values, async (url) => {
      const answer = await callRunning({ url, method: 'POST', path: values.to ? '/reset?to=fixture' : '/reset' })
      answer.resume()
      const held = await holdingsOfRunning(url)
      if (values.json) sayJson(held)
      else say(values.to ? `back at the fixture: ${holdingsText(held)}` : `emptied: ${holdingsText(held)}`)
      return exitCodes.done
    })
  },
})
