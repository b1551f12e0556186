// Kills the process with `kill -9` in the middle of work, starts it again on its files, and compares with what was answered.
import { strict as assert } from 'node:assert'
import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SQS } from '@aws-sdk/client-sqs'
import { startTwinmq } from '../server.mjs'
import { Ledger } from './crash-ledger.mjs'
import { workUntilKilled } from './crash-load.mjs'

const rounds = 5

/** Calls answered before a kill: at least, and at most this many more. */
const leastAnswers = 300
const moreAnswers = 1_200

/** Each run kills at other moments; a number given in TWINMQ_CRASH_SEED repeats those of another run. */
const seed = Number(process.env.TWINMQ_CRASH_SEED ?? Date.now() % 1_000_000)

/** A small generator of pseudo-random numbers between 0 and 1 (mulberry32, public domain). */
function randomFrom(start) {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

async function messagesOf(url, queue) {
  const messages = []
  let after = ''
  do {
    const response = await fetch(`${url}/_twinmq/messages?queue=${queue}&limit=500${after}`)
    assert.equal(response.status, 200)
    const page = await response.json()
    messages.push(...page.messages)
    after = page.next === undefined ? undefined : `&after=${encodeURIComponent(page.next)}`
  } while (after !== undefined)
  return messages
}

async function everyMessage(url, ledger) {
  const found = []
  for (const [queue] of ledger.queues) found.push(...(await messagesOf(url, queue)))
  return found
}

/** Names of queues that are gone, or came back with other attributes or tags. */
async function changedQueues(url, ledger) {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' }
  const sqs = new SQS({ endpoint: url, region: 'us-east-1', credentials, maxAttempts: 1 })
  const changed = []
  for (const [name, visibilityTimeout] of ledger.queues) {
    try {
      const asked = { QueueUrl: name, AttributeNames: ['VisibilityTimeout'] }
      const { Attributes } = await sqs.getQueueAttributes(asked)
      assert.deepEqual(Attributes, { VisibilityTimeout: String(visibilityTimeout) })
      assert.deepEqual((await sqs.listQueueTags({ QueueUrl: name })).Tags, { made: name })
    } catch (error) {
      changed.push(`${name}: ${error.message}`)
    }
  }
  return changed
}

/** Runs all rounds and leaves a twinmq that was started after the last kill. */
async function killAndAudit(start, ledger, faults) {
  const random = randomFrom(seed)
  let twinmq = await start()
  for (let round = 1; round <= rounds; round++) {
    const before = ledger.totals
    const underWay = await workUntilKilled(twinmq, ledger, round, leastAnswers + Math.floor(random() * moreAnswers))
    const { sends, deletes } = ledger.totals
    if (underWay === 0 || sends === before.sends || deletes === before.deletes) faults.idle.push(`round ${round}`)
    twinmq = await start()
    const audit = ledger.audit(await everyMessage(twinmq.url, ledger))
    for (const [fault, bodies] of Object.entries(audit)) faults[fault].push(...bodies)
    faults.changed.push(...(await changedQueues(twinmq.url, ledger)))
  }
  return twinmq
}

/** Everything about messages that does not change as time goes by. */
function lasting(messages) {
  return messages.map(({ state, ...others }) => others)
}

/** Stops cleanly, looks at what is left, and starts again on it. Throws what is wrong. */
async function stopAndLook(twinmq, folder, ledger, start) {
  const before = await everyMessage(twinmq.url, ledger)
  const code = await twinmq.stop()
  assert.equal(code, 0, `exit code ${code}: ${twinmq.errors()}`)
  assert.deepEqual(await readdir(folder), ['state.json'])
  const document = JSON.parse(await readFile(join(folder, 'state.json'), 'utf8'))
  const saved = document.queues.flatMap((queue) => queue.messages ?? []).map((message) => message.body)
  assert.ok(saved.length > 0)
  assert.deepEqual(saved.toSorted(), before.map((message) => message.body).toSorted())
  const again = await start()
  assert.deepEqual(lasting(await everyMessage(again.url, ledger)), lasting(before))
  await again.stop()
}

function print(id, found, note) {
  const faults = [...new Set(found)] // a message that is lost is missed again in each later round
  const failed = faults.length > 0
  const shown = `${faults.length}: ${faults.slice(0, 5).join(', ')} (TWINMQ_CRASH_SEED=${seed})`
  console.log(JSON.stringify({ id, status: failed ? 'failed' : 'passed', note: failed ? shown : note }))
}

async function run() {
  const folder = await mkdtemp(join(tmpdir(), 'twinmq-crash-'))
  const file = join(folder, 'data', 'state.json')
  const start = () => startTwinmq(['--data', file], folder)
  const ledger = new Ledger()
  const faults = { idle: [], lost: [], returned: [], invented: [], forgotten: [], changed: [] }
  const twinmq = await killAndAudit(start, ledger, faults)
  const { sends, deletes } = ledger.totals
  print('killed-mid-work', faults.idle, `${rounds} kills, ${sends} sends and ${deletes} deletes answered`)
  print('sends-kept', faults.lost)
  print('deletes-kept', faults.returned)
  print('nothing-invented', faults.invented)
  print('receives-kept', faults.forgotten)
  print('queues-kept', faults.changed)
  const fault = await stopAndLook(twinmq, join(folder, 'data'), ledger, start).catch((error) => error.message)
  print('clean-stop', fault === undefined ? [] : [fault])
}

await run()
process.exit(0)
