// Kills twinmq again and again in the middle of work, and compares what it finds when it starts again with what it had answered.
import { writeFileSync } from 'node:fs'
import { diskFaultKinds, Faults, faultKinds } from './fault-kinds.mjs'
import { faultTrial } from './fault-trial.mjs'
import { killTrial } from './kill-trial.mjs'
import { readOptions } from './options.mjs'
import { randomFrom } from './random.mjs'
import { printTable } from './table.mjs'

async function main() {
  const options = readOptions(process.argv.slice(2))
  if (options.help) return console.log(options.help)
  const kinds = options.faults ? { ...faultKinds, ...diskFaultKinds } : faultKinds
  const trial = {
    ...options,
    faults: new Faults(Object.keys(kinds)),
    totals: {},
    random: randomFrom(options.seed),
    controlled: options.faults,
    stats: {
      kills: 0,
      killsInFold: 0,
      killsInStop: 0,
      cleanStops: 0,
      slowestStartMs: 0,
      notReached: 0,
      diskFaults: {},
    },
    startedAtMs: performance.now(),
  }
  console.log(
    `crash trial: ${options.kills} kills${options.faults ? ' on a disk that fails' : ''}, --seed ${options.seed}`,
  )
  await (options.faults ? faultTrial(trial) : killTrial(trial))
  printTable(trial, kinds)
  if (options.counts) writeFileSync(options.counts, JSON.stringify(countsOf(trial.faults)))
  process.exitCode = trial.faults.total > 0 ? 1 : 0
}

/** Each kind of fault is one check. */
function countsOf({ counts }) {
  const failed = Object.values(counts).filter((count) => count > 0).length
  return { passed: Object.keys(counts).length - failed, failed, skipped: 0 }
}

main().catch((error) => {
  console.error(error instanceof Error ? error.stack : error)
  process.exitCode = 1
})
