import type { BadDocument } from './bad-documents.ts'

const topic = (others: object) => ({ topics: [{ name: 't', ...others }] })
const subscription = (others: object) =>
  topic({ subscriptions: [{ name: 's', endpoint: 'http://a.test/', ...others }] })
const inSubscription = 'topics[0].subscriptions[0]'
const missing = 'there is no queue lost of account 000000000000 in region us-east-1'

/** One for each rule of topics, their subscriptions and deliveries. */
export const badTopics: readonly BadDocument[] = [
  ['a topic without a name', { topics: [{}] }, 'topics[0]', 'a member "name" is expected', true],
  ['two topics', { topics: [{ name: 't' }, { name: 't' }] }, 'topics[1]', 'already exists', false],
  [
    'a topic with a large limit',
    topic({ attributes: { MaximumMessageSize: 65_537 } }),
    'topics[0].attributes.MaximumMessageSize',
    'to 65536',
    true,
  ],
  ['no endpoint', topic({ subscriptions: [{ name: 's' }] }), inSubscription, 'a member "endpoint" is expected', true],
  ['an endpoint of no form', subscription({ endpoint: 'inbox' }), `${inSubscription}.endpoint`, '"queue:NAME"', false],
  [
    'an endpoint that is broken',
    subscription({ endpoint: 'acs:mns:x' }),
    `${inSubscription}.endpoint`,
    '"queue:NAME"',
    false,
  ],
  ...['http:///x', 'https://', 'http://:80/'].map(
    (endpoint) =>
      [
        `the endpoint ${endpoint}`,
        subscription({ endpoint }),
        `${inSubscription}.endpoint`,
        '"queue:NAME"',
        false,
      ] as const,
  ),
  [
    'a queue that takes less than the topic',
    {
      queues: [{ name: 'small', attributes: { MaximumMessageSize: 1_024 } }],
      topics: [{ name: 't', subscriptions: [{ name: 's', endpoint: 'queue:small' }] }],
    },
    `${inSubscription}.endpoint`,
    'the MaximumMessageSize of queue small, 1024 bytes, is below that of topic t, 65536 bytes',
    false,
  ],
  ['a topic with a long name', { topics: [{ name: 'a'.repeat(121) }] }, 'topics[0].name', '1 to 120 letters', false],
  ['a lost endpoint', subscription({ endpoint: 'queue:lost' }), `${inSubscription}.endpoint`, missing, false],
  [
    'no strategy',
    subscription({ NotifyStrategy: 'NEVER' }),
    `${inSubscription}.NotifyStrategy`,
    '"BACKOFF_RETRY" or',
    true,
  ],
  [
    'two subscriptions',
    topic({ subscriptions: [1, 2].map(() => ({ name: 's', endpoint: 'http://a.test/' })) }),
    'topics[0].subscriptions[1]',
    'subscription s already exists',
    false,
  ],
  [
    'a lost topic',
    { deliveries: [{ body: 'x', topic: 1, subscription: 's' }] },
    'deliveries[0]',
    'there is no topic',
    false,
  ],
]
