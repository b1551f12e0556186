import { withDeadLetterQueues } from './dead-letter-queues.ts'
import { durationMs, maximumReceives, textOf, truth } from './elasticmq-values.ts'
import { type HoconObject, type HoconValue, readHocon } from './hocon/hocon.ts'
import { type AttributeValue, type DocumentQueue, ImportFailure, type Notify, type Place } from './imported.ts'
import { placeFinder } from './places.ts'

/** The settings of an import of ElasticMQ's files. */
type ElasticMqOptions = {
  /** Name of the file in errors and notices. */
  readonly name: string
  readonly place: Place
  /** Environment variables, which a file may use. */
  readonly variables: Readonly<Record<string, string | undefined>>
  /** ElasticMQ wrote the file itself, so it contains every setting, including defaults. */
  readonly stored: boolean
  readonly notify: Notify
}

/** A queue of the file and its further handling. */
type Reading = ElasticMqOptions & { readonly queue: string }

type Setting = (value: HoconValue, reading: Reading) => Readonly<Record<string, AttributeValue>>

const fifoEnding = '.fifo'

/** Keys of a queue that stand for attributes. Source: ElasticMQ, server/src/main/resources/reference.conf. */
const settings: ReadonlyMap<string, Setting> = new Map([
  ['defaultVisibilityTimeout', seconds('VisibilityTimeout', 30)],
  ['delay', seconds('DelaySeconds', 0)],
  ['receiveMessageWait', seconds('ReceiveMessageWaitTimeSeconds', 0)],
  ['fifo', onlyIfTrue('FifoQueue')],
  ['contentBasedDeduplication', onlyIfTrue('ContentBasedDeduplication')],
])

/** Keys of features that queues of twinmq do not have. */
const forwards: ReadonlySet<string> = new Set(['copyTo', 'moveTo'])

/** Keys that are read elsewhere, or that give the creation time of a queue. */
const otherKeys: ReadonlySet<string> = new Set(['deadLettersQueue', 'tags', 'created', 'lastModified'])

/** Keys of a queue whose values have members. */
const objectKeys: ReadonlySet<string> = new Set(['deadLettersQueue', 'tags'])

/** Keys of the file that configure the server, not its queues. */
const serverKeys: ReadonlySet<string> = new Set(
  'queues aws node-address generate-node-address rest-sqs rest-stats storage akka pekko logback messages-storage queues-storage persisted-queues-storage'.split(
    ' ',
  ),
)

/** The queues of an `elasticmq.conf` or of ElasticMQ's own queue storage. Throws `ImportFailure`. */
export function queuesOfElasticMq(text: string, options: ElasticMqOptions): readonly DocumentQueue[] {
  const { name, notify } = options
  const { root, includes, named } = readHocon(text, name, options.variables)
  for (const included of includes) {
    if (included !== 'classpath("application.conf")') notify(`include ${included} is not followed`)
  }
  sayWhatStaysBehind(root, named, notify)
  const queues = root.members.get('queues')
  if (queues?.kind !== 'object') throw new ImportFailure(`${name}: "queues { … }" is missing`)

  const aws = root.members.get('aws')
  const member = (key: string): string => (aws?.kind === 'object' ? textOf(aws.members.get(key)) : undefined) ?? ''
  const place = placeFinder(options.place, notify)({ account: member('accountId'), region: member('region') })
  const names = new Set([...queues.members].map(([queue, value]) => fullName(queue, value)))
  const read = [...queues.members].map(([queue, value]) =>
    queueOf(fullName(queue, value), value, place, names, { ...options, queue }),
  )
  return withDeadLetterQueues(read, notify)
}

/** ElasticMQ adds `.fifo` to the name of a FIFO queue if it is missing. */
function fullName(name: string, value: HoconValue): string {
  const fifo = value.kind === 'object' ? value.members.get('fifo') : undefined
  return fifo && truth(fifo) && !name.endsWith(fifoEnding) ? name + fifoEnding : name
}

function queueOf(
  name: string,
  value: HoconValue,
  place: Place,
  names: ReadonlySet<string>,
  reading: Reading,
): DocumentQueue {
  if (value.kind !== 'object') return fail(value, reading, 'an object is expected')
  const attributes: Record<string, AttributeValue> = {}
  for (const [key, member] of value.members) {
    if (member.kind === 'object' && !objectKeys.has(key)) failForDot(key, member, reading)
    const setting = settings.get(key)
    if (setting !== undefined) Object.assign(attributes, setting(member, inside(reading, key)))
    else if (forwards.has(key)) sayForward(name, key, member, reading)
    else if (!otherKeys.has(key)) sayUnknown(name, key, member, reading)
  }
  if (name.endsWith(fifoEnding)) attributes.FifoQueue = true
  const redrive = value.members.get('deadLettersQueue')
  if (redrive !== undefined) attributes.RedrivePolicy = redriveOf(redrive, names, inside(reading, 'deadLettersQueue'))
  const tags = tagsOf(value.members.get('tags'), inside(reading, 'tags'))
  return {
    name,
    ...place,
    ...(Object.keys(attributes).length === 0 ? {} : { attributes }),
    ...(Object.keys(tags).length === 0 ? {} : { tags }),
  }
}

/** In HOCON the key a.fifo without quotes is a path: the member fifo of a. */
function failForDot(key: string, value: HoconValue, reading: Reading): never {
  const name = `${reading.queue}.${key}`
  return fail(value, inside(reading, key), `a queue whose name has a dot stands in quotes: "${name}"`)
}

function inside(reading: Reading, key: string): Reading {
  return { ...reading, queue: `${reading.queue}.${key}` }
}

function seconds(attribute: string, usual: number): Setting {
  return (value, reading) => {
    const ms = durationMs(value)
    if (ms === undefined) return fail(value, reading, 'a duration such as "10 seconds" is expected')
    const whole = Math.floor(ms / 1_000)
    if (whole * 1_000 !== ms) reading.notify(`queues.${reading.queue}: ${ms} ms become ${whole} s, as in ElasticMQ`)
    return reading.stored && whole === usual ? {} : { [attribute]: whole }
  }
}

function onlyIfTrue(attribute: string): Setting {
  return (value, reading) => {
    const read = truth(value)
    if (read === undefined) return fail(value, reading, 'true or false is expected')
    return read ? { [attribute]: true } : {}
  }
}

function redriveOf(value: HoconValue, names: ReadonlySet<string>, reading: Reading): AttributeValue {
  const members = value.kind === 'object' ? value.members : undefined
  const target = textOf(members?.get('name'))
  const maxReceiveCount = maximumReceives(members?.get('maxReceiveCount'))
  if (!target || maxReceiveCount === undefined) {
    return fail(value, reading, '"name" and "maxReceiveCount", from 1 to 1000, are expected')
  }
  for (const key of members?.keys() ?? []) {
    if (key !== 'name' && key !== 'maxReceiveCount') sayUnknown(reading.queue, key, value, reading)
  }
  const ended = target + fifoEnding
  return { deadLetterQueue: !names.has(target) && names.has(ended) ? ended : target, maxReceiveCount }
}

function tagsOf(value: HoconValue | undefined, reading: Reading): Readonly<Record<string, string>> {
  if (value === undefined) return {}
  if (value.kind !== 'object') return fail(value, reading, 'an object is expected')
  const texts = [...value.members].map(([tag, member]): [string, string] => [
    tag,
    textOf(member) ?? fail(member, inside(reading, tag), 'a text is expected'),
  ])
  return Object.fromEntries(texts)
}

function sayForward(name: string, key: string, value: HoconValue, { notify }: Reading): void {
  const target = textOf(value)
  if (target !== '') notify(`queue "${name}": ${key} = ${target} is left out: queues here do not forward messages`)
}

function sayUnknown(name: string, key: string, value: HoconValue, { notify }: Reading): void {
  notify(`queue "${name}": ${key} (line ${value.line}) is left out: it is unknown`)
}

/** Reports the parts of the file that are not queues. */
function sayWhatStaysBehind(root: HoconObject, named: ReadonlySet<string>, notify: Notify): void {
  for (const [key, value] of root.members) {
    if (!serverKeys.has(key) && !named.has(key)) notify(`${key} (line ${value.line}) is left out: it is unknown`)
  }
  if (isOn(root, 'messages-storage')) {
    notify(
      'queues and messages in the database of messages-storage are not imported: import them with --from, from a running ElasticMQ',
    )
  }
  if (isOn(root, 'queues-storage') || isOn(root, 'persisted-queues-storage')) {
    notify('queues that ElasticMQ made later are in the file that queues-storage names: import that file too')
  }
}

function isOn(root: HoconObject, key: string): boolean {
  const value = root.members.get(key)
  const enabled = value?.kind === 'object' ? value.members.get('enabled') : undefined
  return enabled !== undefined && truth(enabled) === true
}

function fail(value: HoconValue, { name, queue }: Reading, problem: string): never {
  throw new ImportFailure(`${name}, line ${value.line}: queues.${queue}: ${problem}`)
}
