// The engine alone on topics; a process of its own for each number of subscriptions. Argument: how many queues are subscribed.
// Answers `{ "blocks": n }` with the nanoseconds that a publish, queues emptied, took over so many blocks.
import { Engine, Subject, timeNs } from './subject.ts'

/** Publishes in a row. */
const blockSize = 20

const engine = new Engine()
const topic = { account: '000000000000', region: 'us-east-1', name: 'bench' }

function subscribed(count: number): readonly Subject[] {
  engine.run({ kind: 'createTopic', topic, settings: {}, mustMatch: {}, defaults: {} })
  return Array.from({ length: count }, (_, index) => {
    const queue = new Subject(engine, `inbox-${index}`)
    const { account, region, name } = queue.address
    const endpointText = `acs:mns:${region}:${account}:queues/${name}`
    const endpoint = { kind: 'queue', queue: queue.address } as const
    const settings = { endpointText, endpoint, strategy: 'backoff', format: 'xml' } as const
    const command = { kind: 'subscribe', topic, subscription: name, subscriber: account, settings } as const
    engine.run({ ...command, defaultMaximumBytes: 65_536 })
    return queue
  })
}

function publish(body: string): void {
  const limits = { bytes: body.length, maximumBytes: 65_536 }
  const { deliveries } = engine.run({ kind: 'publishMessage', topic, body, ...limits, senderId: topic.account })
  if (deliveries !== queues.length) throw new Error(`${deliveries} of ${queues.length} queues were pushed to`)
}

/** The cost of a publish over a number of blocks. What arrived is purged between them, and not counted. */
function costOver(blocks: number): number {
  let total = 0
  for (let block = 0; block < blocks; block++) {
    const bodies = Array.from({ length: blockSize }, () => engine.newBody())
    engine.nowMs += 1
    total += timeNs(() => {
      for (const body of bodies) publish(body)
    })
    for (const { address } of queues) engine.run({ kind: 'purgeQueue', queue: address })
  }
  return total / (blocks * blockSize)
}

const [count] = process.argv.slice(2).map(Number)
if (count === undefined) throw new Error('give the number of subscriptions')
const queues = subscribed(count)

process.on('message', ({ blocks }: { blocks: number }) => {
  process.send?.({ value: costOver(blocks) })
})
process.on('disconnect', () => process.exit())
