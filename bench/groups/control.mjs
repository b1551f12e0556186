import { startBare } from '../servers.mjs'
import { median, pairedRatio } from '../statistics.mjs'
import { percent, range, ratio, thousands } from '../wording.mjs'

/** The bare server against a second bare server: any difference from 1.00 is noise. */
export async function controlGroup(bench) {
  const servers = [await startBare(bench.folder), await startBare(bench.folder)]
  const rows = []
  for (const server of servers) await send(bench, server, { connections: 16, requests: bench.warmUpRequests * 2 })
  for (const connections of bench.connections) rows.push(await compare(bench, servers, connections))
  await Promise.all(servers.map((server) => server.stop()))
  return {
    title: 'Control: the bare server over another bare server',
    headers: ['conns', 'ratio', '20–80 %', 'req/s', 'server', 'load'],
    cells: rows.map((row) => [
      row.connections,
      ratio(row.ofBare.median),
      range(row.ofBare, ratio),
      thousands(row.requestsPerSecond),
      percent(row.serverBusy),
      percent(row.loadBusy),
    ]),
    checks: [],
    rows,
  }
}

async function send(bench, server, job) {
  const queue = await server.createQueue('bench')
  return bench.load.burst(server, queue, { operation: 'send', protocol: 'sqs-json', ...job })
}

async function compare(bench, servers, connections) {
  const samples = [[], []]
  for (let round = 0; round < bench.requestRounds; round++) {
    for (const at of round % 2 === 0 ? [0, 1] : [1, 0]) {
      samples[at].push(await send(bench, servers[at], { connections, milliseconds: bench.burstMs }))
    }
  }
  const [base, candidate] = samples.map((bursts) => bursts.map((figures) => figures.requests / figures.seconds))
  return {
    connections,
    ofBare: pairedRatio(candidate, base),
    requestsPerSecond: median(candidate),
    serverBusy: median(samples.flat().map((one) => one.serverBusy)),
    loadBusy: median(samples.flat().map((one) => one.loadBusy)),
  }
}
