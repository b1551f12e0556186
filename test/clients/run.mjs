// Runs client programs, two at a time, and prints what became of their scenarios. Started by ../run-all.mjs, inside a
// network namespace where there is one: `node run.mjs <plan file> <counts file>`.
import { readFile, writeFile } from 'node:fs/promises'
import { programs } from './programs.mjs'
import { countOutcomes, report } from './report.mjs'
import { killAllPrograms, runProgram } from './run-program.mjs'
import { scenarios } from './scenarios.mjs'
import { killAllTwinmq } from './server.mjs'

const atATime = 2

const [planFile, countsFile] = process.argv.slice(2)
const plan = JSON.parse(await readFile(planFile, 'utf8'))

/** On a machine of one's own a language may be missing; where everything must run it may not. */
function withoutIts(tools, { name }, ids) {
  console.log(`${name}: ${plan.mustNotMiss ? 'failed' : 'skipped'}, since ${tools}`)
  const outcome = plan.mustNotMiss ? { status: 'failed', note: tools } : { status: 'skipped' }
  return Object.fromEntries(ids.map((id) => [id, outcome]))
}

async function runOne(program) {
  const ids = Object.keys(scenarios[program.group])
  const missing = program.needs.map((set) => plan.missing[set]).find((reason) => reason)
  if (missing) return withoutIts(missing, program, ids)
  const startedMs = performance.now()
  const result = await runProgram(program, ids)
  const { passed, failed } = countOutcomes({ [program.name]: result })
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
  console.log(`${program.name}: ${passed} passed, ${failed} failed (${seconds} s)`)
  return result
}

async function runAll(chosen) {
  const results = {}
  const queue = [...chosen]
  const worker = async () => {
    for (let program = queue.shift(); program; program = queue.shift()) {
      results[program.name] = await runOne(program)
    }
  }
  await Promise.all(Array.from({ length: atATime }, worker))
  return results
}

function stop() {
  killAllPrograms()
  killAllTwinmq()
  process.exit(130)
}

process.on('SIGINT', stop)
process.on('SIGTERM', stop)

const chosen = programs.filter((program) => plan.names.length === 0 || plan.names.includes(program.name))
const results = await runAll(chosen)
console.log(`\n${report(results)}\n`)
await writeFile(countsFile, JSON.stringify(countOutcomes(results)))
