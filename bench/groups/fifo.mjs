import { startBare, startTwinmq, storeNames } from '../servers.mjs'
import { median, pairedRatio } from '../statistics.mjs'
import { boundText, check, gatedConnections, ofStandardSend } from '../targets.mjs'
import { percent, range, ratio, thousands } from '../wording.mjs'

const groupCounts = [1, 100, 100_000]
const operations = { send: 'fifoSend', cycle: 'fifoCycle' }
const protocol = 'sqs-json'

/**
 * Sends to and cycles on FIFO queues of 1, 100 and 100,000 message groups, over the same on a standard queue and over the
 * bare server. A program of its own for each queue; each holds as many messages as there are groups from the start.
 */
export async function fifoGroup(bench) {
  const rows = []
  const bare = await open(await startBare(bench.folder))
  for (const store of storeNames) {
    for (const groups of groupCounts) {
      const standard = await open(await startTwinmq(bench.folder, store))
      const fifo = await open(await startTwinmq(bench.folder, store), groups)
      const before = { connections: 16, requests: Math.max(groups, bench.warmUpRequests) }
      for (const subject of [standard, fifo]) await run(bench, subject, 'send', before)
      for (const operation of Object.keys(operations))
        for (const connections of bench.connections.filter((count) => gatedConnections.includes(count)))
          rows.push({ store, groups, ...(await compare(bench, { bare, standard, fifo }, operation, connections)) })
      await Promise.all([standard.server.stop(), fifo.server.stop()])
    }
  }
  await bare.server.stop()
  return tableOf(rows)
}

async function open(server, groups) {
  if (groups === undefined) return { server, queue: await server.createQueue('bench') }
  const queue = await server.createQueue('bench.fifo', { FifoQueue: 'true' })
  return { server, queue: { ...queue, groups } }
}

function run(bench, { server, queue }, operation, job) {
  const named = queue.groups === undefined ? operation : operations[operation]
  return bench.load.burst(server, queue, { operation: named, protocol, ...job })
}

async function compare(bench, subjects, operation, connections) {
  const names = Object.keys(subjects)
  const samples = Object.fromEntries(names.map((name) => [name, []]))
  for (let round = 0; round < bench.rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const job = { connections, milliseconds: bench.burstMs }
      samples[name].push(await run(bench, subjects[name], operation, job))
    }
  }
  const rates = (name) => samples[name].map((figures) => figures.requests / figures.seconds)
  const perCore = (name) => samples[name].map((one) => one.requests / one.seconds / one.serverBusy)
  return {
    operation,
    connections,
    ofStandard: pairedRatio(rates('fifo'), rates('standard')),
    ofStandardPerCore: pairedRatio(perCore('fifo'), perCore('standard')),
    ofBare: pairedRatio(rates('fifo'), rates('bare')),
    requestsPerSecond: median(rates('fifo')),
    standardPerSecond: median(rates('standard')),
    serverBusy: median(samples.fifo.map((one) => one.serverBusy)),
    loadBusy: median(samples.fifo.map((one) => one.loadBusy)),
  }
}

function tableOf(rows) {
  const targetOf = (row) => (row.operation === 'send' ? ofStandardSend : undefined)
  const checks = rows.map((row) => {
    const name = `FIFO ${row.operation}, ${row.groups} groups, ${row.store}, ${row.connections} connections`
    return check(name, row.ofStandard.median, targetOf(row))
  })
  return {
    title: 'FIFO queues: requests per second over those on a standard queue (SQS JSON)',
    headers: ['what', 'groups', 'conns', 'store', 'of standard', '20–80 %', 'by CPU', 'target', '', 'of bare', 'req/s', 'standard', 'server', 'load'], // biome-ignore format: one line of a table
    cells: rows.map((row, at) => [
      row.operation,
      row.groups,
      row.connections,
      row.store,
      ratio(row.ofStandard.median),
      range(row.ofStandard, ratio),
      ratio(row.ofStandardPerCore.median),
      boundText(targetOf(row)),
      checks[at],
      ratio(row.ofBare.median),
      thousands(row.requestsPerSecond),
      thousands(row.standardPerSecond),
      percent(row.serverBusy),
      percent(row.loadBusy),
    ]),
    checks,
    rows,
  }
}
