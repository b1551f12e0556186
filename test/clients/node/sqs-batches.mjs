import { strict as assert } from 'node:assert'
import { receiveOne } from './sqs-messages.mjs'
import { countsOf, newQueue } from './sqs-queues.mjs'

const ids = (entries) => (entries ?? []).map((entry) => entry.Id).toSorted()

function letters(count) {
  return Array.from({ length: count }, (_unused, index) => String.fromCharCode(97 + index))
}

function entriesOf(names) {
  return names.map((name) => ({ Id: name, MessageBody: name }))
}

/** Two messages in flight, as a batch with one handle that was never issued. */
async function heldAndBad(sqs, QueueUrl) {
  await sqs.sendMessageBatch({ QueueUrl, Entries: entriesOf(['a', 'b']) })
  const { Messages } = await sqs.receiveMessage({ QueueUrl, MaxNumberOfMessages: 10 })
  assert.equal(Messages.length, 2)
  const held = Messages.map((message) => ({ Id: message.Body, ReceiptHandle: message.ReceiptHandle }))
  return [held[0], { Id: 'bad', ReceiptHandle: 'garbage' }, held[1]]
}

function onlyBadFailed(answer) {
  assert.deepEqual(ids(answer.Successful), ['a', 'b'])
  assert.deepEqual(ids(answer.Failed), ['bad'])
  assert.equal(answer.Failed[0].Code, 'ReceiptHandleIsInvalid')
  assert.equal(answer.Failed[0].SenderFault, true)
}

/** Scenarios about batches for the AWS SDKs for JavaScript. */
export const batchScenarios = {
  'send-batch': async ({ sqs }) => {
    const QueueUrl = await newQueue(sqs)
    const names = letters(10)
    const sent = await sqs.sendMessageBatch({ QueueUrl, Entries: entriesOf(names) })
    assert.deepEqual(ids(sent.Successful), names)
    assert.ok(!sent.Failed?.length)
    const { Messages } = await sqs.receiveMessage({ QueueUrl, MaxNumberOfMessages: 10 })
    assert.deepEqual(
      Messages.map((message) => message.Body),
      names,
    )
    const idOf = new Map(sent.Successful.map((entry) => [entry.Id, entry.MessageId]))
    for (const message of Messages) assert.equal(message.MessageId, idOf.get(message.Body))
  },

  'send-batch-part': async ({ sqs }) => {
    const QueueUrl = await newQueue(sqs, { MaximumMessageSize: '1024' })
    const Entries = [...entriesOf(['a']), { Id: 'long', MessageBody: 'x'.repeat(1025) }, ...entriesOf(['b'])]
    Entries.push({ Id: 'bell', MessageBody: '\u0007' })
    const answer = await sqs.sendMessageBatch({ QueueUrl, Entries })
    assert.deepEqual(ids(answer.Successful), ['a', 'b'])
    const codes = Object.fromEntries(answer.Failed.map((entry) => [entry.Id, entry.Code]))
    assert.deepEqual(codes, { long: 'InvalidParameterValue', bell: 'InvalidMessageContents' })
    assert.ok(answer.Failed.every((entry) => entry.SenderFault === true))
    assert.deepEqual(await countsOf(sqs, QueueUrl), [2, 0, 0])
  },

  'delete-batch': async ({ sqs }) => {
    const QueueUrl = await newQueue(sqs)
    onlyBadFailed(await sqs.deleteMessageBatch({ QueueUrl, Entries: await heldAndBad(sqs, QueueUrl) }))
    assert.deepEqual(await countsOf(sqs, QueueUrl), [0, 0, 0])
  },

  'visibility-batch': async ({ sqs }) => {
    const QueueUrl = await newQueue(sqs)
    const entries = await heldAndBad(sqs, QueueUrl)
    const Entries = entries.map((entry) => ({ ...entry, VisibilityTimeout: entry.Id === 'a' ? 0 : 90 }))
    onlyBadFailed(await sqs.changeMessageVisibilityBatch({ QueueUrl, Entries }))
    assert.deepEqual(await countsOf(sqs, QueueUrl), [1, 1, 0])
    assert.equal((await receiveOne(sqs, QueueUrl)).Body, 'a')
  },

  'batch-empty': async ({ sqs, refused }) => {
    const QueueUrl = await newQueue(sqs)
    await refused('EmptyBatchRequest', () => sqs.sendMessageBatch({ QueueUrl, Entries: [] }))
    await refused('EmptyBatchRequest', () => sqs.deleteMessageBatch({ QueueUrl, Entries: [] }))
    await refused('EmptyBatchRequest', () => sqs.changeMessageVisibilityBatch({ QueueUrl, Entries: [] }))
  },

  'batch-ids': async ({ sqs, refused }) => {
    const QueueUrl = await newQueue(sqs)
    const Entries = entriesOf(['a', 'b', 'b'])
    const error = await refused('BatchEntryIdsNotDistinct', () => sqs.sendMessageBatch({ QueueUrl, Entries }))
    assert.match(error.message, /Id b repeated/)
    assert.deepEqual(await countsOf(sqs, QueueUrl), [0, 0, 0])
  },

  'batch-id-form': async ({ sqs, refused }) => {
    const QueueUrl = await newQueue(sqs)
    await refused('InvalidBatchEntryId', () => sqs.sendMessageBatch({ QueueUrl, Entries: entriesOf(['a', 'b c']) }))
    assert.deepEqual(await countsOf(sqs, QueueUrl), [0, 0, 0])
  },

  'batch-count': async ({ sqs, refused }) => {
    const QueueUrl = await newQueue(sqs)
    const Entries = entriesOf(letters(11))
    const error = await refused('TooManyEntriesInBatchRequest', () => sqs.sendMessageBatch({ QueueUrl, Entries }))
    assert.match(error.message, /11/)
    assert.deepEqual(await countsOf(sqs, QueueUrl), [0, 0, 0])
  },

  'batch-bytes': async ({ sqs, refused }) => {
    const QueueUrl = await newQueue(sqs)
    const half = 'x'.repeat(524_288)
    const Entries = ['a', 'b'].map((Id) => ({ Id, MessageBody: half }))
    assert.deepEqual(ids((await sqs.sendMessageBatch({ QueueUrl, Entries })).Successful), ['a', 'b'])
    Entries[0].MessageBody = `${half}x`
    const error = await refused('BatchRequestTooLong', () => sqs.sendMessageBatch({ QueueUrl, Entries }))
    assert.match(error.message, /1048577/)
  },
}
