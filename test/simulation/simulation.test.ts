import { describe, expect, test } from 'vitest'
import { simulate } from './main.ts'
import { plants } from './plants.ts'
import { shortest } from './shrink.ts'
import { run, setupOf, stepsOf } from './simulation.ts'

/** A share of what `npm run simulate` can do, in seeds and the steps of each. */
const share = { seeds: [1, 2, 4, 5, 10], steps: 20_000 }

describe('no rule is broken whatever a seed has happen', () => {
  test.each(share.seeds)('seed %i', { timeout: 120_000 }, async (seed) => {
    const { violation, steps, deeds } = await run(setupOf(seed), stepsOf(seed, share.steps))
    expect(violation).toBeUndefined()
    expect(steps).toBe(share.steps)
    const { crashes, restarts, failures, recoveries, received } = deeds
    expect(Math.min(crashes, restarts, failures, recoveries)).toBeGreaterThan(10)
    expect(received).toBeGreaterThan(1_000)
  })
})

describe('a planted bug is found', () => {
  const found: Readonly<Record<keyof typeof plants, { seed: number; rule: RegExp }>> = {
    skippedIndexUpdate: { seed: 5, rule: /next hidden message|counts equal|served once|waits/ },
    emptyJournalLine: { seed: 1, rule: /a state that was|replayed state|can be read/ },
    earlyAnswer: { seed: 1, rule: /what was answered is kept/ },
    replayWithoutChanges: { seed: 5, rule: /a state that was|replayed state/ },
    groupWithTwoOwners: { seed: 5, rule: /no group has two owners|served once/ },
    forgottenPoll: { seed: 5, rule: /nobody waits|ends in time/ },
  }

  test.each(Object.entries(plants))('%s', { timeout: 60_000 }, async (name, plant) => {
    const { seed, rule } = found[name]!
    const remove = plant()
    try {
      const { violation } = await run(setupOf(seed), stepsOf(seed, 20_000))
      expect(violation?.rule).toMatch(rule)
    } finally {
      remove()
    }
  })
})

test('a seed repeats what it did', { timeout: 30_000 }, async () => {
  const remove = plants.skippedIndexUpdate!()
  const once = await run(setupOf(7), stepsOf(7, 20_000))
  remove()
  const removeAgain = plants.skippedIndexUpdate!()
  const again = await run(setupOf(7), stepsOf(7, 20_000))
  removeAgain()
  expect(once.violation).toBeDefined()
  expect(again).toEqual(once)
})

test('a failure is told with its seed, its step, its rule and a short sequence', { timeout: 60_000 }, async () => {
  const lines: string[] = []
  expect(
    await simulate(['--seed', '5', '--steps', '20000', '--plant', 'replayWithoutChanges'], (line) => lines.push(line)),
  ).toBe(false)
  expect(lines[0]).toMatch(/^seed 5, step \d+ .*: broken: /)
  expect(lines[2]).toMatch(/the shortest sequence found has \d+ steps/)
  expect(lines.length).toBeLessThan(60)
})

test('the shortest sequence breaks the same rule by itself', { timeout: 60_000 }, async () => {
  const remove = plants.replayWithoutChanges!()
  try {
    const setup = setupOf(5)
    const { violation, steps } = await run(setup, stepsOf(5, 20_000))
    const sequence = await shortest(setup, [...stepsOf(5, steps)], violation!.rule)
    const again = await run(setup, sequence)
    expect(again.violation?.rule).toBe(violation?.rule)
    expect(again.steps).toBe(sequence.length)
  } finally {
    remove()
  }
})

test('a run that holds says how much happened, and words that make no sense are refused', async () => {
  const lines: string[] = []
  expect(await simulate(['--seed', '3', '--seeds', '2', '--steps', '500'], (line) => lines.push(line))).toBe(true)
  expect(lines.map((line) => line.slice(0, 22))).toEqual(['seed 3: 500 steps held', 'seed 4: 500 steps held'])
  await expect(simulate(['--steps', 'many'], () => {})).rejects.toThrow('--steps')
  await expect(simulate(['--plant', 'none'], () => {})).rejects.toThrow('--plant')
})
