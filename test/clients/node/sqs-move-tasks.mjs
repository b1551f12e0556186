import { strict as assert } from 'node:assert'
import { advance, nowMs } from './harness.mjs'
import { arnOf, newDeadLetters } from './sqs-dead-letters.mjs'
import { receiveOne } from './sqs-messages.mjs'
import { countsOf, newQueue } from './sqs-queues.mjs'

const SourceArn = arnOf('dead')

async function tasksOf(sqs) {
  return (await sqs.listMessageMoveTasks({ SourceArn, MaxResults: 10 })).Results ?? []
}

function taskHandle(taskId, sourceArn) {
  return Buffer.from(JSON.stringify({ taskId, sourceArn })).toString('base64')
}

/** Scenarios about message move tasks, for the AWS SDKs for JavaScript. */
export const moveTaskScenarios = {
  'move-task': async ({ sqs }) => {
    const { source, dead } = await newDeadLetters(sqs, ['a', 'b'])
    const letter = await receiveOne(sqs, dead)
    await sqs.changeMessageVisibility({ QueueUrl: dead, ReceiptHandle: letter.ReceiptHandle, VisibilityTimeout: 0 })
    const startedAtMs = await nowMs()
    const { TaskHandle } = await sqs.startMessageMoveTask({ SourceArn })
    assert.equal(JSON.parse(Buffer.from(TaskHandle, 'base64').toString()).sourceArn, SourceArn)
    await advance('1s')
    const [task, ...others] = await tasksOf(sqs)
    assert.deepEqual(others, [])
    assert.equal(task.Status, 'COMPLETED')
    assert.equal(task.SourceArn, SourceArn)
    assert.equal(task.TaskHandle, undefined)
    assert.equal(Number(task.StartedTimestamp), startedAtMs)
    assert.equal(Number(task.ApproximateNumberOfMessagesToMove), 2)
    assert.equal(Number(task.ApproximateNumberOfMessagesMoved), 2)
    assert.deepEqual(await countsOf(sqs, dead), [0, 0, 0])
    const back = await receiveOne(sqs, source, { AttributeNames: ['All'] })
    assert.equal(back.Body, 'a')
    assert.notEqual(back.MessageId, letter.MessageId)
    assert.equal(back.Attributes.ApproximateReceiveCount, '1')
    assert.equal(Number(back.Attributes.SentTimestamp) >= startedAtMs, true)
  },

  'move-task-destination': async ({ sqs }) => {
    const { source } = await newDeadLetters(sqs, ['a', 'b'])
    const { QueueUrl } = await sqs.createQueue({ QueueName: 'other' })
    await sqs.startMessageMoveTask({ SourceArn, DestinationArn: arnOf('other') })
    await advance('1s')
    assert.deepEqual(await countsOf(sqs, QueueUrl), [2, 0, 0])
    assert.deepEqual(await countsOf(sqs, source), [0, 0, 0])
    await sqs.startMessageMoveTask({ SourceArn })
    await advance('1s')
    const tasks = await tasksOf(sqs)
    assert.deepEqual(
      tasks.map((task) => task.DestinationArn ?? 'none'),
      ['none', arnOf('other')],
    )
  },

  'move-task-rate': async ({ sqs, refused }) => {
    const { dead, source } = await newDeadLetters(sqs, ['a', 'b', 'c', 'd'])
    const { TaskHandle } = await sqs.startMessageMoveTask({ SourceArn, MaxNumberOfMessagesPerSecond: 1 })
    await advance('1s')
    const [running] = await tasksOf(sqs)
    assert.equal(running.Status, 'RUNNING')
    assert.equal(running.TaskHandle, TaskHandle)
    assert.equal(running.MaxNumberOfMessagesPerSecond, 1)
    assert.equal(Number(running.ApproximateNumberOfMessagesToMove), 4)
    const moved = Number(running.ApproximateNumberOfMessagesMoved)
    assert.ok(moved === 1 || moved === 2, `${moved} moved`)
    await refused('InvalidParameterValue', () => sqs.startMessageMoveTask({ SourceArn }))
    const cancelled = await sqs.cancelMessageMoveTask({ TaskHandle })
    assert.equal(Number(cancelled.ApproximateNumberOfMessagesMoved), moved)
    await advance('10s')
    assert.equal((await tasksOf(sqs))[0].Status, 'CANCELLED')
    assert.deepEqual(await countsOf(sqs, source), [moved, 0, 0])
    assert.deepEqual(await countsOf(sqs, dead), [4 - moved, 0, 0])
  },

  'move-task-refused': async ({ sqs, refused }) => {
    await newQueue(sqs)
    const start = (input) => () => sqs.startMessageMoveTask(input)
    await refused('InvalidParameterValue', start({ SourceArn: arnOf('orders') }))
    await refused('ResourceNotFoundException', start({ SourceArn: arnOf('nowhere') }))
    await sqs.deleteQueue({ QueueUrl: (await sqs.getQueueUrl({ QueueName: 'orders' })).QueueUrl })
    await newDeadLetters(sqs, ['a'])
    await refused('ResourceNotFoundException', start({ SourceArn, DestinationArn: arnOf('nowhere') }))
    await refused('InvalidParameterValue', start({ SourceArn, MaxNumberOfMessagesPerSecond: 501 }))
    const cancel = (TaskHandle) => () => sqs.cancelMessageMoveTask({ TaskHandle })
    await refused('InvalidParameterValue', cancel('garbage'))
    const never = '11111111-2222-4333-8444-555555555555'
    await refused('ResourceNotFoundException', cancel(taskHandle(never, SourceArn)))
    await refused('ResourceNotFoundException', cancel(taskHandle(never, arnOf('nowhere'))))
  },
}
