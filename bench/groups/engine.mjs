import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { serverCore } from '../pinning.mjs'
import { pairedRatio, spread } from '../statistics.mjs'
import { boundText, check, messageBytes, ofSmallQueue } from '../targets.mjs'
import { figure, range, ratio } from '../wording.mjs'
import { Worker } from '../worker.mjs'

const source = fileURLToPath(new URL('../engine.ts', import.meta.url))
const few = 1_000
const many = 1_000_000
const together = 'all four'

/** Cost of the engine's operations with 1,000 and with 1,000,000 messages in the queue, and the memory a message takes. */
export async function engineGroup(bench) {
  const bundle = join(bench.folder, 'engine.mjs')
  await build({
    entryPoints: [source],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  })
  const allReady = await compare(bench, bundle, 0)
  const halfInFlight = await compare(bench, bundle, 0.5)
  const rows = [...rowsOf('all ready', allReady), ...rowsOf('half in flight', halfInFlight)]
  return tableOf(rows, allReady.bytesPerMessage)
}

/** Rounds on a short and on a long queue in turn: the costs of each round, in pairs. */
async function compare(bench, bundle, shareInFlight) {
  const queues = { small: engineWith(bundle, few, shareInFlight), large: engineWith(bundle, many, shareInFlight) }
  const { bytesPerMessage } = await queues.large.ask({})
  const costs = { small: [], large: [] }
  for (const queue of Object.values(queues)) await queue.ask({ blocks: bench.engineBlocks * 3 })
  for (let round = 0; round < bench.rounds; round++) {
    for (const name of round % 2 === 0 ? ['small', 'large'] : ['large', 'small']) {
      costs[name].push(await queues[name].ask({ blocks: bench.engineBlocks }))
    }
  }
  for (const queue of Object.values(queues)) queue.stop()
  return { ...costs, bytesPerMessage }
}

function engineWith(bundle, messages, shareInFlight) {
  const flags = ['--expose-gc', '--max-old-space-size=4096']
  return new Worker(serverCore, [...flags, bundle, String(messages), String(messages * shareInFlight)])
}

function rowsOf(mix, { small, large }) {
  const operations = [...Object.keys(small[0]), together]
  return operations.map((operation) => {
    const costs = (rounds) => rounds.map((round) => round[operation] ?? sumOf(round))
    return {
      mix,
      operation,
      smallNs: spread(costs(small)),
      largeNs: spread(costs(large)),
      ofSmall: pairedRatio(costs(large), costs(small)),
      target: operation === together ? ofSmallQueue : undefined,
    }
  })
}

function sumOf(round) {
  return Object.values(round).reduce((sum, ns) => sum + ns, 0)
}

function tableOf(rows, bytesPerMessage) {
  const checks = rows.map((row) =>
    check(`engine, ${row.operation}, ${row.mix}, 1 M over 1 k`, row.ofSmall.median, row.target),
  )
  const memory = check('bytes of a message of 500 bytes at 1 M', bytesPerMessage, messageBytes)
  const memoryRow = [
    'all ready',
    'bytes a message',
    '',
    figure(bytesPerMessage),
    '',
    '',
    boundText(messageBytes),
    memory,
  ]
  return {
    title: 'Engine alone: nanoseconds an operation with 1,000 and with 1,000,000 messages in the queue',
    headers: ['queue', 'operation', '1 k', '1 M', '1 M of 1 k', '20–80 %', 'target', ''],
    cells: [
      ...rows.map((row, at) => [
        row.mix,
        row.operation,
        figure(row.smallNs.median),
        figure(row.largeNs.median),
        ratio(row.ofSmall.median),
        range(row.ofSmall, ratio),
        boundText(row.target),
        checks[at],
      ]),
      memoryRow,
    ],
    checks: [...checks, memory],
    rows,
    bytesPerMessage,
  }
}
