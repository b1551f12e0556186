import type { QueueAddress } from '../model.ts'
import type { PolicyHead, PolicyStatement } from '../rules/policy.ts'

/**
 * Adds a statement to the policy of a queue. Refused: `queueNotFound`, `policyLabelExists`, `tooManyPolicyStatements`, `policyTooLong`.
 * Source: SQS API Reference, AddPermission.
 */
export type AddPolicyStatement = {
  readonly kind: 'addPolicyStatement'
  readonly queue: QueueAddress
  /** Tells the statement from the others of the policy. */
  readonly label: string
  /** All of it but its label. */
  readonly statement: PolicyStatement
  /** How a policy begins that is made for it, on a queue that has none. */
  readonly newPolicy: PolicyHead
  readonly maximumStatements: number
  /** Of the whole policy as text. */
  readonly maximumBytes: number
}

/** Removes the statements of that label, and with the last one the policy. Refused: `queueNotFound`, `policyLabelNotFound`. */
export type RemovePolicyStatement = {
  readonly kind: 'removePolicyStatement'
  readonly queue: QueueAddress
  readonly label: string
}
