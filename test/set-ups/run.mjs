// Replays the set-ups that real users have, and prints what held. Started by ../run-all.mjs inside a network namespace, so
// that the ports and names are theirs: `node run.mjs <plan file> <counts file>`.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { killAllChildren } from './children.mjs'
import { obstacleOf } from './obstacles.mjs'
import { setUps } from './set-ups.mjs'

/** Longest time one scenario may take, real milliseconds. */
const limitMs = 180_000

const [planFile, countsFile] = process.argv.slice(2)
const plan = JSON.parse(await readFile(planFile, 'utf8'))
const counts = { passed: 0, failed: 0, skipped: 0 }

/** On a machine of one's own a tool may be missing; where everything must run it may not. */
function without(setUp, obstacle) {
  const outcome = plan.mustNotMiss ? 'failed' : 'skipped'
  counts[outcome] += Object.keys(setUp.scenarios).length
  console.log(`${setUp.name}: ${outcome}, since ${obstacle}`)
}

async function replay(setUp) {
  for (const [rule, scenario] of Object.entries(setUp.scenarios)) {
    const folder = await mkdtemp(join(tmpdir(), 'twinmq-set-up-'))
    const startedMs = performance.now()
    try {
      await within(scenario({ folder }))
      counts.passed += 1
      console.log(`ok      ${setUp.name}: ${rule} (${((performance.now() - startedMs) / 1000).toFixed(1)} s)`)
    } catch (error) {
      counts.failed += 1
      console.log(`FAILED  ${setUp.name}: ${rule}\n        ${String(error.stack ?? error).slice(0, 3_000)}`)
    } finally {
      await killAllChildren()
      await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    }
  }
}

async function within(work) {
  let timer
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no end within ${limitMs / 1000} s`)), limitMs)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

async function stop() {
  await killAllChildren()
  process.exit(130)
}

process.on('SIGINT', stop)
process.on('SIGTERM', stop)

for (const setUp of setUps.filter(({ name }) => plan.names.length === 0 || plan.names.includes(name))) {
  const obstacle = obstacleOf(setUp, plan)
  if (obstacle) without(setUp, obstacle)
  else await replay(setUp)
}
console.log(`Set-ups: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
await writeFile(countsFile, JSON.stringify(counts))
// A client of a scenario that failed may still hold a connection open.
process.exit(0)
