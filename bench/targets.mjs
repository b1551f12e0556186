/** What a figure has to reach. `bound` says on which side of `limit`, which is in the unit of the figure. */
const atLeast = (limit) => ({ bound: 'atLeast', limit })
const atMost = (limit) => ({ bound: 'atMost', limit })
const below = (limit) => ({ bound: 'below', limit })

const bounds = {
  atLeast: { sign: '≥', holds: (value, limit) => value >= limit },
  atMost: { sign: '≤', holds: (value, limit) => value <= limit },
  below: { sign: '<', holds: (value, limit) => value < limit },
}

/** Connections at which the ratios of requests are held to a target; at one connection both servers idle. */
export const gatedConnections = [16, 64]

/** Requests per second over those of the bare server, by operation and store, for SQS JSON. */
export const ofBare = {
  send: { memory: atLeast(0.76), journal: atLeast(0.66) },
  cycle: { memory: atLeast(0.72), journal: atLeast(0.62) },
  batch: { memory: atLeast(0.4), journal: atLeast(0.3) },
}

/** Requests per second of SQS Query and of MNS over those of SQS JSON, by protocol and operation. */
export const ofSqsJson = {
  'sqs-query': { send: atLeast(0.85), cycle: atLeast(0.85), batch: atLeast(0.7) },
  mns: { send: atLeast(0.9), cycle: atLeast(0.9), batch: atLeast(0.8) },
}

/** Cycles per second on a backlog over those on an empty queue. */
export const ofEmptyQueue = atLeast(0.9)

/** Requests per second of a send to a FIFO queue over those of one to a standard queue. */
export const ofStandardSend = atLeast(0.85)

/** Requests per second with signatures checked over those without: a check costs at most 15 % of a send. */
export const ofUnchecked = atLeast(0.87)

/** Cost of the four engine operations together, and of those on FIFO and dead-letter queues together, with 1,000,000 messages over that with 1,000. */
export const ofSmallQueue = atMost(2)

/** Cost of each push of a publish to many queues over that of a publish to one. */
export const ofOnePush = atMost(1.5)

/** Bytes of memory for a message of 500 bytes, 1,000,000 of them queued. */
export const messageBytes = atMost(1024)

/** Milliseconds from the send to the answer of the long poll that waited for it. */
export const wakeUpMs = below(1)

/** Milliseconds from the start of the process to its `Ready.`, and to its first answer. */
export const readyMs = atMost(250)
export const firstAnswerMs = below(350)

/** Milliseconds from `Ready.`, or the end of startTwinmq(), to the answer of the first request. */
export const firstRequestMs = atMost(30)

/** Resident memory of an idle program, in units of 1,000,000 bytes. */
export const idleMegabytes = atMost(80)

/** Requests per second over HTTPS over those of HTTP, the connections being kept. */
export const ofHttp = atLeast(0.6)

/** Size of the package as it is downloaded, in units of 1,000,000 bytes. */
export const packageMegabytes = below(1)

/** Requests per second of a send that survives the death of the process, over those of one in memory. */
export const ofMemory = atLeast(0.75)

/** Milliseconds for which a save of 1,000,000 messages may stop the event loop, without and with the garbage collector's part. */
export const ownBlockMs = atMost(50)
export const pauseMs = atMost(250)

/** Seconds to load 1,000,000 messages. */
export const loadSeconds = below(15)

/** The most memory in use while they are loaded, over what is in use afterwards. */
export const peakOfFinal = atMost(2.5)

/** `{ name, value, target, met }` for the summary. `met` is undefined for a figure that has no target, or could not be measured. */
export function check(name, value, target) {
  const held = target !== undefined && Number.isFinite(value)
  return {
    name,
    value,
    target: boundText(target),
    met: held ? bounds[target.bound].holds(value, target.limit) : undefined,
  }
}

/** The target as text: `≥ 0.65`; empty without one. */
export function boundText(target) {
  return target ? `${bounds[target.bound].sign} ${target.limit}` : ''
}
