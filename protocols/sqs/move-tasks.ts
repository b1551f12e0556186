import type { QueueAddress } from '../../src/core/model.ts'
import { readArn } from '../aws/arn.ts'
import { invalidParameter, type WireError } from '../aws/errors.ts'
import type { Context } from './action.ts'
import { queueArn, queueOfArn, shownAddress } from './names.ts'

/** The queue that an ARN given as this parameter names, or what is wrong with it. Source: SQS API Reference, StartMessageMoveTask. */
export function queueNamed(parameter: string, arn: string, { scope, namespace }: Context): QueueAddress | WireError {
  const named = readArn(arn)
  if (named?.service === 'sqs') return queueOfArn(named, scope, namespace)
  return invalidParameter(
    `You must use this format to specify the ${parameter}: arn:<partition>:<service>:<region>:<account-id>:<resource-id>`,
  )
}

/** The ARN under which an answer shows a queue. */
export function arnShown(queue: QueueAddress, { scope, namespace }: Context): string {
  return queueArn(shownAddress(queue, scope, namespace))
}

/** What is wrong with a number from 1 up; undefined for one that is in range, or not given. */
export function countProblem(parameter: string, value: number | undefined, high: number): WireError | undefined {
  if (value === undefined || (value >= 1 && value <= high)) return undefined
  return invalidParameter(
    `Value for parameter ${parameter} is invalid. Reason: You must enter a number that's between 1 and ${high}.`,
  )
}
