import type { Namespace, QueueAddress, Redrive, RedriveAllow } from '../../src/core/model.ts'
import { readArn } from '../aws/arn.ts'
import { invalidValue, type WireError, wireError } from '../aws/errors.ts'
import { limits } from './limits.ts'
import { queueArn, queueOfArn } from './names.ts'

type Json = Readonly<Record<string, unknown>>

/** The JSON object in a text; undefined when there is none. */
function objectIn(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined
  } catch {
    return undefined
  }
}

/** Says that a RedrivePolicy is refused: `text` as it was given. */
export function redrivePolicyError(text: string, reason: string): WireError {
  return invalidValue('RedrivePolicy', text, reason)
}

const wholeNumber = /^\d{1,15}$/

/**
 * A RedrivePolicy of the queue `source`, or what is wrong with it. Whether its target exists is for the core to see.
 * Source: SQS API Reference, SetQueueAttributes, RedrivePolicy.
 */
export function readRedrivePolicy(text: string, source: QueueAddress, namespace: Namespace): Redrive | WireError {
  const policy = objectIn(text)
  if (!policy)
    return wireError(
      'InvalidAttributeValue',
      'Invalid value for the parameter RedrivePolicy. Reason: Redrive policy is not a valid JSON map.',
    )
  const { maxReceiveCount: count, deadLetterTargetArn: arn, ...others } = policy
  const missing = count === undefined ? 'maxReceiveCount' : arn === undefined ? 'deadLetterTargetArn' : undefined
  if (missing) return redrivePolicyError(text, `Redrive policy does not contain mandatory attribute: ${missing}.`)
  if (Object.keys(others).length > 0)
    return redrivePolicyError(text, 'Only following attributes are supported: [deadLetterTargetArn, maxReceiveCount].')
  const maxReceives = wholeNumber.test(String(count)) ? Number(count) : Number.NaN
  if (!(maxReceives >= 1 && maxReceives <= limits.receives))
    return redrivePolicyError(
      text,
      `Invalid value for maxReceiveCount: ${typeof count === 'string' ? count : JSON.stringify(count)}, valid values are from 1 to ${limits.receives} both inclusive.`,
    )
  const target = typeof arn === 'string' ? readArn(arn) : undefined
  if (!target) return redrivePolicyError(text, 'Dead-letter target ARN should be fully qualified ARN.')
  if (target.service !== 'sqs')
    return redrivePolicyError(text, 'Only SQS queues are valid resources for deadLetterTargetArn.')
  const deadLetterQueue = queueOfArn(target, source, namespace)
  if (deadLetterQueue.account !== source.account || deadLetterQueue.region !== source.region)
    return redrivePolicyError(text, 'Dead-letter target owner should be same as the source.')
  return { deadLetterQueue, maxReceives }
}

/** A redrive as its attribute shows it, its target at the address under which it is shown. */
export function printRedrivePolicy({ maxReceives }: Redrive, shownTarget: QueueAddress): string {
  return JSON.stringify({ deadLetterTargetArn: queueArn(shownTarget), maxReceiveCount: maxReceives })
}

const cannotCreate = "Amazon SQS can't create the redrive allow policy"
const permissions = ['allowAll', 'denyAll', 'byQueue'] as const

const unsupportedFormat = wireError(
  'InvalidAttributeValue',
  `Invalid value for the parameter RedriveAllowPolicy. Reason: ${cannotCreate}, as it’s in an unsupported format.`,
)

/**
 * A RedriveAllowPolicy given to the queue `target`, or what is wrong with it.
 * Source: SQS API Reference, SetQueueAttributes, RedriveAllowPolicy.
 */
export function readRedriveAllowPolicy(
  text: string,
  target: QueueAddress,
  namespace: Namespace,
): RedriveAllow | WireError {
  const { redrivePermission, sourceQueueArns, ...others } = objectIn(text) ?? {}
  const permission = permissions.find((name) => name === redrivePermission)
  const arns = sourceQueueArns === undefined ? [] : textsIn(sourceQueueArns)
  if (permission === undefined || arns === undefined || Object.keys(others).length > 0) return unsupportedFormat
  const wrong = (reason: string): WireError => invalidValue('RedriveAllowPolicy', text, `${cannotCreate}. ${reason}`)
  if (permission !== 'byQueue') {
    if (sourceQueueArns === undefined) return { permission, sources: [] }
    return wrong('To specify one or more source queue ARNs, you must set redrivePermission to byQueue.')
  }
  if (arns.length === 0)
    return wrong(
      'When you specify the byQueue permission type, you must also specify one or more sourceQueueArns values.',
    )
  if (arns.length > limits.redriveSources)
    return wrong(`The maximum number of source queue ARNs you can specify is ${limits.redriveSources}.`)
  const sources: QueueAddress[] = []
  for (const arn of arns.map(readArn)) {
    if (arn?.service !== 'sqs') return unsupportedFormat
    sources.push(queueOfArn(arn, target, namespace))
  }
  return { permission, sources }
}

function textsIn(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined
  return value.every((item): item is string => typeof item === 'string') ? value : undefined
}

/** A redrive permission as its attribute shows it, its sources at the addresses under which they are shown. */
export function printRedriveAllowPolicy({ permission }: RedriveAllow, shownSources: readonly QueueAddress[]): string {
  return JSON.stringify({
    redrivePermission: permission,
    ...(shownSources.length > 0 && { sourceQueueArns: shownSources.map(queueArn) }),
  })
}
