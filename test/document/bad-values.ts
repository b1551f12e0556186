import type { BadDocument } from './bad-documents.ts'

const queue = (others: object) => ({ queues: [{ name: 'q', ...others }] })
const fifo = (others: object) => ({ queues: [{ name: 'q.fifo', ...others }] })
const message = (others: object) => queue({ messages: [{ body: 'x', ...others }] })
const attribute = (name: string, value: unknown) => message({ attributes: { [name]: value } })
const typed = (type: string, value: string, others = {}) => attribute('a', { type, value, ...others })
const named = (length: number) => Object.fromEntries(Array.from({ length }, (_, index) => [`t${index}`, 'x']))
const task = (others: object) => ({
  queues: [{ name: 'q', id: 1 }],
  moveTasks: [
    {
      id: '0'.repeat(32),
      source: { account: '000000000000', region: 'us-east-1', name: 'q' },
      sourceId: 1,
      started: '-1m',
      status: 'running',
      ...others,
    },
  ],
})
const delivery = (others: object) => ({
  topics: [{ name: 't', id: 1 }],
  deliveries: [{ body: 'x', topic: 1, subscription: 's', ...others }],
})
const twins = (first: object, second: object, others = {}) =>
  fifo({ ...others, messages: [first, second].map((own) => ({ body: 'x', group: 'g', ...own })) })

const inMessage = 'queues[0].messages[0]'
const inA = `${inMessage}.attributes.a`
const serial = 'a whole number of at most 1000000000000 is expected'
const amount = 'a whole number of at most 1000000000 is expected'
const account = '12 to 16 digits'
const region = 'a region such as'
const attributeName = '1 to 256 letters'
const reserved = 'does not begin with "AWS."'
const tagName = 'a name of 1 to 128 letters'
const chosen = '1 to 128 letters, digits and punctuation'
const fifoOnly = 'only FIFO queues have this'
const duplicate = 'a deduplicationId of its own is expected'

/** Values that no cloud takes, and numbers from which nothing can go on. */
export const badValues: readonly BadDocument[] = [
  ['a high number of commands', { sequence: 1e12 + 1 }, 'sequence', serial, false],
  ['a high origin', { sequence: 1e12, origin: 1e12 + 1 }, 'origin', serial, false],
  ['a journal that begins too late', { sequence: 5, journalFrom: 7 }, 'journalFrom', 'at most 6', false],
  ['a high sequence', message({ sequence: 1e12 + 1 }), `${inMessage}.sequence`, serial, false],
  ['a high last sequence', queue({ lastSequence: 1e12 + 1 }), 'queues[0].lastSequence', serial, false],
  ['too many receives', message({ receives: 281_474_976_710_655 }), `${inMessage}.receives`, amount, true],
  ['a few receives too many', message({ receives: 1e9 + 1 }), `${inMessage}.receives`, amount, false],
  ['a high receipt', message({ receipt: Number.MAX_SAFE_INTEGER }), `${inMessage}.receipt`, amount, true],
  ['receives elsewhere', message({ receivesElsewhere: 1e10 }), `${inMessage}.receivesElsewhere`, amount, true],
  ['too many attempts', delivery({ attempts: 1e10 }), 'deliveries[0].attempts', amount, true],
  ['a rate of none', task({ ratePerSecond: 0 }), 'moveTasks[0].ratePerSecond', 'from 1 to 500', true],
  ['a rate of too many', task({ ratePerSecond: 501 }), 'moveTasks[0].ratePerSecond', 'from 1 to 500', true],
  ['moved too many', task({ moved: 281_474_976_710_656 }), 'moveTasks[0].moved', amount, true],
  [
    'moved too many for the rate',
    task({ moved: 1e9, ratePerSecond: 1, started: '2190-01-01' }),
    'moveTasks[0].moved',
    'after the year 2200',
    false,
  ],
  ['a short account', queue({ account: '12' }), 'queues[0].account', account, false],
  ['an empty account', queue({ account: '' }), 'queues[0].account', account, false],
  ['an account with a slash', { topics: [{ name: 't', account: '1/x' }] }, 'topics[0].account', account, false],
  ['a region with a blank', queue({ region: 'us east' }), 'queues[0].region', region, false],
  ['a region in upper case', { topics: [{ name: 't', region: 'US-EAST-1' }] }, 'topics[0].region', region, false],
  [
    'an account of a dead-letter queue',
    queue({ attributes: { RedrivePolicy: { deadLetterQueue: { name: 'q', account: '1' }, maxReceiveCount: 1 } } }),
    'queues[0].attributes.RedrivePolicy.deadLetterQueue.account',
    account,
    false,
  ],
  ['a number that is none', typed('Number', 'abc'), `${inA}.value`, 'a number, as text', false],
  ['an empty value', typed('String', ''), `${inA}.value`, 'not empty', false],
  ['an empty value in short', attribute('a', ''), `${inA}.value`, 'not empty', false],
  ['bytes that are none', typed('Binary', '?'), `${inA}.value`, 'base64', false],
  ['a character that makes no byte', typed('Binary', '1'), `${inA}.value`, 'base64', false],
  ['a boolean that is none', typed('String', 'x', { boolean: true }), `${inA}.value`, '"true" or "false"', false],
  ['a control character', typed('String', 'a\u0001'), `${inA}.value`, 'U+0001', false],
  ['a long type', typed(`String.${'x'.repeat(256)}`, 'x'), `${inA}.type`, 'at most 256 bytes', false],
  ['a reserved name', attribute('AWS.x', 'x'), `${inMessage}.attributes.AWS.x`, reserved, false],
  ['another reserved name', attribute('amazon.x', 'x'), `${inMessage}.attributes.amazon.x`, reserved, false],
  ['a name with a blank', attribute('a b', 'x'), `${inMessage}.attributes.a b`, attributeName, false],
  ['a long name', attribute('a'.repeat(257), 'x'), `${inMessage}.attributes.${'a'.repeat(257)}`, attributeName, false],
  [
    'an attribute twice',
    message({ attributes: [1, 2].map(() => ({ name: 'a', type: 'String', value: 'x' })) }),
    `${inMessage}.attributes[1]`,
    'the name "a" is already here',
    false,
  ],
  ['51 tags', queue({ tags: named(51) }), 'queues[0].tags', 'at most 50 tags', false],
  ['a tag of AWS', queue({ tags: { 'aws:x': 'y' } }), 'queues[0].tags.aws:x', tagName, false],
  ['a tag with a long value', queue({ tags: { a: 'x'.repeat(257) } }), 'queues[0].tags.a', 'up to 256', false],
  ['a group with a blank', message({ group: 'a b' }), `${inMessage}.group`, chosen, false],
  ['a long group', message({ groupId: 'a'.repeat(129) }), `${inMessage}.groupId`, chosen, false],
  [
    'a duplicate with a blank',
    fifo({ messages: [{ body: 'x', group: 'g', deduplicationId: 'a b' }] }),
    `${inMessage}.deduplicationId`,
    chosen,
    false,
  ],
  ['a duplicate on a standard queue', message({ deduplicationId: 'd' }), `${inMessage}.deduplicationId`, 'FIFO', false],
  ...['ContentBasedDeduplication', 'DeduplicationScope', 'FifoThroughputLimit'].map(
    (name, index): BadDocument => [
      `${name} on a standard queue`,
      queue({ attributes: { [name]: [true, 'queue', 'perQueue'][index] } }),
      `queues[0].attributes.${name}`,
      fifoOnly,
      false,
    ],
  ),
  ['a long delay', message({ visibleIn: '7d1ms' }), `${inMessage}.visibleIn`, 'at most 7 days', false],
  ['a delay to an instant', message({ visibleAt: '+8d' }), `${inMessage}.visibleAt`, 'at most 7 days', false],
  ['long in flight', message({ inFlightFor: '12h1s' }), `${inMessage}.inFlightFor`, 'at most 12 hours', false],
  ['long hidden', message({ visibleIn: '13h', receives: 1 }), `${inMessage}.visibleIn`, 'at most 12 hours', false],
  ['a send to come', message({ sent: '+1ms' }), `${inMessage}.sent`, 'cannot have been sent yet', false],
  ['a receive to come', message({ receivedAt: '+1ms' }), `${inMessage}.receivedAt`, 'been received yet', false],
  ['a change to come', { changedAt: '+1ms' }, 'changedAt', 'cannot have changed yet', false],
  ['no body at all', queue({ messages: [{ body: '' }] }), `${inMessage}.body`, 'not empty', false],
  ['half a pair', queue({ messages: [{ body: 'a\ud800' }] }), `${inMessage}.body`, 'U+D800', false],
  ['a bell', queue({ messages: [{ base64: 'Bw==' }] }), `${inMessage}.base64`, 'U+0007', false],
  ['a bell in a delivery', delivery({ body: '\u0007' }), 'deliveries[0].body', 'U+0007', false],
  [
    'a body over the limit of its queue',
    queue({ attributes: { MaximumMessageSize: 1024 }, messages: [{ body: 'x'.repeat(1025) }] }),
    inMessage,
    'at most 1024 bytes is expected, and this one has 1025',
    false,
  ],
  [
    'two messages of one id',
    twins({ deduplicationId: 'd', sent: '-299.999s' }, { deduplicationId: 'd' }),
    'queues[0].messages[1]',
    duplicate,
    false,
  ],
  [
    'two messages of one body',
    twins({ sent: '-20m' }, { sent: '-16m' }, { attributes: { ContentBasedDeduplication: true } }),
    'queues[0].messages[1]',
    `${duplicate}: a message with the same one, or without one the same body`,
    false,
  ],
]
