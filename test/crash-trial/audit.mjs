import { purge } from './workers/settings.mjs'
import { holdSeconds, readMessages, readWorld, workDeadArn } from './world.mjs'

/** A FIFO queue keeps what it was sent in mind for five minutes; a minute of that is left for a slow machine. */
const rememberedMs = 240_000

/** A handle is tried if its time runs for so long at least, milliseconds. */
const marginMs = 5_000

/** Messages that may be there before some queues are emptied. */
const mostMessages = 1_200

/** What is emptied together, in that order: a task may move messages from one to the next meanwhile. */
const trimmed = [['plain'], ['post'], ['work-dead', 'work'], ['copy-all'], ['copy-vip'], ['orders.fifo']]

/** Holds what is there against what was answered, while nothing is under way. */
export async function audit(run) {
  const { facts, queues } = await readWorld({ ...run, sqs: run.json })
  run.facts.audit(facts)
  const listed = await readAll(run, queues)
  run.recorder.ledger.audit(listed, Date.now())
  await seeTasks(run)
}

/** Tries out what was promised: held handles work, repeated sends are known, locked groups stay locked. */
export async function probe(run) {
  const { recorder, random, json, mns } = run
  const held = recorder.ledger.holds(Date.now(), marginMs)
  await Promise.all(
    held.map((entry) => {
      const client = entry.hold.cloud === 'mns' ? mns : json
      return random.chance(0.6) ? recorder.remove(client, entry) : recorder.hide(client, entry, holdSeconds)
    }),
  )
  for (const entry of recorder.ledger.deduplicated(Date.now() - rememberedMs, 8)) await recorder.send(json, entry)
  for (let count = 0; count < 2; count++)
    await recorder.receive(json, 'orders.fifo', { limit: 10, timeoutSeconds: holdSeconds })
}

/** Empties some queues once much has come together, so that rounds stay short. */
export async function trim({ recorder, random, json, report }) {
  if (recorder.ledger.size < mostMessages) return
  for (const queues of trimmed) if (random.chance(0.7)) await purge(recorder.ledger, report, json, queues)
}

async function seeTasks({ json, tasks }) {
  const { value } = await json.ask('ListMessageMoveTasks', { SourceArn: workDeadArn, MaxResults: 10 })
  if (value) tasks.seen(value.Results ?? [])
}

async function readAll({ calls }, queues) {
  const others = queues.filter((name) => !name.startsWith('work'))
  const listed = await readMessages(calls, others)
  return [...listed, ...(await readMoving(calls))]
}

/** A task may move messages from one to the other meanwhile, so it is read until nothing changed in between. */
async function readMoving(calls) {
  for (let attempt = 1; ; attempt++) {
    const [dead, work, deadAgain] = await readMessages(calls, ['work-dead', 'work', 'work-dead'])
    const ids = ({ messages }) => messages.map(({ messageId }) => messageId).join()
    if (ids(dead) === ids(deadAgain) || attempt === 50) return [dead, work]
  }
}
