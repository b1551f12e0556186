import { queueSettings } from '../core/settings/queue-settings.ts'
import { defaultOn, eachSetting, nameOn, unitOf } from '../core/settings/setting.ts'
import type { AttributeValue, Notify } from './imported.ts'

/** Reads the text of an attribute; yields undefined for a default, which needs no mention. */
type Row = (text: string) => AttributeValue | undefined

/** Names and readers of the attributes that can be set; undefined: `redrive-texts.ts` reads those that name other queues. */
const rows: ReadonlyMap<string | undefined, Row | undefined> = new Map(
  eachSetting<typeof queueSettings, readonly [string | undefined, Row | undefined]>(queueSettings, {
    duration: (_name, row) => [nameOn('sqs', row), number(Number(defaultOn('sqs', row)) / unitOf(row))],
    bytes: (_name, row) => [
      nameOn('sqs', row),
      number(Number(defaultOn('sqs', row)), ...(row.sqs?.formerDefaults ?? [])),
    ],
    flag: (_name, row) => [nameOn('sqs', row), truth(row.default)],
    text: (_name, row) => [row.sqs.name, word('')],
    choice: (_name, row) => [nameOn('sqs', row), word(row.choices[row.default])],
    policy: (_name, row) => [row.sqs.name, word('')],
    queueType: (_name, row) => [row.sqs.name, truth(false)],
    redrive: (_name, row) => [row.sqs.name, undefined],
    redriveAllow: (_name, row) => [row.sqs.name, undefined],
  }).values(),
)

/** Attributes that GetQueueAttributes gives and nobody can set. */
const computed = /^(?:QueueArn|CreatedTimestamp|LastModifiedTimestamp|ApproximateNumberOf\w+)$/

/** Attributes of a queue from the texts that SQS gives, without defaults. */
export function attributesOf(
  texts: ReadonlyMap<string, string>,
  queue: string,
  notify: Notify,
): Record<string, AttributeValue> {
  const attributes: Record<string, AttributeValue> = {}
  for (const [name, text] of texts) {
    const value = rows.get(name)?.(text)
    if (value !== undefined) attributes[name] = value
    if (!rows.has(name) && !computed.test(name)) notify(`queue "${queue}": ${name} is left out: it is unknown`)
  }
  return attributes
}

function number(...usual: readonly number[]): Row {
  return (text) => (text === '' || usual.includes(Number(text)) ? undefined : Number(text))
}

function truth(usual: boolean): Row {
  return (text) => {
    const value = text.toLowerCase() === 'true'
    return value === usual ? undefined : value
  }
}

function word(usual: string | undefined): Row {
  return (text) => (text === usual ? undefined : text)
}
