import { protocols } from '../requests.mjs'
import { startTwinmq, storeNames } from '../servers.mjs'
import { percentile, spread } from '../statistics.mjs'
import { boundText, check, wakeUpMs } from '../targets.mjs'
import { figure, range } from '../wording.mjs'

/** How long after a send the long poll that waits for it has its answer. */
export async function wakeUpGroup(bench) {
  const rows = []
  for (const store of storeNames) {
    const server = await startTwinmq(bench.folder, store)
    for (const protocol of Object.keys(protocols)) {
      const queue = await server.createQueue(protocol)
      const job = { protocol, samples: bench.wakeUps }
      await bench.load.wakeUps(server, queue, { ...job, samples: 20 })
      const times = await bench.load.wakeUps(server, queue, job)
      rows.push({ store, protocol, ms: { ...spread(times), p99: percentile(times, 0.99) } })
    }
    await server.stop()
  }
  return tableOf(rows)
}

function tableOf(rows) {
  const checks = rows.map((row) =>
    check(`wake-up, ${protocols[row.protocol].label}, ${row.store}`, row.ms.median, wakeUpMs),
  )
  return {
    title: 'Wake-up of a long poll, milliseconds from the send to the answer of the receive',
    headers: ['store', 'protocol', 'median', '20–80 %', 'p99', 'target', ''],
    cells: rows.map((row, at) => [
      row.store,
      protocols[row.protocol].label,
      figure(row.ms.median),
      range(row.ms, figure),
      figure(row.ms.p99),
      boundText(wakeUpMs),
      checks[at],
    ]),
    checks,
    rows,
  }
}
