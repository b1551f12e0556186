import { startTwinmq } from '../servers.mjs'
import { median, pairedRatio } from '../statistics.mjs'
import { boundText, check, gatedConnections, ofMemory } from '../targets.mjs'
import { percent, range, ratio, thousands } from '../wording.mjs'

/** What an answered send survives, and how the program is started for that. */
const modes = {
  memory: (folder) => startTwinmq(folder, 'memory'),
  process: (folder) => startTwinmq(folder, 'journal', ['--durability', 'process']),
  disk: (folder) => startTwinmq(folder, 'journal', ['--durability', 'disk']),
}

/** Rates of SendMessage (SQS JSON) in each mode over those in memory. */
export async function durabilityGroup(bench) {
  const servers = new Map()
  for (const [mode, start] of Object.entries(modes)) servers.set(mode, await start(bench.folder))
  for (const server of servers.values()) await send(bench, server, { connections: 16, requests: bench.warmUpRequests })
  const rows = []
  for (const connections of bench.connections)
    rows.push(...rowsOf(connections, await sample(bench, servers, connections)))
  await Promise.all([...servers.values()].map((server) => server.stop()))
  return tableOf(rows)
}

async function send(bench, server, job) {
  await server.reset()
  const queue = await server.createQueue('bench')
  return bench.load.burst(server, queue, { operation: 'send', protocol: 'sqs-json', ...job })
}

/** Every other round backwards, so that no mode always comes after the same one. */
async function sample(bench, servers, connections) {
  const samples = new Map([...servers.keys()].map((mode) => [mode, []]))
  for (let round = 0; round < bench.rounds; round++) {
    const turn = [...servers]
    for (const [mode, server] of round % 2 === 0 ? turn : turn.toReversed()) {
      const figures = await send(bench, server, { connections, milliseconds: bench.burstMs })
      samples.get(mode).push({ ...figures, rate: figures.requests / figures.seconds })
    }
  }
  return samples
}

function rowsOf(connections, samples) {
  const rates = (mode) => samples.get(mode).map(({ rate }) => rate)
  return Object.keys(modes).map((mode) => ({
    connections,
    mode,
    ofMemory: mode === 'memory' ? undefined : pairedRatio(rates(mode), rates('memory')),
    target: mode === 'process' && gatedConnections.includes(connections) ? ofMemory : undefined,
    requestsPerSecond: median(rates(mode)),
    serverBusy: median(samples.get(mode).map((one) => one.serverBusy)),
    loadBusy: median(samples.get(mode).map((one) => one.loadBusy)),
  }))
}

function tableOf(rows) {
  const checks = rows.map((row) =>
    check(`send, ${row.mode} of memory, ${row.connections} connections`, row.ofMemory?.median, row.target),
  )
  return {
    title: 'SendMessage (SQS JSON) in each mode of durability: requests per second over those in memory',
    headers: ['conns', 'mode', 'of memory', '20–80 %', 'target', '', 'req/s', 'server', 'load'],
    cells: rows.map((row, at) => [
      row.connections,
      row.mode,
      row.ofMemory ? ratio(row.ofMemory.median) : '',
      row.ofMemory ? range(row.ofMemory, ratio) : '',
      boundText(row.target),
      checks[at],
      thousands(row.requestsPerSecond),
      percent(row.serverBusy),
      percent(row.loadBusy),
    ]),
    checks,
    rows,
  }
}
