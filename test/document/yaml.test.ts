import { describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { formatOfFile, formatOfText } from '../../src/document/format.ts'
import { DocumentUnreadable } from '../../src/document/unreadable.ts'
import { documentChunks } from '../../src/document/writer.ts'
import { stateText } from '../store/plain-state.ts'
import { contextAt, readText } from '../store/read-text.ts'
import { badDocuments } from './bad-documents.ts'
import { badValues } from './bad-values.ts'

const nowMs = Date.UTC(2026, 10, 30, 12)
const context = contextAt(nowMs)
const inYaml = { ...context, format: 'yaml' } as const

/** What a text is refused with; fails if it is not. */
async function refusalOf(text: string, format: 'json' | 'yaml'): Promise<DocumentUnreadable> {
  const error = await readText(text, { ...context, format }).then(
    () => undefined,
    (refused: unknown) => refused,
  )
  if (!(error instanceof DocumentUnreadable)) throw new Error(`not refused: ${text}`)
  return error
}

const world = `# yaml-language-server: $schema=./snapshot.schema.json
queues:
  - name: orders
    attributes: { VisibilityTimeout: 45s, RedrivePolicy: { deadLetterQueue: dead, maxReceiveCount: 3 } }
    tags:
      country: NO
      since: 2026-11-30
      version: "1.10"
    messages:
      - body: hello
        sent: -5m
        attributes: { kind: order, count: 7 }
      - json: { order: 7, paid: false, note: null }
        visibleIn: 30s
      - body: |
          two
          lines
  - name: dead
topics:
  - { name: news, subscriptions: [{ name: to-dead, endpoint: "queue:dead" }] }
`
const sameWorld = {
  queues: [
    {
      name: 'orders',
      attributes: { VisibilityTimeout: '45s', RedrivePolicy: { deadLetterQueue: 'dead', maxReceiveCount: 3 } },
      tags: { country: 'NO', since: '2026-11-30', version: '1.10' },
      messages: [
        { body: 'hello', sent: '-5m', attributes: { kind: 'order', count: 7 } },
        { json: { order: 7, paid: false, note: null }, visibleIn: '30s' },
        { body: 'two\nlines\n' },
      ],
    },
    { name: 'dead' },
  ],
  topics: [{ name: 'news', subscriptions: [{ name: 'to-dead', endpoint: 'queue:dead' }] }],
}

describe('a document in YAML', () => {
  test('is the state that the same one in JSON is: NO and dates are texts', async () => {
    const { snapshot } = await readText(world, inYaml)
    const inJson = await readText(JSON.stringify(sameWorld), context)
    expect(stateText(snapshot.state)).toBe(stateText(inJson.snapshot.state))
  })

  test('may repeat parts by aliases, as often as people like, and add to them by <<', async () => {
    const messages = Array.from({ length: 300 }, (_, at) => `      - { <<: *common, body: "${at}" }\n`).join('')
    const text = `queues:\n  - name: a\n    messages:\n      - &common { body: x, sent: -5m, attributes: { kind: order } }\n${messages}`
    const { snapshot } = await readText(text, inYaml)
    const [queue] = snapshot.state.queues.values()
    expect(queue!.messages.size).toBe(301)
    const last = queue!.messages.oldest!.newer!
    expect([last.body, last.sentAtMs, last.attributes]).toEqual([
      '0',
      nowMs - 300_000,
      [{ name: 'kind', type: 'String', value: 'order' }],
    ])
  })

  test('names what stands first where << adds several', async () => {
    const text = 'a: &a { name: a }\nqueues:\n  - { <<: [ { name: first }, { name: second } ] }\n'
    const { snapshot } = await readText(text.slice(text.indexOf('queues')), inYaml)
    expect([...snapshot.state.queues.values()].map(({ address }) => address.name)).toEqual(['first'])
    expect(await refusalOf(text, 'yaml')).toMatchObject({ line: 1, path: 'a', problem: 'no such member is known' })
  })

  test('that says %YAML 1.1 is read as YAML 1.2 all the same', async () => {
    const { snapshot } = await readText('%YAML 1.1\n---\nqueues: [{ name: a, tags: { country: NO } }]\n', inYaml)
    const [queue] = snapshot.state.queues.values()
    expect([...queue!.tags]).toEqual([['country', 'NO']])
  })

  test('may be JSON, of any size', async () => {
    const { snapshot } = await readText(JSON.stringify(sameWorld), context)
    const saved = [...documentChunks({ snapshot, savedAtMs: nowMs })].join('')
    const again = await readText(saved, inYaml)
    expect(stateText(again.snapshot.state)).toBe(stateText(snapshot.state))
    const long = { queues: [{ name: 'a', messages: Array.from({ length: 3 }, () => ({ body: 'x'.repeat(1e6) })) }] }
    expect((await readText(JSON.stringify(long), inYaml)).snapshot.state.queues.size).toBe(1)
  })
})

/** All but what is longer than YAML may be. */
const allBad = [...badDocuments, ...badValues].filter(([, document]) => JSON.stringify(document).length < 2e6)

test.each(allBad)('in YAML too, %s is refused at its place', async (_what, document) => {
  const [json, yaml] = [JSON.stringify(document, null, 1), stringify(document, { lineWidth: 0 })]
  const inJson = await refusalOf(json, 'json')
  const refused = await refusalOf(yaml, 'yaml')
  expect([refused.path, refused.problem]).toEqual([inJson.path, inJson.problem])
})

const deep = (opened: string) => `queues:\n  - name: a\n    messages:\n      - json: ${opened}`
const laughs = Array.from({ length: 9 }, (_, at) => `    - json: &l${at + 1} [${`*l${at}, `.repeat(10)}]\n`)

test.each([
  ['a queue without a name', 'queues:\n  - tags: {}\n', 2, 'queues[0]', 'a member "name" is expected'],
  [
    'a misspelt name',
    'queues:\n  - name: a\n    atributes:\n      x: 1\n',
    3,
    'queues[0].atributes',
    'did you mean "attributes"?',
  ],
  [
    'a number for text',
    'queues:\n  - name: a\n    tags:\n      v: 1.10\n',
    4,
    'queues[0].tags.v',
    'a text is expected',
  ],
  [
    'an account that is a number',
    'queues:\n  - name: a\n    account: 111122223333\n',
    3,
    'queues[0].account',
    'as text',
  ],
  [
    'a bare duration',
    'queues:\n  - name: a\n    messages:\n      - body: x\n        visibleIn: 30000\n',
    5,
    'queues[0].messages[0].visibleIn',
    'write "30s"',
  ],
  [
    'a place behind an alias',
    'queues:\n  - &a\n    name: a\n    messages:\n      - { body: x,\n          sent: soon }\n',
    6,
    'queues[0].messages[0].sent',
    'an instant',
  ],
  [
    'a name that stands twice',
    'queues:\n  - name: a\n    name: b\n',
    3,
    'queues[0].name',
    'this object already has the name "name"',
  ],
  ['a number that is none', deep('{ a: .nan }'), 4, 'queues[0].messages[0].json.a', '.nan is no number of JSON'],
  ['a number without end', deep('-.inf'), 4, 'queues[0].messages[0].json', '-.inf is no number of JSON'],
  ['a number too large', deep('12345678901234567890'), 4, 'queues[0].messages[0].json', 'write "12345678901234567890"'],
  ['a name that is a number', deep('\n          1.10: x'), 5, 'queues[0].messages[0].json', 'write "1.10" in quotes'],
  ['a name that is a list', deep('\n          [a]: x'), 5, 'queues[0].messages[0].json', 'a name is text'],
  ['bytes', deep('!!binary aGk='), 4, '', 'the tag !!binary stands here'],
  ['a tag of another', deep('!mine x'), 4, '', 'the tag !mine stands here'],
  ['several documents', 'queues: []\n---\nqueues: []\n', 2, '', 'this holds several documents; one is expected'],
  ['no anchor', deep('*gone'), 4, 'queues[0].messages[0].json', 'there is no anchor &gone before this alias'],
  ['an alias within its anchor', deep('&a [*a]'), 4, 'queues[0].messages[0].json[0]', 'stands within its own anchor'],
  [
    'aliases without end',
    `queues:\n  - name: a\n    messages:\n    - json: &l0 lol\n${laughs.join('')}`,
    11,
    'queues[0].messages[7].json[8]',
    'with its aliases this is longer than 50000000 characters',
  ],
  ['a << that is no object', 'queues:\n  - { name: a, <<: x }\n', 2, 'queues[0].<<', '<< takes an object'],
  ['a tab', 'queues:\n\t- name: a\n', 2, '', 'this is not YAML, from column 1 on: Tabs are not allowed'],
  ['a bracket too few', 'queues: [\n', 2, '', 'this is not YAML, from column'],
  ['a list', '- a\n', 1, '', 'an object is expected'],
  ['nothing', '# nothing\n', undefined, '', 'this is empty'],
] as const)('%s is refused with line, path and what is wrong', async (_what, text, line, path, problem) => {
  expect(await refusalOf(text, 'yaml')).toMatchObject({ line, path, problem: expect.stringContaining(problem) })
})

test.each([
  ['lists', '['.repeat(100_000)],
  ['objects', '{a: '.repeat(100_000)],
  ['list items', '- '.repeat(100_000)],
  ['names', '? '.repeat(100_000)],
])('%s within one another, however deep, are refused and end no process', async (_what, text) => {
  expect(await refusalOf(text, 'yaml')).toMatchObject({ line: 1, problem: 'this is nested too deeply' })
})

test('a text that would take too long to read is refused', async () => {
  expect((await refusalOf(`# ${'x'.repeat(2e6)}`, 'yaml')).problem).toMatch(/^YAML of up to 2000000 characters is read/)
})

test('the name of a file tells its format, and without one the beginning of the text', () => {
  expect(['a.yaml', 'a.YML', 'a.json', 'yaml', 'a.yaml.bak'].map(formatOfFile)).toEqual([
    'yaml',
    'yaml',
    'json',
    'json',
    'json',
  ])
  expect([' \n{', '[', '', '\uFEFF{', 'queues:', '# x', '---'].map(formatOfText)).toEqual([
    ...['json', 'json', 'json', 'json'],
    ...['yaml', 'yaml', 'yaml'],
  ])
})
