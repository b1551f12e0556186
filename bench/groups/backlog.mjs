import { batchSize } from '../requests.mjs'
import { startTwinmq, storeNames } from '../servers.mjs'
import { median, pairedRatio } from '../statistics.mjs'
import { boundText, check, gatedConnections, ofEmptyQueue } from '../targets.mjs'
import { percent, range, ratio, thousands } from '../wording.mjs'

const backlogMessages = 200_000

/**
 * Cycles per second of SQS JSON on a queue that already holds 200,000 messages, over those of a second, empty program.
 * A program of its own for each, so that the garbage collector's work on the backlog counts too.
 */
export async function backlogGroup(bench) {
  const rows = []
  for (const store of storeNames) {
    const deep = await open(bench, store)
    await fill(bench, deep)
    const empty = await open(bench, store)
    for (const one of [deep, empty]) await cycle(bench, one, { connections: 16, requests: bench.warmUpRequests * 2 })
    for (const connections of bench.connections.filter((count) => gatedConnections.includes(count))) {
      rows.push(await compare(bench, store, { deep, empty }, connections))
    }
    await Promise.all([deep.server.stop(), empty.server.stop()])
  }
  return tableOf(rows)
}

async function open(bench, store) {
  const server = await startTwinmq(bench.folder, store)
  return { server, queue: await server.createQueue('bench') }
}

async function fill(bench, { server, queue }) {
  const job = { operation: 'batch', protocol: 'sqs-json', connections: 16, requests: backlogMessages / batchSize }
  await bench.load.burst(server, queue, job)
}

function cycle(bench, { server, queue }, job) {
  return bench.load.burst(server, queue, { operation: 'cycle', protocol: 'sqs-json', ...job })
}

async function compare(bench, store, queues, connections) {
  const samples = { deep: [], empty: [] }
  for (let round = 0; round < bench.rounds; round++) {
    for (const name of round % 2 === 0 ? ['empty', 'deep'] : ['deep', 'empty']) {
      samples[name].push(await cycle(bench, queues[name], { connections, milliseconds: bench.burstMs }))
    }
  }
  const rates = (name) => samples[name].map((figures) => figures.requests / figures.seconds)
  return {
    store,
    connections,
    ofEmpty: pairedRatio(rates('deep'), rates('empty')),
    requestsPerSecond: median(rates('deep')),
    emptyPerSecond: median(rates('empty')),
    serverBusy: median(samples.deep.map((one) => one.serverBusy)),
    loadBusy: median(samples.deep.map((one) => one.loadBusy)),
  }
}

function tableOf(rows) {
  const checks = rows.map((row) =>
    check(`cycle on the backlog, ${row.store}, ${row.connections} connections`, row.ofEmpty.median, ofEmptyQueue),
  )
  return {
    title: 'The same cycle on a backlog of 200,000 messages, over that on an empty queue (SQS JSON)',
    headers: ['conns', 'store', 'of empty', '20–80 %', 'target', '', 'req/s', 'empty', 'server', 'load'],
    cells: rows.map((row, at) => [
      row.connections,
      row.store,
      ratio(row.ofEmpty.median),
      range(row.ofEmpty, ratio),
      boundText(ofEmptyQueue),
      checks[at],
      thousands(row.requestsPerSecond),
      thousands(row.emptyPerSecond),
      percent(row.serverBusy),
      percent(row.loadBusy),
    ]),
    checks,
    rows,
  }
}
