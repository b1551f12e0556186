// The engine alone, without server or store, on one queue; in a process of its own, so its garbage collector has no other
// queue to look after. Arguments: messages in the queue, how many of them are in flight. Needs --expose-gc. Answers
// `{ "blocks": n }` with the nanoseconds that an operation took over so many blocks, `{}` with the bytes a message takes.
import type { Receipt } from '../src/core/model.ts'
import { bytesInUse, Engine, Subject, timeNs } from './subject.ts'

/** Operations of one kind in a row: few enough to leave a queue of 1,000 about as long as it was. */
const blockSize = 200

const operations = ['send', 'receive', 'changeVisibility', 'delete'] as const
type Operation = (typeof operations)[number]
/** Nanoseconds an operation took, by operation. */
type Costs = Record<Operation, number>

/** Between one and eleven hours, in no order. */
function spreadTimeoutMs(number: number): number {
  return 3_600_000 + ((number * 7_919_003) % 36_000_000)
}

/** Sends, receives, changes and deletes a block of messages, and adds the nanoseconds to `total`. */
function runBlock(subject: Subject, total: Costs): void {
  const bodies = Array.from({ length: blockSize }, () => subject.engine.newBody())
  subject.engine.nowMs += 1
  total.send += timeNs(() => {
    for (const body of bodies) subject.send(body)
  })
  const receipts: Receipt[] = []
  total.receive += timeNs(() => {
    for (let i = 0; i < blockSize; i++) receipts.push(subject.receive(1_800_000))
  })
  total.changeVisibility += timeNs(() => {
    for (const receipt of receipts) subject.changeVisibility(receipt)
  })
  total.delete += timeNs(() => {
    for (const receipt of receipts) subject.delete(receipt)
  })
}

/** The cost of each operation over a number of blocks. */
function costsOver(subject: Subject, blocks: number): Costs {
  const total = noCosts()
  for (let block = 0; block < blocks; block++) runBlock(subject, total)
  for (const operation of operations) total[operation] /= blocks * blockSize
  return total
}

function noCosts(): Costs {
  return { send: 0, receive: 0, changeVisibility: 0, delete: 0 }
}

const [messages, inFlight] = process.argv.slice(2).map(Number)
if (messages === undefined || inFlight === undefined) throw new Error('give the messages and how many are in flight')
const before = bytesInUse()
const subject = new Subject(new Engine(), 'bench')
for (let i = 0; i < messages; i++) subject.send(subject.engine.newBody())
for (let i = 0; i < inFlight; i++) subject.receive(spreadTimeoutMs(i))
const bytesPerMessage = (bytesInUse() - before) / messages

process.on('message', (job: { blocks?: number }) => {
  process.send?.({ value: job.blocks === undefined ? { bytesPerMessage } : costsOver(subject, job.blocks) })
})
process.on('disconnect', () => process.exit())
