import { startTwinmq } from '../servers.mjs'
import { median, pairedRatio } from '../statistics.mjs'
import { boundText, check, ofHttp } from '../targets.mjs'
import { percent, range, ratio, thousands } from '../wording.mjs'

/** Connections at which HTTPS is held to its target. */
const heldAt = 16

/** Sends to one program over HTTPS, over the same over HTTP: both on its one port, and on connections that are kept. */
export async function httpsGroup(bench) {
  const server = await startTwinmq(bench.folder, 'memory')
  for (const tls of [false, true]) await send(bench, server, { tls, connections: 16, requests: bench.warmUpRequests })
  const rows = []
  for (const connections of bench.connections) rows.push(await compare(bench, server, connections))
  await server.stop()
  return tableOf(rows)
}

async function send(bench, server, job) {
  await server.reset()
  const queue = await server.createQueue('bench')
  return bench.load.burst(server, queue, { operation: 'send', protocol: 'sqs-json', ...job })
}

/** Pairs of bursts, every other pair backwards, so that neither always comes first. */
async function compare(bench, server, connections) {
  const samples = { http: [], https: [] }
  for (let round = 0; round < bench.rounds; round++) {
    for (const scheme of round % 2 === 0 ? ['http', 'https'] : ['https', 'http']) {
      const job = { tls: scheme === 'https', connections, milliseconds: bench.burstMs }
      samples[scheme].push(await send(bench, server, job))
    }
  }
  const rates = (scheme) => samples[scheme].map((figures) => figures.requests / figures.seconds)
  const ratesPerCore = (scheme) => samples[scheme].map((one) => one.requests / one.seconds / one.serverBusy)
  return {
    connections,
    ofHttp: pairedRatio(rates('https'), rates('http')),
    ofHttpPerCore: pairedRatio(ratesPerCore('https'), ratesPerCore('http')),
    target: connections === heldAt ? ofHttp : undefined,
    requestsPerSecond: median(rates('https')),
    httpPerSecond: median(rates('http')),
    serverBusy: median(samples.https.map((one) => one.serverBusy)),
    loadBusy: median(samples.https.map((one) => one.loadBusy)),
  }
}

function tableOf(rows) {
  const checks = rows.map((row) =>
    check(`send, HTTPS of HTTP, ${row.connections} connections`, row.ofHttp.median, row.target),
  )
  return {
    title: 'SendMessage over HTTPS: requests per second over those over HTTP',
    headers: ['conns', 'of HTTP', '20–80 %', 'by CPU', 'target', '', 'req/s', 'HTTP', 'server', 'load'],
    cells: rows.map((row, at) => [
      row.connections,
      ratio(row.ofHttp.median),
      range(row.ofHttp, ratio),
      ratio(row.ofHttpPerCore.median),
      boundText(row.target),
      checks[at],
      thousands(row.requestsPerSecond),
      thousands(row.httpPerSecond),
      percent(row.serverBusy),
      percent(row.loadBusy),
    ]),
    checks,
    rows,
  }
}
