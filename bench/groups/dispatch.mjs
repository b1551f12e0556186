import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { serverCore } from '../pinning.mjs'
import { protocols } from '../requests.mjs'
import { storeNames } from '../servers.mjs'
import { pairedRatio, spread } from '../statistics.mjs'
import { figure, range, ratio } from '../wording.mjs'
import { Worker } from '../worker.mjs'

const source = fileURLToPath(new URL('../dispatch.ts', import.meta.url))
const operations = ['send', 'cycle', 'batch']
const protocolNames = Object.keys(protocols)

/** Processor time of a request from its wire form to the wire form of its answer, in one process without HTTP. */
export async function dispatchGroup(bench) {
  const bundle = join(bench.folder, 'dispatch.mjs')
  const banner = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);"
  const options = { bundle: true, platform: 'node', format: 'esm', banner: { js: banner }, logLevel: 'error' }
  await build({ entryPoints: [source], outfile: bundle, ...options })
  const files = { memory: [], journal: [join(bench.folder, 'dispatch.json')] }
  const workers = storeNames.map((store) => [store, new Worker(serverCore, [bundle, ...files[store]])])
  const jobs = operations.flatMap((operation) =>
    protocolNames.flatMap((protocol) => workers.map(([store, worker]) => ({ operation, protocol, store, worker }))),
  )
  const blocks = Math.ceil(bench.engineBlocks / 10)
  for (const job of jobs) await costOf(job, blocks * 5)
  const costs = jobs.map(() => [])
  for (let round = 0; round < bench.dispatchRounds; round++) {
    const order = [...jobs.keys()]
    for (const at of round % 2 === 0 ? order : order.toReversed()) costs[at].push(await costOf(jobs[at], blocks))
  }
  for (const [, worker] of workers) worker.stop()
  return tableOf(jobs, costs)
}

function costOf({ operation, protocol, worker }, blocks) {
  return worker.ask({ operation, protocol, blocks })
}

function tableOf(jobs, costs) {
  const costsOf = (operation, protocol, store) =>
    costs[jobs.findIndex((job) => job.operation === operation && job.protocol === protocol && job.store === store)]
  const rows = jobs.map(({ operation, protocol, store }, at) => ({
    operation,
    protocol,
    store,
    ns: spread(costs[at]),
    ofSqsJson: pairedRatio(costs[at], costsOf(operation, protocolNames[0], store)),
    ofMemory: pairedRatio(costs[at], costsOf(operation, protocol, storeNames[0])),
  }))
  return {
    title: 'Wire request in, wire answer out, in one process without HTTP: processor time of a request',
    headers: ['operation', 'protocol', 'store', 'ns', '20–80 %', 'of SQS JSON', 'of memory'],
    cells: rows.map((row) => [
      row.operation,
      protocols[row.protocol].label,
      row.store,
      figure(row.ns.median),
      range(row.ns, figure),
      row.protocol === protocolNames[0] ? '' : ratio(row.ofSqsJson.median),
      row.store === storeNames[0] ? '' : ratio(row.ofMemory.median),
    ]),
    checks: [],
    rows,
  }
}
