import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { serverCore } from '../pinning.mjs'
import { pairedRatio, spread } from '../statistics.mjs'
import { boundText, check, ofOnePush } from '../targets.mjs'
import { figure, range, ratio } from '../wording.mjs'
import { Worker } from '../worker.mjs'

const source = fileURLToPath(new URL('../topics.ts', import.meta.url))
const subscriptions = [1, 10, 100]

/** Cost of publishing to 1, 10 and 100 subscribed queues, in the engine alone. */
export async function topicsGroup(bench) {
  const bundle = join(bench.folder, 'topics.mjs')
  const options = { bundle: true, platform: 'node', format: 'esm', logLevel: 'error' }
  await build({ entryPoints: [source], outfile: bundle, ...options })
  const engines = subscriptions.map((count) => new Worker(serverCore, [bundle, String(count)]))
  const costs = subscriptions.map(() => [])
  for (const [at, engine] of engines.entries()) await engine.ask({ blocks: blocksOf(bench, at) * 2 })
  for (let round = 0; round < bench.rounds; round++) {
    const order = round % 2 === 0 ? [0, 1, 2] : [2, 1, 0]
    for (const at of order) costs[at].push(await engines[at].ask({ blocks: blocksOf(bench, at) }))
  }
  for (const engine of engines) engine.stop()
  return tableOf(costs)
}

/** So many that each number of subscriptions makes about as many pushes, and yet some blocks. */
function blocksOf(bench, at) {
  return Math.max(10, Math.ceil((bench.engineBlocks * 10) / subscriptions[at]))
}

function tableOf(costs) {
  const rows = subscriptions.map((count, at) => {
    const each = costs[at].map((cost) => cost / count)
    return { count, publish: spread(costs[at]), push: spread(each), ofOne: pairedRatio(each, costs[0]) }
  })
  const checks = rows
    .filter(({ count }) => count > 1)
    .map(({ count, ofOne }) => check(`publish to ${count} queues, a push over that of 1`, ofOne.median, ofOnePush))
  return {
    title: 'Engine alone, topics: nanoseconds a publish, by queues that are subscribed',
    headers: ['queues', 'a publish', 'a push', 'a push, of 1', '20–80 %', 'target', ''],
    cells: rows.map(({ count, publish, push, ofOne }, at) => [
      String(count),
      figure(publish.median),
      figure(push.median),
      ratio(ofOne.median),
      range(ofOne, ratio),
      at === 0 ? '' : boundText(ofOnePush),
      checks[at - 1] ?? '',
    ]),
    checks,
    rows,
  }
}
