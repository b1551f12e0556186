import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { queuesOfGoAws } from '../../src/import/goaws.ts'
import type { Place } from '../../src/import/imported.ts'

/** The queues of an environment, and what is said about it. */
async function read(text: string, environment = 'Local', place: Place = {}) {
  const notices: string[] = []
  const notify = (line: string): number => notices.push(line)
  const queues = await queuesOfGoAws(text, { name: 'goaws.yaml', environment, place, notify })
  return { queues, notices }
}

const queuesOf = (...lines: readonly string[]): string => ['Local:', '  Queues:', ...lines].join('\n')

describe('goaws.yaml', () => {
  const text = readFileSync('fixtures/import/goaws.yaml', 'utf8')

  test('becomes the queues of its environment Local, those of its topics included', async () => {
    expect((await read(text)).queues).toEqual([
      {
        name: 'orders',
        attributes: {
          VisibilityTimeout: 10,
          RedrivePolicy: { deadLetterQueue: 'orders-dead', maxReceiveCount: 100 },
        },
      },
      { name: 'orders-dead', attributes: { VisibilityTimeout: 60 } },
      { name: 'ledger.fifo', attributes: { MessageRetentionPeriod: 3_600, FifoQueue: true } },
      { name: 'inbox', attributes: { VisibilityTimeout: 10 } },
    ])
  })

  test('topics and what has no counterpart are said', async () => {
    expect((await read(text)).notices).toEqual([
      'Local: RandomLatency is left out: it has no counterpart here',
      'topic "news" is left out with its subscriptions: "inbox", "orders", 1 over HTTP; Amazon SNS is not part of twinmq',
      'topic "quiet" is left out; Amazon SNS is not part of twinmq',
    ])
  })

  test('has other environments', async () => {
    expect(await read(text, 'Test')).toEqual({
      queues: [{ name: 'trial', account: '123456789012', region: 'eu-west-1' }],
      notices: [],
    })
  })

  test('an environment that is not there is answered with those that are', async () => {
    await expect(read(text, 'Dev')).rejects.toThrow(
      'goaws.yaml: the environment Dev does not exist; --environment takes one of: Local, Test',
    )
  })

  test('without queues becomes none', async () => {
    expect((await read('Local:\n  Queues:\n  Topics:\n')).queues).toEqual([])
  })
})

describe('accounts', () => {
  test('that are all noughts are no number', async () => {
    const { queues, notices } = await read('Local:\n  AccountId: 000000000012\n  Queues: [{ Name: a }]')
    expect({ queues, notices }).toEqual({ queues: [{ name: 'a', account: '000000000012' }], notices: [] })
  })

  test('that are no digits are left out, and said', async () => {
    const { queues, notices } = await read('Local:\n  AccountId: queue\n  Queues: [{ Name: a }]')
    expect(queues).toEqual([{ name: 'a' }])
    expect(notices).toEqual([`account "queue" is left out: it does not have AWS's form; --account names another`])
  })
})

describe('queues', () => {
  test('of one name: the last one counts', async () => {
    const { queues, notices } = await read(queuesOf('    - Name: a', '    - Name: a', '      VisibilityTimeout: 5'))
    expect(queues).toEqual([{ name: 'a', attributes: { VisibilityTimeout: 5 } }])
    expect(notices).toEqual(['queue "a" is defined twice; the last definition counts, as in GoAWS'])
  })

  test('that are named as dead-letter queues and not defined are made', async () => {
    const policy = `'{"maxReceiveCount": 2, "deadLetterTargetArn": "arn:aws:sqs:us-east-1:1:b"}'`
    const { queues, notices } = await read(queuesOf('    - Name: a', `      RedrivePolicy: ${policy}`))
    expect(queues).toEqual([
      { name: 'a', attributes: { RedrivePolicy: { deadLetterQueue: 'b', maxReceiveCount: 2 } } },
      { name: 'b' },
    ])
    expect(notices).toEqual(['queue "b" is made: "a" names it as its dead-letter queue'])
  })

  test('may take settings from elsewhere in the file', async () => {
    const text = 'slow: &slow\n  VisibilityTimeout: 90\nLocal:\n  Queues:\n    - <<: *slow\n      Name: a'
    expect((await read(text)).queues).toEqual([{ name: 'a', attributes: { VisibilityTimeout: 90 } }])
  })

  test('have no keys but those that GoAWS knows', async () => {
    const { notices } = await read(queuesOf('    - Name: a', '      Visibilty: 5'))
    expect(notices).toEqual(['queue "a": Visibilty is left out: it has no counterpart here'])
  })
})

describe('what is wrong is said', () => {
  test.each([
    ['Local:\n  Queues: [', 'goaws.yaml, line 2: this is not YAML: '],
    [queuesOf('    - VisibilityTimeout: 5'), 'goaws.yaml: a queue has no Name'],
    [
      queuesOf('    - Name: a', '      VisibilityTimeout: soon'),
      'goaws.yaml: queue "a": VisibilityTimeout: a number is expected',
    ],
    [
      queuesOf('    - Name: a', '      RedrivePolicy: b'),
      'goaws.yaml: queue "a": RedrivePolicy: deadLetterTargetArn and maxReceiveCount are expected',
    ],
  ])('%j', async (text, problem) => {
    await expect(read(text)).rejects.toThrow(problem)
  })
})
