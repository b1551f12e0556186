import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { diskFaults } from './disk-faults.mjs'
import { faultRound } from './fault-rounds.mjs'
import { live } from './kill-trial.mjs'

const roundsALife = diskFaults.length

/** Goes through all that can befall a disk, again and again, with a kill at the end of each. */
export async function faultTrial(trial) {
  const folder = await mkdtemp(join(tmpdir(), 'twinmq-crash-'))
  try {
    const program = join(folder, 'failing-twinmq.mjs')
    await bundle(program)
    const faults = shuffled(trial)
    const round = (life, run, number, stats) => faultRound(life, run, number, faults[number % faults.length], stats)
    await live({ ...trial, program }, round, roundsALife)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** So that a file sees them in another order than the one before, and both durabilities see all. */
function shuffled({ kills, random }) {
  const faults = []
  while (faults.length < kills) {
    const once = [...diskFaults]
    while (once.length > 0) faults.push(...once.splice(random.below(once.length), 1))
  }
  return faults
}

/** Its files are TypeScript, which Node 20 cannot run. */
async function bundle(outfile) {
  const { build } = await import('esbuild')
  await build({
    entryPoints: [fileURLToPath(new URL('failing-twinmq.mjs', import.meta.url))],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.12',
    banner: {
      js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
    },
    logLevel: 'warning',
  })
}
