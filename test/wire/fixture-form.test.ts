import { describe, expect, test } from 'vitest'
import { blocksIn } from '../docs/blocks.mjs'
import { repositoryFiles, textOf } from '../support/sources.ts'
import { fixtures, mnsFixtures, readFixtures, sqsFixtures } from './fixture.ts'

const rule = 'rule: A queue is found\nsource: an API\n'
const read = (text: string) => readFixtures(text, 'a.yaml')
const stepsOf = (steps: string) => read(`${rule}steps:\n${steps}`)[0]!.steps

describe('a fixture', () => {
  test('is one document of a file, which may hold several', () => {
    const [first, second] = read(
      `${rule}steps:\n  - GET: /queues\n    status: 200\n---\nrule: b\nsource: c\nunseen: d\n`,
    )
    expect(first).toMatchObject({
      rule: 'A queue is found',
      steps: [{ method: 'GET', target: '/queues', status: 200 }],
    })
    expect(second).toEqual({ rule: 'b', source: 'c', unseen: 'd', steps: [] })
  })

  test('has steps that repeat as often as they say, all at one time or apart', () => {
    expect(stepsOf('  - at: 1s\n    ListQueues: {}\n    times: 2\n')).toEqual([
      { at: '1s', call: 'ListQueues', input: {} },
      { at: '1s', call: 'ListQueues', input: {} },
    ])
    expect(stepsOf('  - at: 1s\n    GET: /q\n    times: 3\n    every: 500ms\n    status: 200\n')).toMatchObject([
      { at: '1000ms' },
      { at: '1500ms' },
      { at: '2000ms' },
    ])
  })

  test('has bodies that are what stands there, with a line feed at the end only after a bare bar', () => {
    const [exact, ended] = stepsOf(
      [
        '  - PUT: /q',
        '    body: |-',
        '      <a>',
        '        b',
        '    status: 201',
        '  - PUT: /q',
        '    body: |',
        '      c',
        '    status: 201',
      ].join('\n'),
    )
    expect(exact).toMatchObject({ body: '<a>\n  b' })
    expect(ended).toMatchObject({ body: 'c\n' })
  })

  test.each([
    ['neither steps nor a reason', rule, 'or says why it is unseen'],
    ['both', `${rule}unseen: a\nsteps:\n  - ListQueues: {}\n`, 'or says why it is unseen'],
    ['no source', 'rule: a\nunseen: b\n', 'source says nothing'],
    ['a member that is none', `${rule}step: []\n`, 'step is not a member here'],
    ['a step with a member that is none', `${rule}steps:\n  - ListQueues: {}\n    ouput: {}\n`, 'step 1: ouput is not'],
    ['two calls in a step', `${rule}steps:\n  - ListQueues: {}\n    CreateQueue: {}\n`, 'CreateQueue is not a member'],
    ['members in another order', `${rule}steps:\n  - ListQueues: {}\n    at: 1s\n`, 'at stands too late'],
    ['a request whose status it leaves open', `${rule}steps:\n  - GET: /queues\n`, 'no status'],
    ['steps of both APIs', `${rule}steps:\n  - ListQueues: {}\n  - GET: /q\n    status: 200\n`, 'are of both APIs'],
    ['an empty step', `${rule}steps:\n  - at: 1s\n`, 'neither a call'],
    ['repeats that are no number', `${rule}steps:\n  - ListQueues: {}\n    times: many\n`, 'times is a number'],
    ['a member twice', `${rule}rule: b\nunseen: c\n`, 'unique'],
  ])('with %s is refused', (_, text, fault) => {
    expect(() => read(text)).toThrow(fault)
  })
})

test('every file among the fixtures of the wire is played, or says why not', () => {
  const there = repositoryFiles.filter((path) => /^fixtures\/(?:sqs|mns|rules)\/(?!clients\/)/.test(path))
  const known = new Set(fixtures.map(({ path }) => `fixtures/${path.replaceAll('\\', '/')}`))
  expect(there.filter((path) => !known.has(path))).toEqual([])
  const played = sqsFixtures.length + mnsFixtures.length
  expect(played).toBe(fixtures.filter(({ fixture }) => fixture.unseen === undefined).length)
  expect(played).toBeGreaterThan(350)
})

test('every step is played: those of a fixture are all of one API', () => {
  const all = fixtures.reduce((sum, { fixture }) => sum + fixture.steps.length, 0)
  const played = [...sqsFixtures, ...mnsFixtures].reduce((sum, { fixture }) => sum + fixture.steps.length, 0)
  expect(played).toBe(all)
})

test('the example in docs/architecture.md is of this form', () => {
  const [example] = blocksIn('architecture.md', textOf('docs/architecture.md')).filter(
    ({ language }) => language === 'yaml',
  )
  expect(read(example?.text ?? '')).toHaveLength(3)
})

test('no two rules have one name', () => {
  const rules = fixtures.map(({ fixture }) => fixture.rule)
  expect(rules.filter((name, index) => rules.indexOf(name) !== index)).toEqual([])
})
