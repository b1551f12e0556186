import { Readable } from 'node:stream'
import { bareNumber, parseDuration, parseInstant } from '../text/time.ts'
import { addressFlags, addressUsage, badOption, readWords, urlGiven } from './flags.ts'
import { say, sayJson } from './output.ts'
import { askOnlyRunning } from './running-twinmq.ts'
import { exitCodes, type Subcommand } from './subcommand.ts'

type Reading = { readonly mode: string; readonly now: string; readonly nextDue: string | null }

/** What each word makes of the word behind it, if it takes one: the body for our own API. */
const orders: Readonly<Record<string, { readonly takes?: string; readonly body: (word: string) => object }>> = {
  freeze: { body: () => ({ mode: 'manual' }) },
  system: { body: () => ({ mode: 'system' }) },
  next: { body: () => ({ next: true }) },
  set: { takes: 'INSTANT', body: (word) => ({ set: instantGiven(word) }) },
  advance: { takes: 'DURATION', body: (word) => ({ advance: assured(word) }) },
}

/** Shows or moves the clock. */
export const clock: Subcommand = {
  usage: `Usage: twinmq clock [freeze | system | set INSTANT | advance DURATION | next] [--url URL] [--json]

Shows the clock of a running twinmq, or moves it; a move is over when all that became due is done.

  freeze                 stop it at the present
  advance DURATION       let 30s or 1h30m pass
  set INSTANT            move it to 2026-11-30T12:00:00Z, or epoch milliseconds; back only while no message exists
  next                   move it to the next instant at which something is due
  system                 let time pass by itself
${addressUsage}  --json                 as the document of GET /_twinmq/clock
  --help                 print this
`,
  async run(words) {
    const { values, positionals } = readWords(words, { ...addressFlags, json: { type: 'boolean' } }, [], 'many')
    const body = orderGiven(positionals)
    const url = await urlGiven(values)
    const shown = body
      ? await askOnlyRunning({
          url,
          method: 'POST',
          path: '/clock',
          body: Readable.from([Buffer.from(JSON.stringify(body))]),
        })
      : await askOnlyRunning({ url, method: 'GET', path: '/clock' })
    if (values.json) sayJson(shown)
    else say(readingText(Object(shown)))
    return exitCodes.done
  },
}

function orderGiven([name, word, ...more]: readonly string[]): object | undefined {
  if (name === undefined) return undefined
  const order = Object.hasOwn(orders, name) ? orders[name] : undefined
  if (!order) throw badOption(`'${name}' is not one of ${Object.keys(orders).join(', ')}`)
  if (order.takes !== undefined && word === undefined) throw badOption(`clock ${name} needs ${order.takes}`)
  const surplus = order.takes === undefined ? word : more[0]
  if (surplus !== undefined) throw badOption(`unexpected word '${surplus}'`)
  return order.body(word ?? '')
}

function instantGiven(word: string): number {
  const instantMs = parseInstant(word)
  if (instantMs === undefined)
    throw badOption(`'${word}' is not an instant of the years 1970 to 2199, as ISO 8601 text or epoch milliseconds`)
  return instantMs
}

/** The duration as it was given. Throws `CommandFailure` if it is none. */
function assured(word: string): string {
  if (bareNumber(word) !== undefined)
    throw badOption(`${word} has no unit: write ${word}s for seconds, ${word}ms for milliseconds`)
  const durationMs = parseDuration(word)
  if (durationMs === undefined) throw badOption(`'${word}' is not a duration such as 30s or 1h30m`)
  return word
}

function readingText({ mode, now, nextDue }: Reading): string {
  const how = mode === 'manual' ? 'stands still' : 'runs by itself'
  return `${now}, ${how}; ${nextDue === null ? 'nothing is due' : `next due at ${nextDue}`}`
}
