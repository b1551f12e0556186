import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { startTwinmqOn } from '../servers.mjs'
import { median } from '../statistics.mjs'
import { boundText, check, loadSeconds, ownBlockMs, pauseMs, peakOfFinal } from '../targets.mjs'
import { figure } from '../wording.mjs'

const source = fileURLToPath(new URL('../snapshot.ts', import.meta.url))
const saved = 1_000_000
/** As many sends as fill a journal of about 100 MB. */
const journalled = 140_000
const execute = promisify(execFile)

/** A save and a load of 1,000,000 messages of 500 bytes by the file store alone, and the start of the program on a journal. */
export async function snapshotGroup(bench) {
  const folder = mkdtempSync(join(bench.folder, 'snapshot-'))
  const run = await runner(folder)
  const saves = []
  const loads = []
  for (let turn = 0; turn < bench.saves; turn++) {
    const file = join(mkdtempSync(join(folder, 'save-')), 'state.json')
    saves.push(await run('save', file, saved))
    loads.push(await run('load', file, saved))
    rmSync(file)
  }
  const starts = []
  for (let turn = 0; turn < bench.saves; turn++) starts.push(await startOnJournal(folder, run))
  return tableOf(rowsOf(saves, loads, starts), { saves, loads, starts })
}

/** Runs a job of snapshot.ts in a process of its own, on any core: the collector has threads too. */
async function runner(folder) {
  const bundle = join(folder, 'snapshot.mjs')
  const banner = { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" }
  const form = { bundle: true, platform: 'node', format: 'esm', logLevel: 'error', banner }
  await build({ entryPoints: [source], outfile: bundle, ...form })
  return async (...job) => JSON.parse((await execute(process.execPath, ['--expose-gc', bundle, ...job])).stdout)
}

async function startOnJournal(folder, run) {
  const file = join(mkdtempSync(join(folder, 'journal-')), 'state.json')
  const { journalBytes } = await run('journal', file, journalled)
  const server = await startTwinmqOn(file)
  await server.stop()
  return { seconds: server.readyMs / 1_000, journalBytes }
}

function rowsOf(saves, loads, starts) {
  const middle = (samples, read) => median(samples.map(read))
  const worst = (samples, read) => Math.max(...samples.map(read))
  return [
    { name: 'save: seconds', value: middle(saves, (one) => one.seconds) },
    { name: 'save: longest block of ours, ms', value: worst(saves, (one) => one.ownBlockMs), target: ownBlockMs },
    { name: 'save: longest pause, ms', value: worst(saves, (one) => one.pauseMs), target: pauseMs },
    { name: 'save: growth of memory, MB', value: middle(saves, (one) => one.growthBytes / 1e6) },
    { name: 'save: size of the document, MB', value: middle(saves, (one) => one.fileBytes / 1e6) },
    { name: 'load: seconds', value: middle(loads, (one) => one.seconds), target: loadSeconds },
    { name: 'load: seconds of processor time', value: middle(loads, (one) => one.cpuSeconds) },
    { name: 'load: most memory, MB', value: middle(loads, (one) => one.peakBytes / 1e6) },
    {
      name: 'load: most memory over memory afterwards',
      value: middle(loads, (one) => one.peakBytes / one.finalBytes),
      target: peakOfFinal,
    },
    { name: 'journal: size, MB', value: middle(starts, (one) => one.journalBytes / 1e6) },
    { name: 'journal: start to Ready, seconds', value: middle(starts, (one) => one.seconds) },
  ]
}

function tableOf(rows, samples) {
  const checks = rows.map((row) => check(row.name, row.value, row.target))
  return {
    title: 'The file store: 1,000,000 messages of 500 bytes saved and loaded, and a start with a journal',
    headers: ['figure', 'value', 'target', ''],
    cells: rows.map((row, at) => [row.name, figure(row.value), boundText(row.target), checks[at]]),
    checks,
    rows,
    samples,
  }
}
