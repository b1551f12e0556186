// The command behind `npm run bench`: measures the program in dist/, prints a table for each group, and what missed its target.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { backlogGroup } from './groups/backlog.mjs'
import { controlGroup } from './groups/control.mjs'
import { engineGroup } from './groups/engine.mjs'
import { requestGroup } from './groups/requests.mjs'
import { startGroup } from './groups/start.mjs'
import { wakeUpGroup } from './groups/wake-up.mjs'
import { LoadGenerator } from './load-generator.mjs'
import { canPin, loadCore, serverCore } from './pinning.mjs'
import { killServers } from './servers.mjs'
import { figure, tableLines } from './wording.mjs'

const groups = {
  control: controlGroup,
  send: requestGroup('send'),
  cycle: requestGroup('cycle'),
  batch: requestGroup('batch'),
  backlog: backlogGroup,
  engine: engineGroup,
  'wake-up': wakeUpGroup,
  start: startGroup,
}

/** `rounds` are pairs of bursts of `burstMs`; `engineBlocks` are blocks of 200 operations a round. */
const full = {
  rounds: 11,
  burstMs: 300,
  warmUpMs: 500,
  connections: [1, 16, 64],
  engineBlocks: 100,
  wakeUps: 200,
  starts: 7,
}
const quick = {
  rounds: 3,
  burstMs: 200,
  warmUpMs: 150,
  connections: [16, 64],
  engineBlocks: 50,
  wakeUps: 50,
  starts: 3,
}

const usage = `Usage: npm run bench -- [--quick] [--only NAME[,NAME…]] [--json FILE]
Names: ${Object.keys(groups).join(', ')}`

function options() {
  const { values } = parseArgs({
    options: { quick: { type: 'boolean' }, only: { type: 'string' }, json: { type: 'string' } },
  })
  const names = values.only?.split(',') ?? Object.keys(groups)
  const unknown = names.find((name) => !Object.hasOwn(groups, name))
  if (unknown !== undefined) throw new Error(`There is no group ${unknown}.`)
  return { names, json: values.json, settings: values.quick ? quick : full }
}

async function run({ names, json, settings }) {
  const folder = mkdtempSync(join(tmpdir(), 'twinmq-bench-'))
  const load = new LoadGenerator()
  process.once('exit', () => {
    killServers()
    rmSync(folder, { recursive: true, force: true })
  })
  const environment = describeMachine()
  console.log(environment.lines.join('\n'))
  const results = []
  for (const name of names) results.push(await runGroup(name, { ...settings, folder, load }))
  load.stop()
  printSummary(results)
  if (json) writeFileSync(json, `${JSON.stringify({ ...environment, settings, results }, null, 2)}\n`)
}

async function runGroup(name, bench) {
  const start = Date.now()
  const { cells, headers, ...result } = await groups[name](bench)
  const lines = [`\n${result.title}`, ...tableLines({ headers, cells }), ...(result.notes ?? [])]
  console.log(lines.join('\n'))
  return { name, seconds: (Date.now() - start) / 1000, ...result }
}

function describeMachine() {
  const pinned = canPin
    ? `server on core ${serverCore}, load on core ${loadCore}`
    : 'not pinned to cores (needs taskset and two cores): expect wider spreads'
  const machine = {
    at: new Date().toISOString(),
    node: process.version,
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    pinned,
  }
  const busy = figure(loadavg()[0])
  return {
    ...machine,
    lines: [`${machine.at}, Node.js ${machine.node}, ${machine.cores} × ${machine.cpu}, load average ${busy}`, pinned],
  }
}

function printSummary(results) {
  const held = results.flatMap((result) => result.checks).filter((check) => check.met !== undefined)
  const missed = held.filter((check) => !check.met)
  console.log(`\n${held.length - missed.length} of ${held.length} targets met${missed.length > 0 ? '; below:' : '.'}`)
  for (const check of missed) console.log(`  ${check.name}: ${figure(check.value)} (target ${check.target})`)
}

function fail(message) {
  console.error(message)
  process.exit(2)
}

process.once('SIGINT', () => process.exit(130))
process.once('SIGTERM', () => process.exit(143))
try {
  await run(options())
  process.exit(0)
} catch (error) {
  fail(`${error.message}\n${usage}`)
}
