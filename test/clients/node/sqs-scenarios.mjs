import { batchScenarios } from './sqs-batches.mjs'
import { deadLetterScenarios } from './sqs-dead-letters.mjs'
import { deduplicationScenarios } from './sqs-deduplication.mjs'
import { fifoScenarios } from './sqs-fifo.mjs'
import { messageScenarios } from './sqs-messages.mjs'
import { moveTaskScenarios } from './sqs-move-tasks.mjs'
import { permissionScenarios } from './sqs-permissions.mjs'
import { queueScenarios } from './sqs-queues.mjs'
import { strictScenarios } from './sqs-strict.mjs'
import { timeScenarios } from './sqs-time.mjs'

const ordinaryScenarios = {
  ...queueScenarios,
  ...messageScenarios,
  ...timeScenarios,
  ...batchScenarios,
  ...fifoScenarios,
  ...deduplicationScenarios,
  ...deadLetterScenarios,
  ...moveTaskScenarios,
  ...permissionScenarios,
}

/**
 * Every scenario of SQS, of the group that was asked for. Each is given `{ sqs, refused }`: a client with a promise for
 * each action of the API, and `refused(name, call)`, which asserts that a call is refused with the error of that name, in
 * the client's own class.
 */
export const sqsScenarios = process.env.SCENARIO_GROUP === 'strict' ? strictScenarios : ordinaryScenarios
