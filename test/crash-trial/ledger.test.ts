import { beforeEach, describe, expect, test } from 'vitest'
import { FactLedger, TaskLedger } from './fact-ledger.mjs'
import { type Entry, MessageLedger } from './message-ledger.mjs'
import { Recorder } from './recorder.mjs'

let faults: string[]
let ledger: MessageLedger
const report = (kind: string) => faults.push(kind)

beforeEach(() => {
  faults = []
  ledger = new MessageLedger(report)
})

/** The id that a message has, whoever asks. */
const idOf = ({ key }: Entry) => `id-${key}`

const sent = (place: Parameters<MessageLedger['message']>[0]): Entry => {
  const entry = ledger.message(place)
  ledger.sent(entry, { id: idOf(entry), sequenceNumber: entry.key })
  return entry
}

const sentToOrders = (number: string) => sent({ queue: 'orders.fifo', group: 'red', deduplicationId: number })

const received = (queue: string, entries: Entry[], { count = 1, timeoutMs = 40_000, nowMs = 0, id = '' } = {}) =>
  ledger.received(
    queue,
    entries.map((entry) => ({ body: entry.body, id: id || idOf(entry), count, handle: 'handle' })),
    { cloud: 'sqs', moment: ledger.moment(), askedAtMs: nowMs, timeoutMs, nowMs },
  )

const deleted = (entry: Entry) => {
  ledger.askDelete(entry)
  ledger.deleted(entry)
}

const shown = (entry: Entry, more = {}) => {
  const ready = { state: 'ready', receiveCount: 0, visibleAt: new Date(0).toISOString() }
  return { messageId: idOf(entry), body: entry.body, ...ready, ...more }
}

const found = (queue: string, messages: ReturnType<typeof shown>[], nowMs = 0) =>
  ledger.audit([{ queue, messages }], nowMs)

describe('what a restarted twinmq lists', () => {
  test('a message whose send was answered and that is not there is lost', () => {
    sent({ queue: 'plain' })
    found('plain', [])
    expect(faults).toEqual(['lost'])
  })

  test('a copy of a publication that is not there is lost', () => {
    const { copies } = ledger.publication(['copy-all', 'copy-vip'])
    for (const copy of copies) ledger.sent(copy)
    found('copy-all', [shown(copies[0]!)])
    expect(faults).toEqual(['lost'])
  })

  test('a deleted message that is there has returned', () => {
    const entry = sent({ queue: 'plain' })
    deleted(entry)
    found('plain', [shown(entry)])
    expect(faults).toEqual(['returned'])
  })

  test('a message twice is a duplicate', () => {
    const entry = sent({ queue: 'plain' })
    found('plain', [shown(entry), shown(entry)])
    expect(faults).toEqual(['duplicates'])
  })

  test('a message that nobody sent, one elsewhere, and one under another id are invented', () => {
    const [first, second] = [sent({ queue: 'plain' }), sent({ queue: 'plain' })]
    ledger.audit(
      [
        { queue: 'plain', messages: [shown(first, { messageId: 'another' }), shown(first, { body: 'm99' })] },
        { queue: 'post', messages: [shown(second)] },
      ],
      0,
    )
    expect(faults).toEqual(['invented', 'invented', 'invented'])
  })

  test('a changed body is no message that anybody sent', () => {
    const entry = sent({ queue: 'plain', padding: 'xxx' })
    found('plain', [shown(entry, { body: `${entry.key} xx` })])
    expect(faults).toEqual(['invented', 'lost'])
  })

  test('a send that was refused while degraded leaves no trace', () => {
    const entry = ledger.message({ queue: 'plain' })
    ledger.sendRefused(entry)
    found('plain', [shown(entry)])
    expect(faults).toEqual(['traces'])
  })

  test('a delete that was refused deletes nothing', () => {
    const entry = sent({ queue: 'plain' })
    ledger.askDelete(entry)
    ledger.notDeleted(entry)
    found('plain', [])
    expect(faults).toEqual(['lost'])
  })

  test('a receive count does not go down', () => {
    const entry = sent({ queue: 'plain' })
    received('plain', [entry], { count: 3, timeoutMs: 0 })
    found('plain', [shown(entry, { receiveCount: 2 })])
    expect(faults).toEqual(['receiveCounts'])
  })

  test('a message in flight is so until its time', () => {
    const entry = sent({ queue: 'plain' })
    received('plain', [entry], { timeoutMs: 40_000 })
    found('plain', [shown(entry, { receiveCount: 1 })], 39_999)
    expect(faults).toEqual(['hidden'])
    found('plain', [shown(entry, { receiveCount: 1 })], 40_000)
    expect(faults).toEqual(['hidden'])
  })

  test('a group is in the order of its sends', () => {
    const [first, second] = [sentToOrders('1'), sentToOrders('2')]
    found('orders.fifo', [shown(second), shown(first)])
    expect(faults).toEqual(['order'])
  })
})

describe('what was not answered', () => {
  test('a send may have happened or not, but has its state from the audit on', () => {
    const [there, absent] = [ledger.message({ queue: 'plain' }), ledger.message({ queue: 'plain' })]
    found('plain', [shown(there)])
    expect(faults).toEqual([])
    found('plain', [shown(absent)])
    expect(faults).toEqual(['invented', 'lost'])
  })

  test('a delete may have happened or not, but has its state from the audit on', () => {
    const [there, absent] = [sent({ queue: 'plain' }), sent({ queue: 'plain' })]
    for (const entry of [there, absent]) ledger.askDelete(entry)
    found('plain', [shown(there)])
    expect(faults).toEqual([])
    found('plain', [shown(absent)])
    expect(faults).toEqual(['returned', 'lost'])
  })

  test('a change of visibility leaves open how long a message is held', () => {
    const entry = sent({ queue: 'plain' })
    received('plain', [entry])
    ledger.askHold(entry)
    expect(ledger.holds(0, 0)).toEqual([])
    found('plain', [shown(entry, { receiveCount: 1 })], 1_000)
    expect(faults).toEqual([])
  })
})

describe('what receives answer', () => {
  test('a deleted message returns if it was asked for after its delete', () => {
    const entry = sent({ queue: 'plain' })
    deleted(entry)
    received('plain', [entry])
    expect(faults).toEqual(['returned'])
  })

  test('a message in flight is not handed out before its time', () => {
    const entry = sent({ queue: 'plain' })
    received('plain', [entry], { timeoutMs: 40_000 })
    received('plain', [entry], { count: 2, nowMs: 39_999 })
    expect(faults).toEqual(['hidden'])
  })

  test('receive counts rise', () => {
    const entry = sent({ queue: 'plain' })
    received('plain', [entry], { timeoutMs: 0 })
    received('plain', [entry], { timeoutMs: 0 })
    expect(faults).toEqual(['receiveCounts'])
  })

  test('a group is locked while its first message is in flight', () => {
    const [first, second] = [sentToOrders('1'), sentToOrders('2')]
    received('orders.fifo', [first])
    received('orders.fifo', [second], { nowMs: 1 })
    expect(faults).toEqual(['locks'])
  })

  test('a group is handed out from its first message', () => {
    const [, second] = [sentToOrders('1'), sentToOrders('2')]
    received('orders.fifo', [second])
    expect(faults).toEqual(['order'])
  })

  test('a repeated send is answered with the id it had', () => {
    const entry = sentToOrders('1')
    ledger.sent(entry, { id: idOf(entry), sequenceNumber: entry.key })
    expect(faults).toEqual([])
    ledger.sent(entry, { id: 'another', sequenceNumber: entry.key })
    ledger.sent(entry, { id: idOf(entry), sequenceNumber: 'another' })
    expect(faults).toEqual(['deduplication', 'deduplication'])
  })

  test('ids change where a task moves messages, and nowhere else', () => {
    const entry = sent({ queue: 'work', places: ['work', 'work-dead'] })
    received('work', [entry], { id: 'new', timeoutMs: 0 })
    expect(faults).toEqual(['invented'])
    ledger.movesAsked()
    received('work', [entry], { id: 'newer', timeoutMs: 0 })
    expect(faults).toEqual(['invented'])
  })

  test('a handle whose time runs has to work', async () => {
    const entry = sent({ queue: 'plain' })
    received('plain', [entry], { nowMs: Date.now() })
    const client = { remove: async () => ({ outcome: 'denied', status: 404, text: '' }) }
    await new Recorder(ledger, report).remove(client, entry)
    expect(faults).toEqual(['handles'])
  })
})

describe('settings', () => {
  test('are as answered last, or as asked since', () => {
    const facts = new FactLedger(report)
    facts.ask('plain DelaySeconds', '1').answered()
    facts.ask('plain DelaySeconds', '2')
    facts.audit(new Map([['plain DelaySeconds', '2']]))
    expect(faults).toEqual([])
    facts.audit(new Map([['plain DelaySeconds', '1']]))
    expect(faults).toEqual(['settings'])
  })

  test('are neither lost nor invented', () => {
    const facts = new FactLedger(report)
    facts.ask('queue plain', 'there').answered()
    facts.audit(new Map([['queue post', 'there']]))
    expect(faults).toEqual(['settings', 'settings'])
  })

  test('leave no trace of a change that was refused', () => {
    const facts = new FactLedger(report)
    facts.ask('plain tag team', 'pay').refused()
    facts.audit(new Map([['plain tag team', 'pay']]))
    expect(faults).toEqual(['traces'])
  })
})

describe('move tasks', () => {
  const task = (status: string, moved: number) => ({
    StartedTimestamp: 5,
    Status: status,
    ApproximateNumberOfMessagesMoved: moved,
  })

  test('go on', () => {
    const tasks = new TaskLedger(report)
    tasks.seen([task('RUNNING', 1)])
    tasks.seen([task('COMPLETED', 2)])
    expect(faults).toEqual([])
  })

  test.each([
    ['away', []],
    ['back in number', [task('COMPLETED', 1)]],
    ['back to running', [task('RUNNING', 2)]],
  ])('do not go %s', (_where, listed) => {
    const tasks = new TaskLedger(report)
    tasks.seen([task('COMPLETED', 2)])
    tasks.seen(listed)
    expect(faults).toEqual(['tasks'])
  })
})
