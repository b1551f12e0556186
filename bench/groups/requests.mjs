import { protocols } from '../requests.mjs'
import { startBare, startTwinmq, storeNames } from '../servers.mjs'
import { median, pairedRatio } from '../statistics.mjs'
import { boundText, check, gatedConnections, ofBare, ofSqsJson } from '../targets.mjs'
import { percent, range, ratio, thousands } from '../wording.mjs'

const titles = {
  send: 'SendMessage: requests per second over the bare server',
  cycle: 'SendMessage, ReceiveMessage, DeleteMessage in turn: requests per second over the bare server',
  batch: 'SendMessageBatch of 10: requests per second over the bare server given the same bytes',
}
const protocolNames = Object.keys(protocols)

/** Rates of one operation (`send`, `cycle` or `batch`) over those of the bare server, for every protocol, store and number of connections. */
export function requestGroup(operation) {
  return async (bench) => {
    const servers = {
      bare: await startBare(bench.folder),
      memory: await startTwinmq(bench.folder, 'memory'),
      journal: await startTwinmq(bench.folder, 'journal'),
    }
    const bursts = burstsOf(servers, operation)
    await warmUp(bench, bursts)
    const rows = []
    for (const connections of bench.connections) {
      const samples = await sample(bench, bursts, connections)
      rows.push(...rowsOf(operation, connections, samples))
    }
    await Promise.all(Object.values(servers).map((server) => server.stop()))
    return tableOf(operation, rows)
  }
}

/** One burst for each protocol and server; those that are compared stand side by side. */
function burstsOf(servers, operation) {
  return protocolNames.flatMap((protocol) =>
    Object.entries(servers).map(([name, server]) => ({ key: `${protocol} ${name}`, server, protocol, operation })),
  )
}

async function warmUp(bench, bursts) {
  for (const burst of bursts) await runOne(bench, burst, { connections: 16, requests: bench.warmUpRequests })
}

/** Rounds of all bursts, every other round backwards, so that no burst always comes after the same one. */
async function sample(bench, bursts, connections) {
  const samples = new Map(bursts.map((burst) => [burst.key, []]))
  for (let round = 0; round < bench.requestRounds; round++) {
    for (const burst of round % 2 === 0 ? bursts : bursts.toReversed()) {
      const figures = await runOne(bench, burst, { connections, milliseconds: bench.burstMs })
      const rate = figures.requests / figures.seconds
      samples.get(burst.key).push({ ...figures, rate, ratePerCore: rate / figures.serverBusy })
    }
  }
  return samples
}

async function runOne(bench, { server, protocol, operation }, job) {
  await server.reset()
  const queue = await server.createQueue('bench')
  return bench.load.burst(server, queue, { operation, protocol, ...job })
}

function rowsOf(operation, connections, samples) {
  const rates = (protocol, server) => samples.get(`${protocol} ${server}`).map((figures) => figures.rate)
  const ratesPerCore = (protocol, server) => samples.get(`${protocol} ${server}`).map((figures) => figures.ratePerCore)
  return storeNames.flatMap((store) =>
    protocolNames.map((protocol) => {
      const figures = samples.get(`${protocol} ${store}`)
      const first = protocol === protocolNames[0]
      const gated = gatedConnections.includes(connections)
      return {
        operation,
        connections,
        store,
        protocol,
        ofBare: pairedRatio(rates(protocol, store), rates(protocol, 'bare')),
        ofBarePerCore: pairedRatio(ratesPerCore(protocol, store), ratesPerCore(protocol, 'bare')),
        ofSqsJson: first ? undefined : pairedRatio(rates(protocol, store), rates(protocolNames[0], store)),
        target: gated ? (first ? ofBare[operation][store] : ofSqsJson[protocol][operation]) : undefined,
        requestsPerSecond: median(rates(protocol, store)),
        barePerSecond: median(rates(protocol, 'bare')),
        serverBusy: median(figures.map((one) => one.serverBusy)),
        loadBusy: median(figures.map((one) => one.loadBusy)),
      }
    }),
  )
}

function tableOf(operation, rows) {
  const checks = rows.map((row) => {
    const of = row.ofSqsJson ? 'of SQS JSON' : 'of bare'
    const name = `${operation}, ${protocols[row.protocol].label} ${of}, ${row.store}, ${row.connections} connections`
    return check(name, (row.ofSqsJson ?? row.ofBare).median, row.target)
  })
  return {
    title: titles[operation],
    headers: [
      'conns',
      'store',
      'protocol',
      'of bare',
      '20–80 %',
      'by CPU',
      'of SQS JSON',
      'target',
      '',
      'req/s',
      'bare',
      'server',
      'load',
    ],
    cells: rows.map((row, at) => [
      row.connections,
      row.store,
      protocols[row.protocol].label,
      ratio(row.ofBare.median),
      range(row.ofBare, ratio),
      ratio(row.ofBarePerCore.median),
      row.ofSqsJson ? ratio(row.ofSqsJson.median) : '',
      row.target ? `${row.ofSqsJson ? 'JSON' : 'bare'} ${boundText(row.target)}` : '',
      checks[at],
      thousands(row.requestsPerSecond),
      thousands(row.barePerSecond),
      percent(row.serverBusy),
      percent(row.loadBusy),
    ]),
    checks,
    notes: limitNotes(rows),
    rows,
  }
}

/** Says whether the server's core was the limit, which is what makes a ratio one of servers and not of the load generator. */
function limitNotes(rows) {
  const held = rows.filter((row) => gatedConnections.includes(row.connections) && Number.isFinite(row.serverBusy))
  if (held.length === 0) return []
  const limited = held.filter((row) => row.serverBusy >= 0.9 && row.loadBusy <= 0.95).length
  const where = `At ${gatedConnections.join(' and ')} connections`
  if (limited === held.length) return [`${where} the server's core was the limit in every row.`]
  return [
    `${where} the server's core was the limit in ${limited} of ${held.length} rows only (server 90 % busy or more, load 95 % or less);`,
    'in the others something else wanted a core: trust the ratio by CPU more, or measure again.',
  ]
}
