import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mnsAuthorization, mnsKey } from '../requests.mjs'
import { startTwinmq } from '../servers.mjs'
import { median, pairedRatio } from '../statistics.mjs'
import { boundText, check, gatedConnections, ofUnchecked } from '../targets.mjs'
import { percent, range, ratio, thousands } from '../wording.mjs'

const operations = ['send', 'cycle']

/** The same signed MNS requests to a program that checks their signatures, over one that does not. */
export async function authGroup(bench) {
  const keys = join(bench.folder, 'keys.json')
  writeFileSync(keys, JSON.stringify([mnsKey]))
  const servers = {
    unchecked: await startTwinmq(bench.folder, 'memory'),
    checked: await startTwinmq(bench.folder, 'memory', ['--auth', keys]),
  }
  await provePurpose(servers)
  const rows = []
  for (const operation of operations) {
    for (const server of Object.values(servers))
      await run(bench, server, { operation, connections: 16, requests: bench.warmUpRequests })
    for (const connections of bench.connections) rows.push(await compare(bench, servers, operation, connections))
  }
  await Promise.all(Object.values(servers).map((server) => server.stop()))
  return tableOf(rows)
}

/** One program must refuse unsigned requests and the other accept them, or the ratio says nothing. */
async function provePurpose(servers) {
  for (const [name, expected] of Object.entries({ unchecked: 200, checked: 400 })) {
    const { status } = await fetch(`http://127.0.0.1:${servers[name].port}/queues`)
    if (status !== expected) throw new Error(`an unsigned request was answered ${status} by the server '${name}'`)
  }
}

async function run(bench, server, job) {
  await server.reset()
  const queue = await createQueue(server)
  return bench.load.burst(server, queue, { protocol: 'mns', ...job })
}

async function createQueue(server) {
  const target = '/queues/bench'
  const dated = { 'x-mns-date': new Date().toUTCString(), 'x-mns-version': '2015-06-06' }
  const versions = Object.entries(dated).map(([name, value]) => `${name}:${value}`)
  const date = dated['x-mns-date']
  const Authorization = mnsAuthorization({ method: 'PUT', md5: '', type: '', date, versions, target })
  const url = `http://127.0.0.1:${server.port}${target}`
  const { status } = await fetch(url, { method: 'PUT', headers: { ...dated, Authorization } })
  if (status !== 201) throw new Error(`PUT ${target} was answered ${status}`)
  return { name: 'bench', bare: false, signed: true }
}

async function compare(bench, servers, operation, connections) {
  const names = Object.keys(servers)
  const samples = Object.fromEntries(names.map((name) => [name, []]))
  for (let round = 0; round < bench.rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const job = { operation, connections, milliseconds: bench.burstMs }
      samples[name].push(await run(bench, servers[name], job))
    }
  }
  const rates = (name) => samples[name].map((figures) => figures.requests / figures.seconds)
  const ratesPerCore = (name) => samples[name].map((one) => one.requests / one.seconds / one.serverBusy)
  return {
    operation,
    connections,
    ofUnchecked: pairedRatio(rates('checked'), rates('unchecked')),
    ofUncheckedPerCore: pairedRatio(ratesPerCore('checked'), ratesPerCore('unchecked')),
    target: gatedConnections.includes(connections) ? ofUnchecked : undefined,
    requestsPerSecond: median(rates('checked')),
    uncheckedPerSecond: median(rates('unchecked')),
    serverBusy: median(samples.checked.map((one) => one.serverBusy)),
    loadBusy: median(samples.checked.map((one) => one.loadBusy)),
  }
}

function tableOf(rows) {
  const checks = rows.map((row) =>
    check(
      `MNS ${row.operation}, signatures checked, ${row.connections} connections`,
      row.ofUnchecked.median,
      row.target,
    ),
  )
  return {
    title: 'MNS with signatures checked: requests per second over those without',
    headers: [
      'what',
      'conns',
      'of unchecked',
      '20–80 %',
      'by CPU',
      'target',
      '',
      'req/s',
      'unchecked',
      'server',
      'load',
    ],
    cells: rows.map((row, at) => [
      row.operation,
      row.connections,
      ratio(row.ofUnchecked.median),
      range(row.ofUnchecked, ratio),
      ratio(row.ofUncheckedPerCore.median),
      boundText(row.target),
      checks[at],
      thousands(row.requestsPerSecond),
      thousands(row.uncheckedPerSecond),
      percent(row.serverBusy),
      percent(row.loadBusy),
    ]),
    checks,
    rows,
  }
}
