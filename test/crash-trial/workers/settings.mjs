import { topic } from '../world.mjs'

/** Makes a change whose facts the ledger has, and writes down what became of it. */
async function change(recorderReport, changes, call) {
  const { outcome, status, text } = await call
  for (const one of changes) {
    if (outcome === 'answered') one.answered()
    else if (outcome === 'refused') one.refused()
  }
  if (outcome === 'denied') recorderReport('answers', `a change of settings: ${status} ${text.slice(0, 200)}`)
  return outcome
}

/** Changes attributes, tags and a subscription, one after the other. */
export async function changeSettings({ calls, facts, random, report }, sqs, mns) {
  const set = (name, value) => facts.ask(`changing ${name}`, value)
  for (let number = random.below(1_000); !calls.ended; number++) {
    const timeout = String(30 + (number % 200))
    const Attributes = { VisibilityTimeout: timeout, DelaySeconds: String(number % 60) }
    const attributes = [set('VisibilityTimeout', timeout), set('DelaySeconds', Attributes.DelaySeconds)]
    await change(report, attributes, sqs.ask('SetQueueAttributes', { QueueUrl: 'changing', Attributes }))
    if (calls.ended) return
    const tag = `t${number % 5}`
    const tagged = number % 3 !== 0
    const call = tagged
      ? sqs.ask('TagQueue', { QueueUrl: 'changing', Tags: { [tag]: timeout } })
      : sqs.ask('UntagQueue', { QueueUrl: 'changing', TagKeys: [tag] })
    await change(report, [set(`tag ${tag}`, tagged ? timeout : undefined)], call)
    if (calls.ended) return
    await changeSubscription(facts, report, mns, `filter${number % 7}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** Nothing is published with these tags, so no copies come of it. */
async function changeSubscription(facts, report, mns, tag) {
  if (facts.isOpen('subscription brief')) return
  const there = facts.valueOf('subscription brief') !== undefined
  const fact = facts.ask('subscription brief', there ? undefined : `changing ${tag}`)
  const call = there
    ? mns.ask('Unsubscribe', 'DELETE', `/topics/${topic}/subscriptions/brief`)
    : mns.subscribe(topic, 'brief', 'changing', tag)
  await change(report, [fact], call)
}

/** Makes a queue, puts messages into it, deletes it with them, or leaves it. */
export async function makeBriefQueues({ calls, recorder, facts, random, report }, sqs, mns, slots) {
  while (!calls.ended) {
    const queue = `brief-${random.below(slots)}`
    const there = facts.valueOf(`queue ${queue}`) !== undefined
    if (facts.isOpen(`queue ${queue}`)) await new Promise((resolve) => setTimeout(resolve, 8))
    else if (there) await deleteQueue(recorder, facts, report, queue, random.chance(0.5) ? sqs : mns)
    else await createQueue(calls, recorder, facts, report, queue, random.chance(0.5) ? sqs : mns)
    await new Promise((resolve) => setTimeout(resolve, 8))
  }
}

async function createQueue(calls, recorder, facts, report, queue, client) {
  const changes = [
    facts.ask(`queue ${queue}`, 'there'),
    facts.ask(`${queue} VisibilityTimeout`, '33'),
    facts.ask(`${queue} DelaySeconds`, '0'),
    facts.ask(`${queue} MaximumMessageSize`, '4096'),
  ]
  const Attributes = { VisibilityTimeout: '33', DelaySeconds: '0', MaximumMessageSize: '4096' }
  const document = `<Queue><VisibilityTimeout>33</VisibilityTimeout><DelaySeconds>0</DelaySeconds><MaximumMessageSize>4096</MaximumMessageSize></Queue>`
  const call =
    client.cloud === 'sqs'
      ? client.ask('CreateQueue', { QueueName: queue, Attributes })
      : client.ask('CreateQueue', 'PUT', `/queues/${queue}`, document)
  if ((await change(report, changes, call)) !== 'answered' || calls.ended) return
  await recorder.sendBatch(
    client,
    [1, 2, 3].map(() => recorder.ledger.message({ queue })),
  )
}

async function deleteQueue(recorder, facts, report, queue, client) {
  const entries = recorder.ledger.inQueue(queue)
  for (const entry of entries) recorder.ledger.askDelete(entry)
  const names = ['VisibilityTimeout', 'DelaySeconds', 'MaximumMessageSize'].map((name) => `${queue} ${name}`)
  const changes = [`queue ${queue}`, ...names].map((name) => facts.ask(name, undefined))
  const call =
    client.cloud === 'sqs'
      ? client.ask('DeleteQueue', { QueueUrl: queue })
      : client.ask('DeleteQueue', 'DELETE', `/queues/${queue}`)
  settle(recorder.ledger, entries, await change(report, changes, call))
}

/** Fills a queue and purges it. */
export async function purgeOften({ calls, recorder, random, report }, sqs) {
  while (!calls.ended) {
    for (let count = random.between(1, 4); count > 0 && !calls.ended; count--)
      await recorder.sendBatch(
        sqs,
        [1, 2, 3, 4].map(() => recorder.ledger.message({ queue: 'scratch' })),
      )
    if (!calls.ended) await purge(recorder.ledger, report, sqs, ['scratch'])
    await new Promise((resolve) => setTimeout(resolve, 15))
  }
}

/** Purges queues, one after the other, to which nobody sends meanwhile: together they are all the places of their messages. */
export async function purge(ledger, report, sqs, queues) {
  const entries = [...new Set(queues.flatMap((queue) => ledger.inQueue(queue)))]
  for (const entry of entries) ledger.askDelete(entry)
  const outcomes = new Set()
  for (const queue of queues) {
    ledger.forgetSends(queue)
    const { outcome, status, text } = await sqs.ask('PurgeQueue', { QueueUrl: queue })
    outcomes.add(outcome)
    if (outcome === 'denied') report('answers', `purge: ${status} ${text}`)
  }
  settle(ledger, entries, outcomes.size === 1 ? [...outcomes][0] : 'open')
}

function settle(ledger, entries, outcome) {
  for (const entry of entries) {
    if (outcome === 'answered') ledger.deleted(entry)
    else if (outcome !== 'open') ledger.notDeleted(entry)
  }
}
