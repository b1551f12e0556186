// The engine alone, without server or store, on one queue; a process of its own, so that its garbage collector has no other
// queue to look after. Arguments: messages in the queue, how many of them are in flight. Needs --expose-gc. Answers
// `{ "blocks": n }` with the nanoseconds that an operation took over so many blocks, `{}` with the bytes a message takes.
import type { Command, ReplyTo } from '../src/core/command.ts'
import { execute } from '../src/core/engine.ts'
import { emptyState, type QueueAddress, type Receipt } from '../src/core/model.ts'
import { SeededRandom } from '../src/core/random.ts'

const bodyBytes = 500
/** Operations of one kind in a row: few enough to leave a queue of 1,000 about as long as it was. */
const blockSize = 200
const address: QueueAddress = { account: '000000000000', region: 'us-east-1', name: 'bench' }
const rules = { purgeCoolDown: false, deleteCoolDown: false }

const operations = ['send', 'receive', 'changeVisibility', 'delete'] as const
type Operation = (typeof operations)[number]
/** Nanoseconds an operation took, by operation. */
type Costs = Record<Operation, number>

/** A queue under test, with a clock of its own. */
class Subject {
  readonly #state = emptyState('isolated')
  #nowMs = 1_800_000_000_000
  #bodies = 0

  constructor(messages: number, inFlight: number) {
    this.run({ kind: 'createQueue', queue: address, settings: {}, tags: [], mustMatch: {}, defaults: {} })
    for (let i = 0; i < messages; i++) this.send(this.newBody())
    for (let i = 0; i < inFlight; i++) this.receive(spreadTimeoutMs(i))
  }

  run<C extends Command>(command: C): ReplyTo<C> {
    const random = new SeededRandom(1, this.#state.sequence + 1)
    const { result } = execute(this.#state, rules, command, this.#nowMs, random)
    if (!result.ok) throw new Error(`${command.kind} was refused: ${result.refusal.kind}`)
    return result.value
  }

  /** A text of its own, as one that came off the wire. */
  newBody(): string {
    this.#bodies += 1
    return Buffer.alloc(bodyBytes, `message ${this.#bodies} `).toString('latin1')
  }

  pass(): void {
    this.#nowMs += 1
  }

  send(body: string): void {
    this.run({
      kind: 'sendMessage',
      queue: address,
      body,
      bytes: bodyBytes,
      defaultMaximumBytes: 1_048_576,
      ceilingBytes: 1_048_576,
      senderId: address.account,
    })
  }

  receive(visibilityTimeoutMs: number): Receipt {
    const reply = this.run({ kind: 'receiveMessages', queue: address, maximumMessages: 1, visibilityTimeoutMs })
    const [message] = reply.messages
    if (message === undefined) throw new Error('nothing was ready')
    return { queueId: reply.queueId, sequence: message.sequence, delivery: message.delivery }
  }

  changeVisibility(receipt: Receipt): void {
    this.run({ kind: 'changeVisibility', queue: address, receipt, rule: 'reusable', timeoutMs: 3_600_000 })
  }

  delete(receipt: Receipt): void {
    this.run({ kind: 'deleteMessage', queue: address, receipt, rule: 'reusable' })
  }
}

/** Between one and eleven hours, in no order. */
function spreadTimeoutMs(number: number): number {
  return 3_600_000 + ((number * 7_919_003) % 36_000_000)
}

/** Sends, receives, changes and deletes a block of messages, and adds the nanoseconds to `total`. */
function runBlock(subject: Subject, total: Costs): void {
  const bodies = Array.from({ length: blockSize }, () => subject.newBody())
  subject.pass()
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

/** Processor time of all threads, the garbage collector's among them; unlike the clock it stands still while others run. */
function timeNs(work: () => void): number {
  const start = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) * 1000
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

/** Bytes in use after a full collection: V8's heap and what hangs on it outside. */
function bytesInUse(): number {
  if (global.gc === undefined) throw new Error('run with --expose-gc')
  global.gc()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const [messages, inFlight] = process.argv.slice(2).map(Number)
if (messages === undefined || inFlight === undefined) throw new Error('give the messages and how many are in flight')
const before = bytesInUse()
const subject = new Subject(messages, inFlight)
const bytesPerMessage = (bytesInUse() - before) / messages

process.on('message', (job: { blocks?: number }) => {
  process.send?.({ value: job.blocks === undefined ? { bytesPerMessage } : costsOver(subject, job.blocks) })
})
process.on('disconnect', () => process.exit())
