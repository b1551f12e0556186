import { performance } from 'node:perf_hooks'
import { Connection } from '../connection.mjs'
import { startLibrary, startTwinmq } from '../servers.mjs'
import { spread } from '../statistics.mjs'
import { check, firstRequestMs } from '../targets.mjs'
import { figure, range } from '../wording.mjs'

const starters = { command: (folder) => startTwinmq(folder, 'memory'), library: (folder) => startLibrary(folder) }

const post = (headers, body) =>
  `POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`
const form = 'Content-Type: application/x-www-form-urlencoded\r\n'
const json = 'Content-Type: application/x-amz-json-1.0\r\nX-Amz-Target: AmazonSQS.CreateQueue\r\n'

/** The first thing a client of each protocol does, as bytes: no SDK has a part in the figure. */
const requests = {
  'SQS JSON': post(json, '{"QueueName":"bench"}'),
  'SQS Query': post(form, 'Action=CreateQueue&Version=2012-11-05&QueueName=bench'),
  MNS: 'PUT /queues/bench HTTP/1.1\r\nHost: 127.0.0.1\r\nx-mns-version: 2015-06-06\r\nContent-Length: 0\r\n\r\n',
  STS: post(form, 'Action=GetCallerIdentity&Version=2011-06-15'),
}

/** From the `Ready.` of a fresh program, or a fresh `startTwinmq()`, to the answer of its first request, the connection included. */
export async function firstRequestGroup(bench) {
  const rows = Object.entries(starters).flatMap(([program, start]) =>
    Object.entries(requests).map(([protocol, request]) => ({ program, start, protocol, request, samples: [] })),
  )
  for (let turn = 0; turn < bench.starts; turn++) {
    for (const { start, request, samples } of rows)
      samples.push(await firstAnswerMs(await start(bench.folder), request))
  }
  return tableOf(rows.map(({ program, protocol, samples }) => ({ program, protocol, ...spread(samples) })))
}

async function firstAnswerMs(server, request) {
  const begun = performance.now()
  let connection
  const answered = new Promise((resolve, reject) => {
    connection = new Connection(() => resolve(performance.now() - begun), reject)
  })
  await connection.open(server.port)
  connection.write(request)
  const ms = await answered
  connection.close()
  await server.stop()
  return ms
}

function tableOf(rows) {
  const checks = rows.map((row) => check(`first request, ${row.protocol}, ${row.program}`, row.median, firstRequestMs))
  return {
    title: 'First request of a fresh program, milliseconds from `Ready.` or startTwinmq() to its answer',
    headers: ['program', 'protocol', 'median', '20–80 %', 'target', ''],
    cells: rows.map((row, at) => [
      row.program,
      row.protocol,
      figure(row.median),
      range(row, figure),
      checks[at].target,
      checks[at],
    ]),
    checks,
    rows,
  }
}
