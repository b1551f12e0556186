import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { startBare, startTwinmq } from '../servers.mjs'
import { median, spread } from '../statistics.mjs'
import { check, firstAnswerMs as firstAnswerLimit, idleMegabytes, readyMs } from '../targets.mjs'
import { figure, range } from '../wording.mjs'

const settlingMs = 500
const starters = {
  bare: (folder) => startBare(folder),
  memory: (folder) => startTwinmq(folder, 'memory'),
  journal: (folder) => startTwinmq(folder, 'journal'),
}

/** From the start of the process to `Ready.` and to the first answer, and the memory of the program when it then idles. */
export async function startGroup(bench) {
  const samples = new Map(Object.keys(starters).map((name) => [name, []]))
  for (let turn = 0; turn < bench.starts; turn++) {
    for (const [name, start] of Object.entries(starters)) samples.get(name).push(await measure(bench, start))
  }
  return tableOf([...samples].map(([name, starts]) => rowOf(name, starts)))
}

async function measure(bench, start) {
  const server = await start(bench.folder)
  await server.createQueue('bench')
  const firstAnswerMs = performance.now() - server.spawnedAt
  await delay(settlingMs)
  const idleBytes = server.residentBytes()
  await server.stop()
  return { readyMs: server.readyMs, firstAnswerMs, idleBytes }
}

function rowOf(name, starts) {
  return {
    name,
    readyMs: spread(starts.map((one) => one.readyMs)),
    firstAnswerMs: spread(starts.map((one) => one.firstAnswerMs)),
    idleMegabytes: median(starts.map((one) => one.idleBytes)) / 1e6,
  }
}

function tableOf(rows) {
  const checks = rows.map((row) => checksOf(row))
  return {
    title: 'Start and idle memory',
    headers: [
      'program',
      'Ready ms',
      '20–80 %',
      'target',
      '',
      'first answer ms',
      '20–80 %',
      'target',
      '',
      'idle MB',
      'target',
      '',
    ],
    cells: rows.map((row, at) => [
      row.name,
      ...timeCells(row.readyMs, checks[at].ready),
      ...timeCells(row.firstAnswerMs, checks[at].answer),
      figure(row.idleMegabytes),
      checks[at].idle.target,
      checks[at].idle,
    ]),
    checks: checks.flatMap((row) => Object.values(row)),
    rows,
  }
}

function checksOf({ name, readyMs: ready, firstAnswerMs, idleMegabytes: idle }) {
  const bare = name === 'bare'
  return {
    ready: check(`start to Ready, ${name}`, ready.median, bare ? undefined : readyMs),
    answer: check(`start to first answer, ${name}`, firstAnswerMs.median, bare ? undefined : firstAnswerLimit),
    idle: check(`idle memory, ${name}`, idle, bare ? undefined : idleMegabytes),
  }
}

function timeCells(spreadOfMs, checked) {
  return [figure(spreadOfMs.median), range(spreadOfMs, figure), checked.target, checked]
}
