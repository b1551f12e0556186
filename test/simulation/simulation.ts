import { Chance } from '../fuzz/chance.ts'
import { makeStep } from './make-step.ts'
import { perform } from './perform.ts'
import type { Setup } from './running.ts'
import type { Step } from './step.ts'
import { type Deeds, type Violation, World } from './world.ts'

/** How a run ended. */
type Outcome = {
  readonly violation: Violation | undefined
  /** Steps that happened. */
  readonly steps: number
  readonly deeds: Deeds
}

/** Steps between two looks at the whole. */
const auditInterval = 1_000
/** Steps between two thorough looks at what was touched. */
const thoroughInterval = 16

/** What a seed says of the world in which its steps happen. */
export function setupOf(seed: number): Setup {
  const chance = new Chance(seed ^ 0x0f00d)
  return {
    seed,
    durability: chance.pick(['process', 'disk']),
    namespace: chance.oneIn(4) ? 'shared' : 'isolated',
    rules: {
      purgeCoolDown: chance.oneIn(4),
      deleteCoolDown: chance.oneIn(4),
      retention: true,
      notificationBody: ({ body }, format) => `${format}:${body}`,
    },
    foldEvery: chance.pick([30, 200, 1_000]),
  }
}

/** The steps of a seed. */
export function* stepsOf(seed: number, count: number): Generator<Step> {
  const chance = new Chance(seed)
  for (let made = 0; made < count; made++) yield makeStep(chance)
}

/** Has steps happen one after the other, until a rule does not hold. */
export async function run(setup: Setup, steps: Iterable<Step>): Promise<Outcome> {
  const world = new World(setup)
  let happened = 0
  await world.begin()
  try {
    for (const step of steps) {
      happened += 1
      await perform(world, step)
      if (!step.together) await world.look(happened % thoroughInterval === 0)
      if (happened % auditInterval === 0) await world.audit()
      if (world.violation) break
    }
    if (!world.violation) await world.audit()
  } catch (error) {
    world.report('nothing is thrown', error instanceof Error ? (error.stack ?? error.message) : String(error))
  } finally {
    world.end()
  }
  return { violation: world.violation, steps: happened, deeds: world.deeds }
}
