// The command behind `npm run bench`: measures the program in dist/, prints a table for each group, and what missed its target.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { authGroup } from './groups/auth.mjs'
import { backlogGroup } from './groups/backlog.mjs'
import { controlGroup } from './groups/control.mjs'
import { dispatchGroup } from './groups/dispatch.mjs'
import { durabilityGroup } from './groups/durability.mjs'
import { engineGroup } from './groups/engine.mjs'
import { engineGroupsGroup } from './groups/engine-groups.mjs'
import { fifoGroup } from './groups/fifo.mjs'
import { firstRequestGroup } from './groups/first-request.mjs'
import { httpsGroup } from './groups/https.mjs'
import { packageGroup } from './groups/package.mjs'
import { requestGroup } from './groups/requests.mjs'
import { snapshotGroup } from './groups/snapshot.mjs'
import { startGroup } from './groups/start.mjs'
import { topicsGroup } from './groups/topics.mjs'
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
  fifo: fifoGroup,
  auth: authGroup,
  https: httpsGroup,
  dispatch: dispatchGroup,
  durability: durabilityGroup,
  engine: engineGroup,
  'engine-groups': engineGroupsGroup,
  topics: topicsGroup,
  'wake-up': wakeUpGroup,
  start: startGroup,
  'first-request': firstRequestGroup,
  package: packageGroup,
  snapshot: snapshotGroup,
}

/**
 * `rounds` are pairs of bursts of `burstMs`; the groups control, send, cycle and batch have `requestRounds`, and dispatch
 * `dispatchRounds`. A round of an engine group has `engineBlocks` blocks of 200 operations; one of dispatch has a tenth as
 * many blocks of 64 requests.
 */
const full = {
  rounds: 9,
  requestRounds: 15,
  burstMs: 300,
  warmUpRequests: 10_000,
  connections: [1, 16, 64],
  engineBlocks: 100,
  dispatchRounds: 31,
  wakeUps: 200,
  starts: 7,
  saves: 3,
}
const quick = {
  rounds: 3,
  requestRounds: 3,
  burstMs: 150,
  warmUpRequests: 3_000,
  connections: [16, 64],
  engineBlocks: 30,
  dispatchRounds: 7,
  wakeUps: 40,
  starts: 3,
  saves: 1,
}

const readme = fileURLToPath(new URL('README.md', import.meta.url))
const figuresHeading = '## Latest figures'

const usage = `Usage: npm run bench -- [--quick] [--only NAME[,NAME…]] [--json FILE] [--record]
Names: ${Object.keys(groups).join(', ')}`

function options() {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean' },
      only: { type: 'string' },
      json: { type: 'string' },
      record: { type: 'boolean' },
    },
  })
  const names = values.only?.split(',') ?? Object.keys(groups)
  const unknown = names.find((name) => !Object.hasOwn(groups, name))
  if (unknown !== undefined) throw new Error(`There is no group ${unknown}.`)
  return { names, json: values.json, record: values.record, settings: values.quick ? quick : full }
}

async function run({ names, json, record, settings }) {
  const folder = mkdtempSync(join(tmpdir(), 'twinmq-bench-'))
  const load = new LoadGenerator()
  process.once('exit', () => {
    killServers()
    rmSync(folder, { recursive: true, force: true })
  })
  const environment = describeMachine()
  const page = new Page()
  page.add(environment.lines)
  const results = []
  for (const name of names) results.push(await runGroup(name, { ...settings, folder, load }, page))
  load.stop()
  page.add(summaryLines(results))
  if (record) page.record()
  if (json) writeFileSync(json, `${JSON.stringify({ ...environment, settings, results }, null, 2)}\n`)
}

async function runGroup(name, bench, page) {
  const start = Date.now()
  const { cells, headers, ...result } = await groups[name](bench)
  page.add(['', result.title, ...tableLines({ headers, cells }), ...(result.notes ?? [])])
  return { name, seconds: (Date.now() - start) / 1000, ...result }
}

function describeMachine() {
  const machine = { at: new Date().toISOString(), node: process.version, cpu: cpus()[0]?.model, cores: cpus().length }
  const about = `${machine.at}, Node.js ${machine.node}, ${machine.cores} cores, load average ${figure(loadavg()[0])}`
  const pinned = `Server on core ${serverCore}, load on core ${loadCore}.`
  const unpinned = 'Not pinned to cores (needs taskset and two cores): expect wider spreads.'
  return { ...machine, pinned: canPin, lines: [about, canPin ? pinned : unpinned] }
}

function summaryLines(results) {
  const held = results.flatMap((result) => result.checks).filter((check) => check.met !== undefined)
  const missed = held.filter((check) => !check.met)
  return [
    '',
    `${held.length - missed.length} of ${held.length} targets met${missed.length > 0 ? '; below:' : '.'}`,
    ...missed.map((check) => `  ${check.name}: ${figure(check.value)} (target ${check.target})`),
  ]
}

/** What a run prints, kept so that it can be put into the README as well. */
class Page {
  #lines = []

  add(lines) {
    this.#lines.push(...lines)
    console.log(lines.join('\n'))
  }

  /** Puts the page in the place of the figures of an earlier run, which are the last thing in the README. */
  record() {
    const [before] = readFileSync(readme, 'utf8').split(figuresHeading, 1)
    writeFileSync(readme, `${before}${figuresHeading}\n\n\`\`\`text\n${this.#lines.join('\n')}\n\`\`\`\n`)
  }
}

function fail(message) {
  console.error(message)
  process.exit(2)
}

function chosen() {
  try {
    return options()
  } catch (error) {
    return fail(`${error.message}\n${usage}`)
  }
}

process.once('SIGINT', () => process.exit(130))
process.once('SIGTERM', () => process.exit(143))
try {
  await run(chosen())
  process.exit(0)
} catch (error) {
  fail(error.message)
}
