import { withDeadLetterQueues } from './dead-letter-queues.ts'
import { type AttributeValue, type DocumentQueue, ImportFailure, type Notify, type Place } from './imported.ts'
import { placeFinder } from './places.ts'
import { partsOfArn, readRedrivePolicy } from './redrive-texts.ts'
import { attributesOf } from './sqs-attributes.ts'

/** The settings of an import of a `goaws.yaml`. */
type GoAwsOptions = {
  /** Name of the file in errors and notices. */
  readonly name: string
  readonly place: Place
  /** The environment to import. */
  readonly environment: string
  readonly notify: Notify
}

/** Keys by their names in lower case, because GoAWS ignores case. */
type Section = ReadonlyMap<string, { readonly key: string; readonly value: unknown }>

const attributeKeys = [
  'VisibilityTimeout',
  'ReceiveMessageWaitTimeSeconds',
  'MaximumMessageSize',
  'MessageRetentionPeriod',
  'DelaySeconds',
]

// Source: GoAWS, app/conf/config.go and app/conf/goaws.yaml.
const keys = {
  /** The first few configure the server, not its queues. */
  environment: lower(
    'Host Port SqsPort SnsPort LogMessages LogToFile LogFile Region AccountId QueueAttributeDefaults Queues Topics',
  ),
  queue: lower(`Name RedrivePolicy ${attributeKeys.join(' ')}`),
  defaults: lower(attributeKeys.join(' ')),
}

/** The queues of one environment of a `goaws.yaml`, including those of its topics. Throws `ImportFailure`. */
export async function queuesOfGoAws(text: string, options: GoAwsOptions): Promise<readonly DocumentQueue[]> {
  const { environment, notify } = options
  const section = environmentOf(await readYaml(text, options.name), options)
  sayUnknown(environment, section, keys.environment, notify)
  const defaults = sectionOf(section.get('queueattributedefaults')?.value)
  sayUnknown(`${environment}.QueueAttributeDefaults`, defaults, keys.defaults, notify)
  const place = placeFinder(
    options.place,
    notify,
  )({
    account: textOf(section.get('accountid')?.value),
    region: textOf(section.get('region')?.value),
  })

  const queues = new Map<string, DocumentQueue>()
  const add = (queue: Section): void => {
    const read = queueOf(queue, defaults, place, options)
    if (queues.has(read.name)) notify(`queue "${read.name}" is defined twice; the last definition counts, as in GoAWS`)
    queues.set(read.name, read)
  }
  for (const queue of listOf(section.get('queues')?.value)) add(sectionOf(queue))
  for (const topic of listOf(section.get('topics')?.value)) {
    const made = queuesOfTopic(sectionOf(topic), notify).filter((name) => !queues.has(name))
    for (const name of made) add(sectionOf({ Name: name }))
  }
  return withDeadLetterQueues([...queues.values()], notify)
}

async function readYaml(text: string, name: string): Promise<Section> {
  const { default: yaml } = await import('yaml')
  /* All values are texts: the account 000000000000 is not the number 0. */
  const document = yaml.parseDocument(text, { schema: 'failsafe', merge: true })
  const [error] = document.errors
  if (error !== undefined) {
    const line = error.linePos?.[0].line
    const problem = error.message.split('\n')[0]!.replace(/ at line \d+, column \d+:?$/, '')
    throw new ImportFailure(`${name}${line === undefined ? '' : `, line ${line}`}: this is not YAML: ${problem}`)
  }
  try {
    return sectionOf(document.toJS())
  } catch (error) {
    // Aliases are resolved only here, and may expand to more than the memory holds.
    throw new ImportFailure(`${name}: this YAML cannot be read: ${(error as Error).message}`)
  }
}

/** Only the names of environments are case-sensitive. */
function environmentOf(root: Section, { name, environment }: GoAwsOptions): Section {
  const found = [...root.values()].find(({ key }) => key === environment)
  if (found !== undefined) return sectionOf(found.value)
  const names = [...root.values()].map(({ key }) => key).join(', ')
  throw new ImportFailure(
    `${name}: the environment ${environment} does not exist; --environment takes one of: ${names}`,
  )
}

function queueOf(queue: Section, defaults: Section, place: Place, { name: file, notify }: GoAwsOptions): DocumentQueue {
  const name = textOf(queue.get('name')?.value)
  if (name === '') throw new ImportFailure(`${file}: a queue has no Name`)
  sayUnknown(`queue "${name}"`, queue, keys.queue, notify)
  const texts = attributeKeys.map((key): [string, string] => {
    /* To GoAWS, 0 means that the value is absent. */
    const own = textOf(queue.get(key.toLowerCase())?.value)
    return [key, own === '' || own === '0' ? textOf(defaults.get(key.toLowerCase())?.value) : own]
  })
  const attributes = attributesOf(new Map(texts), name, notify)
  for (const [key, value] of Object.entries(attributes)) {
    if (Number.isNaN(value)) throw new ImportFailure(`${file}: queue "${name}": ${key}: a number is expected`)
  }
  if (name.endsWith('.fifo')) attributes.FifoQueue = true
  const redrive = textOf(queue.get('redrivepolicy')?.value)
  const policy = redriveOf(redrive, name, file)
  if (policy !== undefined) attributes.RedrivePolicy = policy
  return { name, ...place, ...(Object.keys(attributes).length === 0 ? {} : { attributes }) }
}

/** GoAWS uses only the name. */
function redriveOf(text: string, queue: string, file: string): AttributeValue | undefined {
  const policy = readRedrivePolicy(text)
  if (policy === 'none') return undefined
  if (policy === undefined) {
    throw new ImportFailure(
      `${file}: queue "${queue}": RedrivePolicy: deadLetterTargetArn and maxReceiveCount are expected`,
    )
  }
  return { deadLetterQueue: partsOfArn(policy.target).name, maxReceiveCount: policy.maxReceiveCount }
}

/** Queues that GoAWS makes for the subscriptions of a topic. */
function queuesOfTopic(topic: Section, notify: Notify): string[] {
  const subscriptions = listOf(topic.get('subscriptions')?.value).map(sectionOf)
  const queues = subscriptions.map((subscription) => textOf(subscription.get('queuename')?.value)).filter(Boolean)
  const [count, others] = [subscriptions.length, subscriptions.length - queues.length]
  const to = [...queues.map((queue) => `"${queue}"`), ...(others > 0 ? [`${others} over HTTP`] : [])].join(', ')
  const subscribed = count === 0 ? '' : ` with its subscriptions: ${to}`
  notify(`topic "${textOf(topic.get('name')?.value)}" is left out${subscribed}; Amazon SNS is not part of twinmq`)
  return queues
}

function sayUnknown(owner: string, section: Section, known: ReadonlySet<string>, notify: Notify): void {
  for (const [name, { key }] of section) {
    if (!known.has(name)) notify(`${owner}: ${key} is left out: it has no counterpart here`)
  }
}

function sectionOf(value: unknown): Section {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return new Map()
  return new Map(Object.entries(value).map(([key, member]) => [key.toLowerCase(), { key, value: member }]))
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function textOf(value: unknown): string {
  return value === undefined || value === null ? '' : String(value)
}

function lower(words: string): ReadonlySet<string> {
  return new Set(words.toLowerCase().split(' '))
}
