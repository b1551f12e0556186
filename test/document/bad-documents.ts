import { badTopics } from './bad-topics.ts'

/** A document that is refused: what is wrong, where, what is expected, and whether its schema shows it. */
export type BadDocument = readonly [what: string, document: unknown, path: string, problem: string, shown: boolean]

const queue = (others: object) => ({ queues: [{ name: 'q', ...others }] })
const attributes = (values: object) => queue({ attributes: values })
const message = (others: object) => queue({ messages: [{ body: 'x', ...others }] })
const bodyless = (others: object) => queue({ messages: [others] })
const fifo = (others: object) => ({ queues: [{ name: 'q.fifo', ...others }] })
const redrive = (value: unknown) => attributes({ RedrivePolicy: value })
const inQueue = 'queues[0]'
const inMessage = 'queues[0].messages[0]'
const inAttributes = 'queues[0].attributes'
const years = 'an instant of the years 2000 to 2200'
const secondsTo = (high: number) => `a number of seconds from 0 to ${high}`
const missing = 'there is no queue lost of account 000000000000 in region us-east-1'
const twoBodies = 'only one of the members "body", "json" and "base64"'
const twoTimes = 'only one of the members "visibleAt", "visibleIn" and "inFlightFor"'

/** One for each rule. */
export const badDocuments: readonly BadDocument[] = [
  ['a list', [], '', 'an object is expected', true],
  ['a text', 'x', '', 'an object is expected', true],
  ['foreign JSON', { foo: 1 }, 'foo', 'no such member is known', true],
  ['a newer version', { twinmq: 2, news: 1 }, 'twinmq', 'version 2 comes from a newer twinmq', true],
  ['a version as text', { twinmq: '1' }, 'twinmq', 'version 1 is expected', true],
  ['a schema that is no text', { $schema: 1 }, '$schema', 'a text is expected', true],
  ['a list that is none', { queues: {} }, 'queues', 'a list is expected', true],
  ['a slip', { queue: [] }, 'queue', 'did you mean "queues"?', true],
  ['a queue that is none', { queues: ['q'] }, inQueue, 'an object is expected', true],
  ['a queue without a name', { queues: [{}] }, inQueue, 'a member "name" is expected', true],
  ['a name that no client can say', { queues: [{ name: 'a b' }] }, `${inQueue}.name`, '1 to 120 letters', false],
  ['a slip in a queue', queue({ message: [] }), `${inQueue}.message`, 'did you mean "messages"?', true],
  ['a half of a name', attributes({ visibilty: 1 }), `${inAttributes}.visibilty`, 'mean "VisibilityTimeout"?', true],
  ['other case', attributes({ delayseconds: 1 }), `${inAttributes}.delayseconds`, 'mean "DelaySeconds"?', true],
  [
    'too long a timeout',
    attributes({ VisibilityTimeout: 99_999 }),
    `${inAttributes}.VisibilityTimeout`,
    secondsTo(43_200),
    true,
  ],
  [
    'too long a text',
    attributes({ VisibilityTimeout: '13h' }),
    `${inAttributes}.VisibilityTimeout`,
    secondsTo(43_200),
    false,
  ],
  ['a negative delay', attributes({ DelaySeconds: -1 }), `${inAttributes}.DelaySeconds`, secondsTo(604_800), true],
  ['half a second', attributes({ DelaySeconds: 0.5 }), `${inAttributes}.DelaySeconds`, secondsTo(604_800), true],
  [
    'half a second as text',
    attributes({ DelaySeconds: '500ms' }),
    `${inAttributes}.DelaySeconds`,
    secondsTo(604_800),
    false,
  ],
  ['no number', attributes({ DelaySeconds: 'soon' }), `${inAttributes}.DelaySeconds`, secondsTo(604_800), true],
  [
    'a small limit',
    attributes({ MaximumMessageSize: 1 }),
    `${inAttributes}.MaximumMessageSize`,
    'from 1024 to 1048576',
    true,
  ],
  [
    'a short retention',
    attributes({ MessageRetentionPeriod: 0 }),
    `${inAttributes}.MessageRetentionPeriod`,
    'from 1',
    true,
  ],
  [
    'a setting by two names',
    attributes({ PollingWaitSeconds: 1, ReceiveMessageWaitTimeSeconds: 1 }),
    `${inAttributes}.ReceiveMessageWaitTimeSeconds`,
    '"PollingWaitSeconds" says the same already',
    true,
  ],
  [
    'neither true nor false',
    attributes({ LoggingEnabled: 'yes' }),
    `${inAttributes}.LoggingEnabled`,
    'true or false',
    true,
  ],
  ['a policy that is none', attributes({ Policy: [] }), `${inAttributes}.Policy`, 'an object is expected', true],
  [
    'a redrive to nowhere',
    redrive({ maxReceiveCount: 1 }),
    `${inAttributes}.RedrivePolicy`,
    'members "deadLetterQueue"',
    false,
  ],
  ['a redrive that is no JSON', redrive('q'), `${inAttributes}.RedrivePolicy`, 'the JSON text of one', false],
  [
    'no ARN',
    redrive({ deadLetterTargetArn: 'dlq', maxReceiveCount: 1 }),
    `${inAttributes}.RedrivePolicy.deadLetterTargetArn`,
    'an ARN such as',
    false,
  ],
  [
    'no receives',
    redrive('{"deadLetterQueue":"q","maxReceiveCount":0}'),
    `${inAttributes}.RedrivePolicy.maxReceiveCount`,
    'a number from 1 to 1000',
    false,
  ],
  [
    'a lost dead-letter queue',
    redrive({ deadLetterQueue: 'lost', maxReceiveCount: 1 }),
    `${inAttributes}.RedrivePolicy`,
    missing,
    false,
  ],
  [
    'a dead-letter queue of the other kind',
    {
      queues: [
        { name: 'a.fifo', attributes: { DlqPolicy: { DeadLetterTargetQueue: 'b', MaxReceiveCount: 1 } } },
        { name: 'b' },
      ],
    },
    `${inAttributes}.DlqPolicy`,
    'a.fifo is a FIFO queue and b is not',
    false,
  ],
  [
    'a FIFO queue that is none',
    fifo({ attributes: { FifoQueue: false } }),
    `${inAttributes}.FifoQueue`,
    'is a FIFO queue',
    false,
  ],
  [
    'two queues',
    { queues: [{ name: 'q' }, { name: 'q' }] },
    'queues[1]',
    'queue 000000000000/us-east-1/q already exists',
    false,
  ],
  [
    'two ids',
    {
      queues: [
        { name: 'a', id: 1 },
        { name: 'b', id: 1 },
      ],
    },
    'queues[1].id',
    'a queue with id 1 already exists',
    false,
  ],
  ['a huge id', queue({ id: 2 ** 53 - 1 }), `${inQueue}.id`, 'a whole number of at most 1000000000000', true],
  ['an origin in the future', { sequence: 1, origin: 2 }, 'origin', 'a number of at most 1', false],
  ['a tag that is no text', queue({ tags: { team: 1 } }), `${inQueue}.tags.team`, 'a text is expected', true],
  ['a message that is none', bodyless(['x']), inMessage, 'an object is expected', true],
  [
    'a message without a body',
    bodyless({ id: '0'.repeat(32) }),
    inMessage,
    'a member "body", "json" or "base64"',
    true,
  ],
  ['two bodies', message({ json: 1 }), `${inMessage}.json`, twoBodies, true],
  ['a body that is no text', message({ body: 1 }), `${inMessage}.body`, 'a text is expected', true],
  ['no base64', bodyless({ base64: 'a' }), `${inMessage}.base64`, 'base64 is expected', false],
  ['bytes that are no text', bodyless({ base64: '/w==' }), `${inMessage}.base64`, 'base64 of UTF-8 text', false],
  [
    '2 MB',
    message({ body: 'x'.repeat(2e6) }),
    inMessage,
    'at most 1048576 bytes is expected, and this one has 2000000',
    false,
  ],
  [
    'attributes of 2 MB',
    message({ attributes: { a: 'ä'.repeat(524_288) } }),
    inMessage,
    'at most 1048576 bytes is expected, and this one has 1048584',
    false,
  ],
  [
    'an attribute of no type',
    message({ attributes: { a: { type: 'Text', value: '' } } }),
    `${inMessage}.attributes.a.type`,
    'String',
    true,
  ],
  [
    'an attribute without a value',
    message({ attributes: { a: { type: 'String' } } }),
    `${inMessage}.attributes.a`,
    '"value"',
    true,
  ],
  [
    'too many attributes',
    message({ attributes: Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`a${index}`, 1])) }),
    `${inMessage}.attributes`,
    'at most 50',
    true,
  ],
  ['a time before 2000', message({ sent: '1999-12-31T23:59:59.999Z' }), `${inMessage}.sent`, years, false],
  ['a time after 2200', message({ visibleAt: '2201-01-01' }), `${inMessage}.visibleAt`, years, false],
  ['a relative time before 2000', message({ sent: '-9999d' }), `${inMessage}.sent`, years, false],
  ['a time far ahead', message({ visibleIn: '80000d' }), `${inMessage}.visibleIn`, years, false],
  ['a queue of 1970', queue({ created: 0 }), `${inQueue}.created`, years, true],
  [
    'a day that is none',
    message({ sent: '2026-02-30T00:00:00.000Z' }),
    `${inMessage}.sent`,
    'an instant such as',
    false,
  ],
  [
    'an hour that is none',
    message({ sent: '2026-02-03T25:00:00.000Z' }),
    `${inMessage}.sent`,
    'an instant such as',
    false,
  ],
  ['a time without a zone', message({ sent: '2026-02-03T12:00:00' }), `${inMessage}.sent`, 'an instant such as', true],
  ['no duration', message({ visibleIn: 'soon' }), `${inMessage}.visibleIn`, 'a duration such as', true],
  ['a negative duration', message({ inFlightFor: -1 }), `${inMessage}.inFlightFor`, 'a duration such as', true],
  [
    'milliseconds',
    message({ visibleIn: 30_000 }),
    `${inMessage}.visibleIn`,
    '30000 was milliseconds here: write "30s"',
    true,
  ],
  [
    'no unit',
    message({ inFlightFor: '30' }),
    `${inMessage}.inFlightFor`,
    '"30" has no unit; a number was milliseconds here: write "30ms"',
    true,
  ],
  [
    'a distance without a unit',
    message({ sent: '-5' }),
    `${inMessage}.sent`,
    '"-5" has no unit: write "-5s" for seconds',
    true,
  ],
  ['two states', message({ visibleIn: '1s', inFlightFor: '1s' }), inMessage, twoTimes, true],
  ['two ways to say when', message({ visibleIn: '1s', visibleAt: 'now' }), inMessage, twoTimes, true],
  ['two groups', message({ groupId: 'a', group: 'a' }), `${inMessage}.group`, '"groupId" already sets this', true],
  ['no priority', message({ priority: 17 }), `${inMessage}.priority`, 'a number from 1 to 16', true],
  ['no group on a FIFO queue', fifo({ messages: [{ body: 'x' }] }), inMessage, 'a member "group" is expected', false],
  ['an id of another form', message({ id: 'A'.repeat(32) }), `${inMessage}.id`, '32 lower-case', true],
  ...badTopics,
]
