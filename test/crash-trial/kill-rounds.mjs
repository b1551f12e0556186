import { audit, probe, trim } from './audit.mjs'
import { workAll } from './load.mjs'
import { purge } from './workers/settings.mjs'

/** Calls answered before a kill. */
const fewestAnswers = 200
const mostAnswers = 600

/** The journal is folded when it has 64 MB, so these fill it quickly. */
const bulkBytes = 1_000_000
const bulkBatch = 16
const bulkWithinMs = 20_000

/** Work, a kill in the middle of it, a start on the same file, and an audit. Returns the new run. */
export async function killRound(life, run, round, stats) {
  const { random } = run
  const kind = random.chance(0.08) ? killInFold : random.chance(0.12) ? killInStop : killAtOnce
  await kind(life, run, round)
  run.calls.close()
  stats.kills++
  if (await life.folding(run.twinmq)) stats.killsInFold++
  if (kind === killInStop) stats.killsInStop++
  return await startAndAudit(life, stats)
}

/** Starts again, and compares. */
export async function startAndAudit(life, stats) {
  const run = await life.start()
  stats.slowestStartMs = Math.max(stats.slowestStartMs, run.twinmq.startMs)
  await audit(run)
  await probe(run)
  await trim(run)
  return run
}

async function killAtOnce(_life, run, round) {
  const { calls, random, twinmq } = run
  const delayMs = random.chance(0.5) ? 0 : random.below(6)
  calls.after(random.between(fewestAnswers, mostAnswers), () => {
    if (delayMs === 0) strike(calls, twinmq)
    else setTimeout(strike, delayMs, calls, twinmq)
  })
  await Promise.all([workAll(run, round), twinmq.ended])
}

/** Takes it by surprise while it stops, or when it has just ended. */
async function killInStop(_life, run, round) {
  const { calls, random, twinmq } = run
  calls.after(random.between(fewestAnswers, mostAnswers), () => {
    calls.dying = true
    twinmq.signal('SIGTERM')
    setTimeout(strike, random.below(60), calls, twinmq)
  })
  await Promise.all([workAll(run, round), twinmq.ended])
}

async function killInFold(life, run, round) {
  const { calls, random, twinmq } = run
  const untilFold = async () => {
    await fillJournal(life, run)
    if (calls.ended) return
    setTimeout(strike, random.below(40), calls, twinmq)
  }
  await Promise.all([workAll(run, round), untilFold(), twinmq.ended])
}

/** Kills it: whatever is under way may get no answer. */
export function strike(calls, twinmq) {
  calls.dying = true
  calls.ended = true
  twinmq.signal('SIGKILL')
}

/** Sends large messages until a snapshot is begun; purges now and then, so that it stays small. */
export async function fillJournal(life, { calls, recorder, json, report, twinmq }) {
  const padding = 'x'.repeat(bulkBytes)
  const end = Date.now() + bulkWithinMs
  await purge(recorder.ledger, report, json, ['bulk'])
  for (let sent = 1; !calls.ended && Date.now() < end; sent++) {
    await recorder.send(json, recorder.ledger.message({ queue: 'bulk', padding }))
    if (await life.folding(twinmq)) return
    if (sent % bulkBatch === 0 && !calls.ended) await purge(recorder.ledger, report, json, ['bulk'])
  }
}
