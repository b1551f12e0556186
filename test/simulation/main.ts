import { parseArgs } from 'node:util'
import { plants } from './plants.ts'
import { shortest } from './shrink.ts'
import { run, setupOf, stepsOf } from './simulation.ts'

/** Runs the seeds that the words of a command line ask for, and says how each went; false: one of them failed. */
export async function simulate(words: readonly string[], print: (line: string) => void): Promise<boolean> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      seed: { type: 'string', default: '1' },
      seeds: { type: 'string', default: '1' },
      steps: { type: 'string', default: '100000' },
      plant: { type: 'string' },
    },
  })
  const plant = values.plant === undefined ? undefined : plants[values.plant]
  if (values.plant !== undefined && !plant) throw new Error(`--plant: one of ${Object.keys(plants).join(', ')}`)
  const remove = plant?.()
  try {
    let passed = true
    for (let at = 0; at < count('seeds', values.seeds); at++)
      if (!(await simulateSeed(count('seed', values.seed) + at, count('steps', values.steps), print))) passed = false
    return passed
  } finally {
    remove?.()
  }
}

function count(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name}: a whole number is expected, not ${text}`)
  return Number(text)
}

async function simulateSeed(seed: number, steps: number, print: (line: string) => void): Promise<boolean> {
  const setup = setupOf(seed)
  const began = performance.now()
  const { violation, steps: happened, deeds } = await run(setup, stepsOf(seed, steps))
  const seconds = (performance.now() - began) / 1_000
  const how = `${setup.durability}, ${setup.namespace}, a snapshot every ${setup.foldEvery} entries`
  if (!violation) {
    const did = Object.entries(deeds).map(([what, times]) => `${times} ${what}`)
    print(`seed ${seed}: ${happened} steps held (${Math.round(happened / seconds)}/s; ${did.join(', ')}; ${how})`)
    return true
  }
  print(`seed ${seed}, step ${happened} (${how}): broken: ${violation.rule}`)
  print(`  ${violation.detail}`)
  const sequence = await shortest(setup, [...stepsOf(seed, happened)], violation.rule)
  print(`  the shortest sequence found has ${sequence.length} steps:`)
  for (const step of sequence) print(`  ${JSON.stringify(step)}`)
  return false
}
