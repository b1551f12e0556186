/**
 * Rule: A permission is a statement of the policy of its queue, added and removed by its label.
 * Source: SQS API Reference, AddPermission and RemovePermission.
 */

/** One statement of a policy, as the policy language of IAM writes it. */
export type PolicyStatement = { readonly [member: string]: unknown }

/** The members of a policy other than its statements. */
export type PolicyHead = { readonly [member: string]: unknown }

/** A policy that was read. Source: IAM User Guide, grammar of the JSON policy language. */
type Policy = { readonly head: PolicyHead; readonly statements: readonly PolicyStatement[] }

/** Reads a policy; undefined if the text, which then came from a file, is not a policy. One statement needs no list. */
export function readPolicy(text: string): Policy | undefined {
  const policy = parsed(text)
  if (!isObject(policy)) return undefined
  const { Statement: given = [], ...head } = policy
  const statements = Array.isArray(given) ? given : [given]
  return statements.every(isObject) ? { head, statements } : undefined
}

/** Writes a policy. */
export function writePolicy({ head, statements }: Policy): string {
  return JSON.stringify({ ...head, Statement: statements })
}

/** The label of a statement, by which it is added and removed. */
export function labelOf(statement: PolicyStatement): unknown {
  return statement.Sid
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is { readonly [member: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
