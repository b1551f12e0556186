import { killRound, startAndAudit } from './kill-rounds.mjs'
import { Life } from './life.mjs'
import { printProgress } from './table.mjs'
import { StartRefused } from './twinmq-process.mjs'

/** Kills on one data file before the next one. */
const killsALife = 50

/** Share of rounds that end with a clean stop in place of a kill. */
const cleanShare = 0.05

/** Kills so often, on one data file after the other. */
export async function killTrial(trial) {
  await live(trial, killRound, killsALife)
}

/**
 * Rounds until there were enough kills, on one data file after the other: two at least, so that each durability has its
 * turn. A file on which twinmq does not start again is left for the next one.
 */
export async function live(trial, round, roundsALife) {
  const { kills, stats, durability, program } = trial
  const most = Math.min(roundsALife, Math.ceil(kills / 2))
  for (let number = 0; stats.kills < kills; number++) {
    const life = new Life(trial, program, durability ?? (number % 2 ? 'disk' : 'process'))
    await liveOnce(life, trial, round, Math.min(kills, stats.kills + most))
    printProgress(trial)
  }
}

async function liveOnce(life, trial, round, kills) {
  const { stats, faults, random } = trial
  let run
  try {
    run = await life.begin()
    while (stats.kills < kills) {
      faults.place = `kill ${stats.kills + 1}: `
      run = await round(life, run, stats.kills, stats)
      if (random.chance(cleanShare)) run = await stopAndStart(life, run, stats)
    }
    run = await stopAndStart(life, run, stats)
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error
    run = undefined
  } finally {
    await life.end(run)
  }
}

async function stopAndStart(life, run, stats) {
  await life.stop(run)
  stats.cleanStops++
  return await startAndAudit(life, stats)
}
