import { deliverySchema } from './delivery-members.ts'
import { digestSchema, headMembers } from './document.ts'
import { durationSchema, type Fragment, itemsOf, objectOf } from './fragments.ts'
import { fragmentsOf } from './members.ts'
import { messageSchema } from './message-members.ts'
import { queueFragments } from './queue-members.ts'
import { receiveAttemptSchema, recentSendSchema } from './recent-members.ts'
import { topicSchema } from './topic-members.ts'

/** What people must write in a message otherwise than twinmq did. */
const writtenMessageSchema: Fragment = {
  type: 'object',
  properties: { visibleIn: durationSchema, inFlightFor: durationSchema },
}

/** Queues that people write: what holds for them beside what holds for all. */
export const writtenQueuesSchema: Fragment = {
  type: 'array',
  items: { type: 'object', properties: { messages: { type: 'array', items: writtenMessageSchema } } },
}

/** The JSON Schema of the document, draft-07. What it refuses the program refuses too. */
export function snapshotSchema(): Fragment {
  const queue = objectOf(
    {
      ...queueFragments,
      recentSends: itemsOf(recentSendSchema, 'FIFO queues: sends of the last five minutes, for deduplication.'),
      receiveAttempts: itemsOf(
        receiveAttemptSchema,
        'FIFO queues: receives of the last five minutes that named an attempt.',
      ),
      messages: itemsOf(messageSchema, 'Its messages, in order of arrival.'),
    },
    ['name'],
  )
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'urn:twinmq:snapshot:1',
    title: 'twinmq snapshot',
    ...objectOf(
      {
        ...fragmentsOf(headMembers),
        queues: itemsOf(queue, 'Queues of both clouds.'),
        topics: itemsOf(topicSchema, 'Topics of MNS.'),
        deliveries: itemsOf(deliverySchema, 'Messages of topics that are not yet delivered.'),
        digest: digestSchema,
      },
      [],
      'State of twinmq: what it saves, and what people write as fixtures. Nothing but names must be said.',
    ),
    if: { type: 'object', required: ['savedAt'] },
    else: { type: 'object', properties: { queues: writtenQueuesSchema } },
  }
}
