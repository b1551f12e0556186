import { describe, expect, test } from 'vitest'
import { newPolicyOf, permissionProblem, policyProblem, statementOf } from '../../../protocols/sqs/policy.ts'

const account = '111111111111'
const permission = { Label: 'l', AWSAccountIds: [account], Actions: ['SendMessage'] }

describe('the statement of a permission', () => {
  test.each([
    ['cn-north-1', 'aws-cn'],
    ['us-gov-west-1', 'aws-us-gov'],
    ['eu-west-1', 'aws'],
  ])('names principals and queue in the partition of the region %s', (region, partition) => {
    const queue = { account: '000000000000', region, name: 'orders' }
    const arn = `arn:${partition}:sqs:${region}:000000000000:orders`
    expect(statementOf(permission, queue)).toEqual({
      Effect: 'Allow',
      Principal: { AWS: `arn:${partition}:iam::${account}:root` },
      Action: 'SQS:SendMessage',
      Resource: arn,
    })
    expect(newPolicyOf(queue)).toEqual({ Version: '2008-10-17', Id: `${arn}/SQSDefaultPolicy` })
  })
})

describe('a permission', () => {
  test('has up to fifty accounts', () => {
    const accounts = Array.from({ length: 51 }, (_, index) => String(100_000_000_000 + index))
    expect(permissionProblem({ ...permission, AWSAccountIds: accounts.slice(1) })).toBeUndefined()
    expect(permissionProblem({ ...permission, AWSAccountIds: accounts })).toMatchObject({
      code: 'OverLimit',
      status: 403,
      message: '51 Principals were found, maximum allowed is 50.',
    })
  })

  test('is checked by label, then accounts, then number of actions, then each action', () => {
    const wrong = { Label: '', AWSAccountIds: ['1'], Actions: Array(8).fill('x') }
    expect(permissionProblem(wrong)?.message).toContain('Label')
    expect(permissionProblem({ ...wrong, Label: 'l' })?.message).toContain('PrincipalId')
    expect(permissionProblem({ ...wrong, Label: 'l', AWSAccountIds: [account] })?.code).toBe('OverLimit')
    expect(permissionProblem({ ...permission, Actions: ['x'] })?.message).toContain('SQS:x for parameter ActionName')
    expect(permissionProblem({ ...permission, Actions: [''] })?.message).toContain('ActionName')
  })
})

describe('a policy', () => {
  const withStatement = (members: object): string => JSON.stringify({ Statement: [{ Effect: 'Allow', ...members }] })

  test('counts the principals of all kinds together', () => {
    const principals = (aws: number) => ({ AWS: Array(aws).fill('*'), Service: 'sns.amazonaws.com' })
    expect(policyProblem(withStatement({ Principal: principals(49) }))).toBeUndefined()
    expect(policyProblem(withStatement({ Principal: principals(50) }))?.code).toBe('OverLimit')
    expect(policyProblem(withStatement({ NotPrincipal: principals(50) }))?.code).toBe('OverLimit')
  })

  test('counts its size in bytes', () => {
    const bare = Buffer.byteLength(withStatement({ Sid: '' }))
    const ofBytes = (bytes: number): string => withStatement({ Sid: 'é'.repeat((bytes - bare) / 2) })
    const largest = bare % 2 === 0 ? 8_192 : 8_191
    expect(Buffer.byteLength(ofBytes(largest))).toBe(largest)
    expect(policyProblem(ofBytes(largest))).toBeUndefined()
    expect(policyProblem(ofBytes(largest + 2))?.message).toBe('Invalid value for the parameter Policy.')
  })

  test('is told of its size before its number of statements', () => {
    const statements = Array(600).fill({ Effect: 'Allow' })
    expect(policyProblem(JSON.stringify({ Statement: statements }))?.code).toBe('InvalidAttributeValue')
  })
})
