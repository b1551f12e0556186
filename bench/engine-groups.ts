// The engine alone on FIFO queues and dead-letter queues; a process of its own for each number of messages. Argument: how
// many messages there are. Answers `{ "blocks": n }` with the nanoseconds that each operation took over so many blocks.
import { Engine, Subject, timeNs } from './subject.ts'

const blockSize = 200
/** Messages that the engine moves for a task in one turn. */
const movedInTurn = 1_000
const hourMs = 3_600_000

/** Something to be measured on a scene of its own: sets it, and gives the nanoseconds that an operation took in one block. */
type Scenario = (messages: number) => () => number

const scenarios: Record<string, Scenario> = {
  'FIFO send, 1 group': (messages) => fifoSend(messages, 1),
  'FIFO send, 100 groups': (messages) => fifoSend(messages, 100),
  'FIFO send, 100,000 groups': (messages) => fifoSend(messages, 100_000),
  'FIFO cycle, 1 group': (messages) => fifoCycle(messages, 1),
  'FIFO cycle, 100 groups': (messages) => fifoCycle(messages, 100),
  'FIFO cycle, 100,000 groups': (messages) => fifoCycle(messages, 100_000),
  'receive, all behind one locked group': (messages) => behindLocks(messages, 1),
  'receive, all behind locked groups of ten': (messages) => behindLocks(messages, messages / 10),
  'receive, nothing but locked groups': onlyLocks,
  'move to a dead-letter queue': deadLetters,
  'move by a move task': moveTask,
}

function fifoQueue(messages: number, groups: number): { queue: Subject; send: (body: string) => void } {
  const queue = new Subject(new Engine(), 'bench.fifo', { fifo: true })
  let sent = 0
  const send = (body: string) => {
    sent += 1
    queue.send(body, { groupId: `g${(sent * 7_919) % groups}`, deduplicationId: `d${sent}` })
  }
  for (let i = 0; i < messages; i++) send(queue.engine.newBody())
  // Deduplication entries are forgotten, so each run measures its own messages and not the five minutes before.
  queue.engine.nowMs += hourMs
  return { queue, send }
}

function fifoSend(messages: number, groups: number): () => number {
  const { queue, send } = fifoQueue(messages, groups)
  return () => {
    queue.engine.nowMs += 1_000
    const bodies = blockOfBodies(queue)
    const ns = timeNs(() => bodies.forEach(send))
    repeat(() => queue.delete(queue.receive(hourMs)))
    return ns / blockSize
  }
}

function fifoCycle(messages: number, groups: number): () => number {
  const { queue, send } = fifoQueue(messages, groups)
  return () => {
    queue.engine.nowMs += 1_000
    const bodies = blockOfBodies(queue)
    const cycle = (body: string) => {
      send(body)
      queue.delete(queue.receive(hourMs))
    }
    return timeNs(() => bodies.forEach(cycle)) / blockSize
  }
}

/** Cycles in one free group, while the first message of each other group is in flight. */
function behindLocks(messages: number, groups: number): () => number {
  const { queue } = fifoQueue(messages, groups)
  for (let i = 0; i < groups; i++) queue.receive(12 * hourMs)
  let sent = 0
  return () => {
    queue.engine.nowMs += 1
    repeat(() => {
      sent += 1
      queue.send(queue.engine.newBody(), { groupId: `free ${sent % 10}`, deduplicationId: `free ${sent}` })
    })
    return timeNs(() => repeat(() => queue.delete(queue.receive(hourMs)))) / blockSize
  }
}

function onlyLocks(messages: number): () => number {
  const groups = messages / 10
  const { queue } = fifoQueue(messages, groups)
  for (let i = 0; i < groups; i++) queue.receive(12 * hourMs)
  return () => timeNs(() => repeat(() => queue.receiveUpTo(10, hourMs))) / blockSize
}

/** Messages that are spent are moved by one receive, with as many in flight around them as in the dead-letter queue. */
function deadLetters(messages: number): () => number {
  const engine = new Engine()
  const dead = new Subject(engine, 'dead')
  const source = new Subject(engine, 'bench', { redrive: { deadLetterQueue: dead.address, maxReceives: 1 } })
  for (const queue of [dead, source]) for (let i = 0; i < messages / 2; i++) queue.send(engine.newBody())
  for (let i = 0; i < messages / 2; i++) source.receive(12 * hourMs)
  return () => {
    engine.nowMs += 1
    repeat(() => source.send(engine.newBody()))
    source.receiveUpTo(blockSize, 0)
    const before = dead.ready
    const ns = timeNs(() => source.receiveUpTo(10, hourMs))
    if (dead.ready !== before + blockSize) throw new Error(`${dead.ready - before} messages were moved`)
    repeat(() => dead.delete(dead.receive(hourMs)))
    return ns / blockSize
  }
}

/** Two queues, each the dead-letter queue of the other, pass messages to and fro, one turn of the engine each time. */
function moveTask(messages: number): () => number {
  const engine = new Engine()
  const names = ['one', 'other'].map((name) => new Subject(engine, name))
  const [one, other] = [names[0]!, names[1]!]
  for (const [queue, dead] of [[one, other] as const, [other, one] as const]) {
    const settings = { redrive: { deadLetterQueue: dead.address, maxReceives: 1 } }
    engine.run({ kind: 'setQueueSettings', queue: queue.address, settings })
  }
  for (let i = 0; i < messages; i++) one.send(engine.newBody())
  let [from, to] = [one, other]
  return () => {
    engine.nowMs += 1
    const { id } = engine.run({ kind: 'startMoveTask', source: from.address, destination: to.address })
    const ns = timeNs(() => engine.run({ kind: 'tick' }))
    const [task] = engine.run({ kind: 'listMoveTasks', source: from.address, limit: 1 })
    if (task?.moved !== movedInTurn) throw new Error(`a turn moved ${task?.moved} messages`)
    if (task.status === 'running') engine.run({ kind: 'cancelMoveTask', source: from.address, taskId: id })
    ;[from, to] = [to, from]
    return ns / movedInTurn
  }
}

function blockOfBodies({ engine }: Subject): string[] {
  return Array.from({ length: blockSize }, () => engine.newBody())
}

function repeat(work: () => void): void {
  for (let i = 0; i < blockSize; i++) work()
}

const messages = Number(process.argv[2])
const name = process.argv[3] ?? ''
const block = scenarios[name]?.(messages)

process.on('message', (job: { blocks?: number }) => {
  if (block === undefined || job.blocks === undefined) {
    process.send?.({ value: Object.keys(scenarios) })
    return
  }
  let total = 0
  for (let i = 0; i < job.blocks; i++) total += block()
  process.send?.({ value: total / job.blocks })
})
process.on('disconnect', () => process.exit())
