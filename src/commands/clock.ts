import { Readable } from 'node:stream'
import { bareNumber, parseDuration, parseInstant } from '../text/time.ts'
import { subcommand } from './command-line.ts'
import { addressFlags, urlGiven } from './flags.ts'
import { say, sayJson } from './output.ts'
import { askOnlyRunning } from './running-twinmq.ts'
import { badOption, exitCodes } from './subcommand.ts'

type Reading = { readonly mode: string; readonly now: string; readonly nextDue: string | null }

/** What each word takes after it, and the body of the request to our own API. */
const orders: Readonly<Record<string, { readonly takes?: string; readonly body: (word: string) => object }>> = {
  freeze: { body: () => ({ mode: 'manual' }) },
  system: { body: () => ({ mode: 'system' }) },
  next: { body: () => ({ next: true }) },
  set: { takes: 'INSTANT', body: (word) => ({ set: instantGiven(word) }) },
  advance: { takes: 'DURATION', body: (word) => ({ advance: assured(word) }) },
}

/** Shows or moves the clock. */
export const clock = subcommand({
  summary: 'show or move the clock',
  words: ['[freeze|advance|set|next|system]', '[TO]'],
  flags: { json: { help: 'print the document of GET /_twinmq/clock' } },
  shared: addressFlags,
  about: `Shows the clock of a running twinmq, or moves it. A move ends when all work that became due is done.

  freeze             stop the clock at the present
  advance DURATION   move it forward by a duration such as 30s or 1h30m
  set INSTANT        move it to 2026-11-30T12:00:00Z or to epoch milliseconds;
                     it moves back only while no message exists
  next               move it to the next instant at which something is due
  system             use the time of the machine again`,
  exits: {
    [exitCodes.done]: 'done',
    [exitCodes.failed]: 'refused, or not reachable',
    [exitCodes.badOption]: 'wrong usage',
  },
  examples: ['twinmq clock freeze', 'twinmq clock advance 5m'],
  async run({ values, words }) {
    const body = orderGiven(words)
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
})

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

/** The duration as it was given. Throws `CommandFailure` if it is not one. */
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
