import type { QueueAddress } from '../../src/core/model.ts'
import { invalidValue, missingParameter, type WireError, wireError } from '../aws/errors.ts'
import { queueArn } from './names.ts'

/** Quotas of a policy. Source: SQS Developer Guide, quotas related to policies. */
export const policyLimits = {
  /** Of the text, in UTF-8. */
  bytes: 8192,
  statements: 20,
  /** In one statement. */
  actions: 7,
  principals: 50,
  /** In one statement. */
  conditions: 10,
  /** Characters of a label. */
  label: 80,
} as const

type JsonObject = { readonly [member: string]: unknown }

const versions: ReadonlySet<unknown> = new Set([undefined, '2008-10-17', '2012-10-17'])
const policyMembers: ReadonlySet<string> = new Set(['Version', 'Id', 'Statement'])
const statementMembers: ReadonlySet<string> = new Set([
  'Sid',
  'Effect',
  'Principal',
  'NotPrincipal',
  'Action',
  'NotAction',
  'Resource',
  'NotResource',
  'Condition',
])

/**
 * What is wrong with the value of the attribute Policy, if anything: its shape and size. What it names need not exist.
 * Sources: IAM User Guide, grammar of the JSON policy language; SQS Developer Guide, quotas related to policies.
 */
export function policyProblem(text: string): WireError | undefined {
  const policy = Buffer.byteLength(text) > policyLimits.bytes ? undefined : parsed(text)
  if (!isObject(policy) || !hasOnly(policy, policyMembers) || !versions.has(policy.Version)) return invalidPolicy
  const statements = listOf(policy.Statement)
  if (statements.length === 0 || !statements.every(isStatement)) return invalidPolicy
  if (statements.length > policyLimits.statements)
    return wireError(
      'OverLimit',
      `${statements.length} statements were found in the submitted policy, max allowed is ${policyLimits.statements}`,
    )
  return firstOf(statements, contentProblem)
}

const invalidPolicy = wireError('InvalidAttributeValue', 'Invalid value for the parameter Policy.')

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function hasOnly(value: JsonObject, members: ReadonlySet<string>): boolean {
  return Object.keys(value).every((name) => members.has(name))
}

/** Where a policy may hold one or several, the one stands without a list. */
function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return value === undefined ? [] : [value]
}

function isStatement(value: unknown): value is JsonObject {
  return isObject(value) && hasOnly(value, statementMembers) && (value.Effect === 'Allow' || value.Effect === 'Deny')
}

function contentProblem(statement: JsonObject): WireError | undefined {
  return (
    tooMany('Actions', listOf(statement.Action ?? statement.NotAction).length, policyLimits.actions) ??
    tooMany('Principals', principalsIn(statement), policyLimits.principals) ??
    tooMany('Conditions', conditionsIn(statement), policyLimits.conditions)
  )
}

function principalsIn({ Principal, NotPrincipal }: JsonObject): number {
  const principal = Principal ?? NotPrincipal
  return isObject(principal) ? Object.values(principal).flatMap(listOf).length : listOf(principal).length
}

function conditionsIn({ Condition }: JsonObject): number {
  if (!isObject(Condition)) return 0
  return Object.values(Condition).reduce<number>(
    (sum, keys) => sum + (isObject(keys) ? Object.keys(keys).length : 1),
    0,
  )
}

function tooMany(what: string, count: number, maximum: number): WireError | undefined {
  return count > maximum
    ? wireError('OverLimit', `${count} ${what} were found, maximum allowed is ${maximum}.`)
    : undefined
}

function firstOf<T>(values: readonly T[], problemOf: (value: T) => WireError | undefined): WireError | undefined {
  for (const value of values) {
    const problem = problemOf(value)
    if (problem) return problem
  }
  return undefined
}

/** Who may do what, by AddPermission. */
type Permission = {
  readonly Label: string
  readonly AWSAccountIds: readonly string[]
  readonly Actions: readonly string[]
}

const labelForm = /^[A-Za-z0-9_-]+$/
const accountForm = /^\d{12}$/

/** Actions that an owner may let others do. Source: SQS API Reference, AddPermission, Actions. */
const grantable: ReadonlySet<string> = new Set([
  '*',
  'ChangeMessageVisibility',
  'DeleteMessage',
  'GetQueueAttributes',
  'GetQueueUrl',
  'ListDeadLetterSourceQueues',
  'PurgeQueue',
  'ReceiveMessage',
  'SendMessage',
])

/** Actions that none but the owner may do. Source: SQS Developer Guide, limitations of custom policies, cross-account access. */
const ownersOnly: ReadonlySet<string> = new Set([
  'AddPermission',
  'CancelMessageMoveTask',
  'CreateQueue',
  'DeleteQueue',
  'ListMessageMoveTasks',
  'ListQueueTags',
  'ListQueues',
  'RemovePermission',
  'SetQueueAttributes',
  'StartMessageMoveTask',
  'TagQueue',
  'UntagQueue',
])

/** What is wrong with a label, if anything. Source: SQS API Reference, AddPermission, Label. */
function labelProblem(label: string): WireError | undefined {
  if (labelForm.test(label) && label.length <= policyLimits.label) return undefined
  return invalidValue(
    'Label',
    label,
    'Can only include alphanumeric characters, hyphens, or underscores. 1 to 80 in length.',
  )
}

/** What is wrong with a permission, if anything. Source: SQS API Reference, AddPermission. */
export function permissionProblem({ Label, AWSAccountIds, Actions }: Permission): WireError | undefined {
  return labelProblem(Label) ?? accountsProblem(AWSAccountIds) ?? actionsProblem(Actions)
}

function accountsProblem(accounts: readonly string[]): WireError | undefined {
  const strangers = accounts.filter((account) => !accountForm.test(account))
  if (strangers.length > 0) return invalidValue('PrincipalId', `[${strangers.join(', ')}]`, 'Unable to verify.')
  return tooMany('Principals', accounts.length, policyLimits.principals)
}

function actionsProblem(names: readonly string[]): WireError | undefined {
  return tooMany('Actions', names.length, policyLimits.actions) ?? firstOf(names, actionProblem)
}

function actionProblem(name: string): WireError | undefined {
  if (name === '') return missingParameter('ActionName')
  if (grantable.has(name)) return undefined
  const reason = ownersOnly.has(name)
    ? 'Only the queue owner is allowed to invoke this action.'
    : 'Please refer to the appropriate WSDL for a list of valid actions.'
  return invalidValue('ActionName', `SQS:${name}`, reason)
}

/** The statement that grants a permission on a queue, but for its label. Source: SQS Developer Guide, basic examples of SQS policies. */
export function statementOf({ AWSAccountIds, Actions }: Permission, queue: QueueAddress) {
  const resource = queueArn(queue)
  const partition = resource.split(':')[1]
  return {
    Effect: 'Allow',
    Principal: { AWS: oneOrAll(AWSAccountIds.map((account) => `arn:${partition}:iam::${account}:root`)) },
    Action: oneOrAll(Actions.map((name) => `SQS:${name}`)),
    Resource: resource,
  }
}

function oneOrAll(texts: readonly string[]): string | readonly string[] {
  const distinct = [...new Set(texts)]
  return distinct.length === 1 ? distinct[0]! : distinct
}

/** How the policy begins that the first permission makes. */
export function newPolicyOf(queue: QueueAddress) {
  return { Version: '2008-10-17', Id: `${queueArn(queue)}/SQSDefaultPolicy` }
}
