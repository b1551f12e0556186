import { missingParameter } from '../../aws/errors.ts'
import { expected, list, object, text } from '../../schema.ts'
import { action, queueOf, silentStep, stepToError } from '../action.ts'
import { newPolicyOf, permissionProblem, policyLimits, statementOf } from '../policy.ts'
import { queueUrl } from '../shapes.ts'

/** Adds to a queue's policy that other accounts may do something. Kept and shown, never enforced. */
export const addPermission = action({
  name: 'AddPermission',
  source: 'SQS API Reference, AddPermission',
  input: object({
    QueueUrl: queueUrl,
    Label: text,
    AWSAccountIds: expected(list(text, 'AWSAccountId')),
    Actions: expected(list(text, 'ActionName')),
  }),
  decide(input, context) {
    const { Label: label, AWSAccountIds = [], Actions = [] } = input
    if (AWSAccountIds.length === 0) return missingParameter('AWSAccountId')
    if (Actions.length === 0) return missingParameter('ActionName')
    const queue = queueOf(input, context)
    const permission = { Label: label, AWSAccountIds, Actions }
    const problem = permissionProblem(permission)
    if (problem) return stepToError(queue, problem)
    return silentStep({
      kind: 'addPolicyStatement',
      queue,
      label,
      statement: statementOf(permission, queue),
      newPolicy: newPolicyOf(queue),
      maximumStatements: policyLimits.statements,
      maximumBytes: policyLimits.bytes,
    })
  },
})
