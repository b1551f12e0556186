import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { audit } from './audit.mjs'
import { fillJournal, startAndAudit, strike } from './kill-rounds.mjs'
import { workAll } from './load.mjs'
import { ours } from './world.mjs'

/** Real time within which twinmq has to notice what befell its disk, and that it is over; it looks once a second. */
const noticeWithinMs = 5_000
const recoverWithinMs = 8_000
/** A process that should have died by itself is killed. */
const deathWithinMs = 10_000

/** Work on a disk that fails for a while, a kill, a start on what is left, and an audit. Returns the new run. */
export async function faultRound(life, run, round, fault, stats) {
  const { calls, random } = run
  const spread = fault.spread ?? 0
  const rules = fault.rules.map((rule) => (spread ? { ...rule, skip: random.below(spread) } : rule))
  const act = { degrades: degrade, harmless: endure, deadly: dieOfIt }[fault.kind]
  const begin = new Promise((resolve) => calls.after(random.between(60, 250), resolve))
  const work = workAll(run, round)
  await Promise.race([begin, run.twinmq.ended])
  await act(life, run, { ...fault, rules }, stats)
  if (fault.kind !== 'deadly') {
    await answersMore(run, random.between(60, 200))
    calls.ended = true
    await work
    await audit(run)
    strike(calls, run.twinmq)
  }
  await Promise.all([work, run.twinmq.ended])
  calls.close()
  stats.kills++
  stats.diskFaults[fault.name] = (stats.diskFaults[fault.name] ?? 0) + 1
  return await startAndAudit(life, stats)
}

/** Until it says so its answers are open; from then on it refuses all changes, until the disk works again. */
async function degrade(life, { calls, random, report, json, mns, twinmq }, { name, rules, removesFolder }) {
  calls.diskIs('failing')
  await obey(twinmq, rules)
  if (removesFolder) await rm(join(life.folder, 'data'), { recursive: true })
  const health = await healthWithin(twinmq, 'degraded', noticeWithinMs)
  if (health.document.status !== 'degraded' || !health.document.reason || health.status !== 503)
    report('health', `${name}: ${health.status} ${JSON.stringify(health.document)}`)
  calls.diskIs('degraded')
  const end = Date.now() + random.between(150, 2_300)
  while (Date.now() < end) {
    await readAll(calls, json, mns)
    await pause(40)
  }
  calls.diskIs('failing')
  await obey(twinmq, [])
  const after = await healthWithin(twinmq, 'ready', recoverWithinMs)
  if (after.document.status !== 'ready' || after.status !== 200)
    report('health', `${name} is over: ${after.status} ${JSON.stringify(after.document)}`)
  calls.diskIs('sound')
}

/** Nobody may notice it. */
async function endure(life, run, { name, rules, fills }) {
  await obey(run.twinmq, rules)
  if (fills) await fillJournal(life, run)
  await answersMore(run, 150)
  const health = await healthWithin(run.twinmq, 'ready', 0)
  if (health.document.status !== 'ready') run.report('health', `${name}: ${JSON.stringify(health.document)}`)
  await obey(run.twinmq, [])
}

/** The end comes by itself, at a call to the disk; on a slow machine there may be none of that kind in time. */
async function dieOfIt(life, run, { rules, fills }, stats) {
  const { calls, twinmq } = run
  calls.dying = true
  await obey(twinmq, rules)
  if (fills) await fillJournal(life, run)
  await Promise.race([twinmq.ended, pause(deathWithinMs)])
  if (!twinmq.alive()) return
  stats.notReached++
  strike(calls, twinmq)
}

async function readAll(calls, json, mns) {
  await Promise.all([
    json.ask('GetQueueAttributes', { QueueUrl: 'plain', AttributeNames: ['All'] }),
    json.ask('ListQueues', {}),
    mns.ask('GetQueueAttributes', 'GET', '/queues/plain'),
    mns.ask('BatchPeekMessage', 'GET', '/queues/plain/messages?peekonly=true&numOfMessages=4'),
    ours(calls, '/_twinmq/messages?queue=plain&limit=10'),
  ])
}

/** Its health once it is as expected, or after so long. */
async function healthWithin({ url, alive }, status, withinMs) {
  const end = Date.now() + withinMs
  for (;;) {
    const answer = await fetch(`${url}/_twinmq/health`).catch(() => undefined)
    const document = (await answer?.json()) ?? { status: 'gone' }
    if (document.status === status || Date.now() >= end || !alive()) return { status: answer?.status, document }
    await pause(15)
  }
}

function obey({ child, ended }, rules) {
  const obeyed = new Promise((resolve) => child.once('message', resolve))
  child.send(rules, () => {})
  return Promise.race([obeyed, ended])
}

/** Work goes on: so many more answers. */
async function answersMore({ calls, twinmq }, answers) {
  const enough = new Promise((resolve) => calls.after(answers, resolve))
  await Promise.race([enough, twinmq.ended])
}

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
