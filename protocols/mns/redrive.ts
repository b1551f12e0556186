import type { QueueAddress, QueueSettings, Redrive } from '../../src/core/model.ts'
import type { XmlElement } from '../xml/element.ts'
import { invalidArgument, isError, type MnsError, schemaViolation } from './errors.ts'
import { limits } from './limits.ts'
import { type Home, readQueueArn } from './queue-arns.ts'
import type { MnsRequest } from './request.ts'
import {
  childNamed,
  childNumber,
  childText,
  linesOf,
  type NumberField,
  part,
  printBoolean,
  readBoolean,
} from './xml-codec.ts'

// Extensions of twinmq. The API of queues and messages that the SDKs speak has neither dead-letter queues nor FIFO
// queues; the API of the console (Mns-Open, CreateQueue) has both, under these names.

const maxReceiveCount: NumberField = { element: 'MaxReceiveCount', range: limits.receives }

const policyPart = part('DlqPolicy', {
  Enabled: '{{enabled}}',
  DeadLetterTargetQueue: '{{target}}',
  MaxReceiveCount: '{{maxReceiveCount}}',
})
const typePart = part('QueueType', '{{type}}')

/** Settings as a `<Queue>` asks for them; `null` removes a setting. */
export type AskedSettings = Omit<QueueSettings, 'redrive' | 'fifo'> & { redrive?: Redrive | null; fifo?: true | null }

/** Adds what the elements `DlqPolicy` and `QueueType` of a `<Queue>` ask for. */
export function readExtensions(
  asked: AskedSettings,
  document: XmlElement,
  request: MnsRequest,
  home: Home,
): MnsError | undefined {
  const policy = childNamed(document, 'DlqPolicy')
  if (policy) {
    const redrive = readPolicy(policy, request, home)
    if (isError(redrive)) return redrive
    asked.redrive = redrive
  }
  const type = childText(document, 'QueueType')?.trim().toLowerCase()
  if (type === 'fifo') asked.fifo = true
  else if (type === 'normal') asked.fifo = null
  else if (type !== undefined) return schemaViolation('QueueType')
  return undefined
}

/** The core checks that the target exists and fits. */
function readPolicy(policy: XmlElement, request: MnsRequest, home: Home): Redrive | MnsError | null {
  const enabled = readBoolean(childText(policy, 'Enabled') ?? 'true', 'Enabled')
  if (isError(enabled)) return enabled
  if (!enabled) return null
  const maxReceives = childNumber(policy, maxReceiveCount)
  if (isError(maxReceives)) return maxReceives
  const target = childText(policy, 'DeadLetterTargetQueue')?.trim()
  if (maxReceives === undefined || !target) return schemaViolation(target ? 'MaxReceiveCount' : 'DeadLetterTargetQueue')
  const deadLetterQueue = readTarget(target, request, home)
  return isError(deadLetterQueue) ? deadLetterQueue : { deadLetterQueue, maxReceives }
}

/** A queue by its name, or by its address as endpoints have it. */
function readTarget(text: string, request: MnsRequest, home: Home): QueueAddress | MnsError {
  const { queue, wire } = request
  const { account, region, name } = readQueueArn(text, queue, wire.host, home) ?? { ...queue, name: text }
  if (account !== queue.account || region !== queue.region)
    return invalidArgument('The value of DlqPolicy is invalid: DeadLetterTargetQueue is of another account or region.')
  if (name === queue.name)
    return invalidArgument('The value of DlqPolicy is invalid: DeadLetterTargetQueue is the queue itself.')
  return { account, region, name }
}

/** The elements of what is set, each on lines of its own. */
export function printExtensions({ redrive, fifo }: QueueSettings): string {
  const parts: string[] = []
  if (redrive)
    parts.push(
      policyPart.fill({
        enabled: printBoolean(true),
        target: redrive.deadLetterQueue.name,
        maxReceiveCount: String(redrive.maxReceives),
      }),
    )
  if (fifo) parts.push(typePart.fill({ type: 'fifo' }))
  return linesOf(parts)
}
