/** One line on how far it is, and the first faults as soon as there are any. */
export function printProgress({ stats, totals, faults, startedAtMs }) {
  const seconds = (performance.now() - startedAtMs) / 1000
  const pace = `${(seconds / stats.kills).toFixed(2)} s each`
  console.log(`${stats.kills} kills, ${sumOf(totals)} answered calls, ${faults.total} faults, ${pace}`)
  for (const detail of faults.unseen()) console.log(`  ${detail}`)
}

/** What was done and what was wrong. */
export function printTable({ stats, totals, faults, seed, startedAtMs }, kinds) {
  const { kills, killsInFold, killsInStop, cleanStops, slowestStartMs, notReached, diskFaults } = stats
  print('\nDone', [
    ['kills', kills],
    ['  while the journal was being folded', killsInFold],
    ['  during a stop', killsInStop],
    ['clean stops', cleanStops],
    ['slowest start, ms', Math.round(slowestStartMs)],
    ['seconds', Math.round((performance.now() - startedAtMs) / 1000)],
    ...(notReached > 0 ? [['kills by hand, since the call that kills never came', notReached]] : []),
    ...Object.entries(diskFaults).map(([kind, count]) => [`disk: ${kind}`, count]),
  ])
  print('\nAnswered calls', [...Object.entries(totals).sort(), ['all', sumOf(totals)]])
  print('\nFaults', [
    ...Object.entries(kinds).map(([kind, words]) => [words, faults.counts[kind]]),
    ['all', faults.total],
  ])
  if (faults.total === 0) return
  console.log(`\nThe first faults, of --seed ${seed}:`)
  for (const detail of faults.details) console.log(`  ${detail}`)
}

function print(title, rows) {
  console.log(title)
  for (const [words, count] of rows) console.log(`  ${String(words).padEnd(78)} ${String(count).padStart(8)}`)
}

function sumOf(totals) {
  return Object.values(totals).reduce((sum, count) => sum + count, 0)
}
