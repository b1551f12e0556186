import { strict as assert } from 'node:assert'
import { newQueue } from './sqs-queues.mjs'

const arn = 'arn:aws:sqs:us-east-1:000000000000:orders'

/** More than the seven that one statement may hold. */
const eightActions = [
  'SendMessage',
  'ReceiveMessage',
  'DeleteMessage',
  'ChangeMessageVisibility',
  'GetQueueAttributes',
  'GetQueueUrl',
  'ListDeadLetterSourceQueues',
  'PurgeQueue',
]

async function policyOf(sqs, QueueUrl) {
  const { Attributes } = await sqs.getQueueAttributes({ QueueUrl, AttributeNames: ['Policy'] })
  return Attributes?.Policy && JSON.parse(Attributes.Policy)
}

function permit(sqs, QueueUrl, Label, AWSAccountIds, Actions) {
  return sqs.addPermission({ QueueUrl, Label, AWSAccountIds, Actions })
}

/** Scenarios about permissions, for the AWS SDKs for JavaScript. */
export const permissionScenarios = {
  permissions: async ({ sqs }) => {
    const QueueUrl = await newQueue(sqs)
    await permit(sqs, QueueUrl, 'send', ['111111111111'], ['SendMessage'])
    const statement = {
      Sid: 'send',
      Effect: 'Allow',
      Principal: { AWS: 'arn:aws:iam::111111111111:root' },
      Action: 'SQS:SendMessage',
      Resource: arn,
    }
    const whole = { Version: '2008-10-17', Id: `${arn}/SQSDefaultPolicy`, Statement: [statement] }
    assert.deepEqual(await policyOf(sqs, QueueUrl), whole)
    const accounts = ['222222222222', '333333333333']
    await permit(sqs, QueueUrl, 'take', accounts, ['ReceiveMessage', 'DeleteMessage'])
    const [, take] = (await policyOf(sqs, QueueUrl)).Statement
    assert.deepEqual(
      take.Principal.AWS.toSorted(),
      accounts.map((account) => `arn:aws:iam::${account}:root`),
    )
    assert.deepEqual(take.Action.toSorted(), ['SQS:DeleteMessage', 'SQS:ReceiveMessage'])
    await sqs.removePermission({ QueueUrl, Label: 'take' })
    assert.deepEqual(await policyOf(sqs, QueueUrl), whole)
    await sqs.removePermission({ QueueUrl, Label: 'send' })
    assert.equal(await policyOf(sqs, QueueUrl), undefined)
  },

  'permission-refused': async ({ sqs, refused }) => {
    const QueueUrl = await newQueue(sqs)
    await permit(sqs, QueueUrl, 'send', ['111111111111'], ['SendMessage'])
    const twice = () => permit(sqs, QueueUrl, 'send', ['222222222222'], ['SendMessage'])
    assert.match((await refused('InvalidParameterValue', twice)).message, /Already exists/)
    const unknown = () => sqs.removePermission({ QueueUrl, Label: 'never' })
    assert.match((await refused('InvalidParameterValue', unknown)).message, /can't find label/)
    await refused('OverLimit', () => permit(sqs, QueueUrl, 'all', ['111111111111'], eightActions))
    await refused('InvalidParameterValue', () => permit(sqs, QueueUrl, 'own', ['111111111111'], ['CreateQueue']))
    assert.equal((await policyOf(sqs, QueueUrl)).Statement.length, 1)
  },

  policy: async ({ sqs, refused }) => {
    const QueueUrl = await newQueue(sqs)
    const policy = { Version: '2012-10-17', Statement: [] }
    policy.Statement.push({ Effect: 'Allow', Principal: '*', Action: 'sqs:SendMessage', Resource: arn })
    const set = (Policy) => sqs.setQueueAttributes({ QueueUrl, Attributes: { Policy } })
    await set(JSON.stringify(policy))
    assert.deepEqual(await policyOf(sqs, QueueUrl), policy)
    await refused('InvalidAttributeValue', () => set('no policy'))
    assert.deepEqual(await policyOf(sqs, QueueUrl), policy)
    await set('')
    assert.equal(await policyOf(sqs, QueueUrl), undefined)
  },
}
