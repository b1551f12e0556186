import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { serverCore } from '../pinning.mjs'
import { pairedRatio, spread } from '../statistics.mjs'
import { boundText, check, ofSmallQueue } from '../targets.mjs'
import { figure, range, ratio } from '../wording.mjs'
import { Worker } from '../worker.mjs'

const source = fileURLToPath(new URL('../engine-groups.ts', import.meta.url))
const together = 'all of them'
const sizes = [1_000, 100_000, 1_000_000]

/** Cost of what the engine does on FIFO and on dead-letter queues, with 1,000, 100,000 and 1,000,000 messages. */
export async function engineGroupsGroup(bench) {
  const bundle = join(bench.folder, 'engine-groups.mjs')
  const options = { bundle: true, platform: 'node', format: 'esm', logLevel: 'error' }
  await build({ entryPoints: [source], outfile: bundle, ...options })
  const rows = []
  for (const operation of await operationsOf(bundle)) rows.push(await compare(bench, bundle, operation))
  return tableOf(rows)
}

async function operationsOf(bundle) {
  const lister = engineWith(bundle, 0, '')
  const names = await lister.ask({})
  lister.stop()
  return names
}

/** Rounds on a small, a middling and a large number of messages in turn. */
async function compare(bench, bundle, operation) {
  const engines = sizes.map((messages) => engineWith(bundle, messages, operation))
  const costs = sizes.map(() => [])
  for (const engine of engines) await engine.ask({ blocks: bench.engineBlocks })
  for (let round = 0; round < bench.rounds; round++) {
    const order = round % 2 === 0 ? [0, 1, 2] : [2, 1, 0]
    for (const at of order) costs[at].push(await engines[at].ask({ blocks: bench.engineBlocks }))
  }
  for (const engine of engines) engine.stop()
  return { operation, ns: costs.map(spread), ofSmall: pairedRatio(costs[2], costs[0]) }
}

function engineWith(bundle, messages, operation) {
  return new Worker(serverCore, ['--max-old-space-size=4096', bundle, String(messages), operation])
}

function tableOf(measured) {
  const rows = [...measured, sumOf(measured)]
  const targetOf = ({ operation }) => (operation === together ? ofSmallQueue : undefined)
  const checks = rows.map((row) => check(`engine, ${row.operation}, 1 M over 1 k`, row.ofSmall.median, targetOf(row)))
  return {
    title: 'Engine alone, FIFO and dead-letter queues: nanoseconds an operation or a message, by messages there',
    headers: ['operation', '1 k', '100 k', '1 M', '1 M of 1 k', '20–80 %', 'target', ''],
    cells: rows.map((row, at) => [
      row.operation,
      ...row.ns.map(({ median }) => figure(median)),
      ratio(row.ofSmall.median),
      row.ofSmall.low === undefined ? '' : range(row.ofSmall, ratio),
      boundText(targetOf(row)),
      checks[at],
    ]),
    checks,
    rows,
  }
}

/** The medians of all operations, added up. */
function sumOf(rows) {
  const ns = sizes.map((_, at) => ({ median: rows.reduce((sum, row) => sum + row.ns[at].median, 0) }))
  return { operation: together, ns, ofSmall: { median: ns[2].median / ns[0].median } }
}
