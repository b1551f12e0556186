import { describe, expect, test } from 'vitest'
import { SeededRandom } from '../../src/core/random.ts'
import { type Files, filesOf, flipped, shortened, startWith, waysToEnd } from './damaged-files.ts'
import { FilePlace } from './file-place.ts'

/** `npm run flip-trial` does more of it. */
const { FLIPS = '200', REMOVALS = '80', FLIP_SEED = '1' } = process.env

/** What came of starts with damaged files. */
type Counts = { refused: number; reported: number; unchanged: number; readonly silent: string[] }

/** Does some damage again and again, each time to files that are whole. */
async function trial(times: number, seed: number, damage: typeof flipped): Promise<Counts> {
  const random = new SeededRandom(seed, times)
  const below = (limit: number) => random.next() % limit
  const counts: Counts = { refused: 0, reported: 0, unchanged: 0, silent: [] }
  for (const [index, way] of waysToEnd.entries()) {
    const files = await filesOf(new FilePlace(), way, seed)
    const place = new FilePlace()
    const whole = await startWith(place, files)
    if (typeof whole !== 'object') throw new Error(`${way}: whole files are ${whole}`)
    const share = Math.floor((times + index) / waysToEnd.length)
    for (let at = 0; at < share; at++) await once(place, way, damage(files, below), whole.state, counts)
  }
  return counts
}

async function once(
  place: FilePlace,
  way: string,
  { what, files }: { readonly what: string; readonly files: Files },
  state: string,
  counts: Counts,
): Promise<void> {
  const outcome = await startWith(place, files)
  if (typeof outcome === 'string') counts[outcome] += 1
  else if (outcome.state === state) counts.unchanged += 1
  else counts.silent.push(`${way}: ${what}`)
}

describe('of what is changed on the disk, nothing loads without a word', () => {
  test.each([
    ['bits that are turned over', Number(FLIPS), flipped],
    ['lines that are removed', Number(REMOVALS), shortened],
  ])('%s (%i)', async (what, times, damage) => {
    const counts = await trial(times, Number(FLIP_SEED), damage)
    const { refused, reported, unchanged, silent } = counts
    if (process.env.FLIPS !== undefined)
      console.log(
        `${times} ${what}: ${refused} refused, ${reported} reported, ${unchanged} without effect, ${silent.length} silent`,
      )
    expect(silent).toEqual([])
    expect(refused + reported + unchanged).toBe(times)
    expect(Math.min(refused, reported)).toBeGreaterThan(0)
  })
})
