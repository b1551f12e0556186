import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfigFile } from '../../src/config/config-file.ts'
import { SeededRandom } from '../../src/core/random.ts'
import { emptyState, type State } from '../../src/core/state.ts'
import { addDeclared } from '../../src/emulator/declared-queues.ts'

async function declaredIn(text: string, name = 'twinmq.config.json') {
  const folder = mkdtempSync(join(tmpdir(), 'twinmq-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, name), text)
  const { declared } = (await readConfigFile(undefined, folder)) ?? {}
  if (!declared) throw new Error('the file lists nothing')
  return declared
}

const context = {
  namespace: 'isolated',
  defaults: { account: '000000000000', region: 'us-east-1' },
  nowMs: Date.UTC(2026, 0, 1),
  random: (stream: number) => new SeededRandom(1, stream),
} as const

const add = async (state: State, text: string, name?: string) =>
  addDeclared(state, await declaredIn(text, name), context)
const names = (state: State) => [...state.queues.keys()]

test('an empty state gets all that is listed', async () => {
  const state = emptyState('isolated')
  const queues =
    '{ "name": "orders", "attributes": { "VisibilityTimeout": "45s" } }, { "name": "b", "region": "eu-west-1" }'
  const made = await add(state, `{ "queues": [ ${queues} ], "topics": [ { "name": "news" } ] }`)
  expect(names(state)).toEqual(['000000000000/us-east-1/orders', '000000000000/eu-west-1/b'])
  expect([...state.queues.values()][0]?.settings).toEqual({ visibilityTimeoutMs: 45_000 })
  expect(state.topics.byId.size).toBe(1)
  expect(made).toMatchObject({ changed: true, notices: [] })
  expect(made.lines).toEqual([
    'made queue orders of the config file',
    'made queue b of the config file',
    'made topic news of the config file',
  ])
})

test('what is there stays as it is, with its messages and settings', async () => {
  const state = emptyState('isolated')
  await add(
    state,
    '{ "queues": [ { "name": "orders", "messages": [ { "body": "a" } ] } ], "topics": [ { "name": "news" } ] }',
  )
  const again =
    '{ "queues": [ { "name": "orders", "attributes": { "VisibilityTimeout": 1 } }, { "name": "more" } ], "topics": [ { "name": "news" } ] }'
  const made = await add(state, again)
  expect(names(state)).toEqual(['000000000000/us-east-1/orders', '000000000000/us-east-1/more'])
  const orders = [...state.queues.values()][0]!
  expect([orders.settings, orders.messages.size]).toEqual([{}, 1])
  expect(made.lines).toEqual([
    'queue orders of the config file is there',
    'made queue more of the config file',
    'topic news of the config file is there',
  ])
  expect((await add(state, again)).changed).toBe(false)
})

test('a listed queue may name one that is there, and one of the list, as its dead-letter queue', async () => {
  const state = emptyState('isolated')
  await add(state, '{ "queues": [ { "name": "dead" } ] }')
  const redrive = (queue: string) => `{ "RedrivePolicy": { "deadLetterQueue": "${queue}", "maxReceiveCount": 3 } }`
  await add(
    state,
    `{ "queues": [ { "name": "dead" }, { "name": "a", "attributes": ${redrive('dead')} }, { "name": "b", "attributes": ${redrive('a')} } ] }`,
  )
  expect(names(state)).toHaveLength(3)
})

test('in the shared namespace the name alone counts', async () => {
  const state = emptyState('shared')
  const shared = { ...context, namespace: 'shared' } as const
  await addDeclared(state, await declaredIn('{ "queues": [ { "name": "a", "region": "eu-west-1" } ] }'), shared)
  const made = await addDeclared(state, await declaredIn('{ "queues": [ { "name": "a" } ] }'), shared)
  expect([made.changed, names(state)]).toEqual([false, ['a']])
})

for (const [text, name, said] of [
  [
    '{ "queues": [\n { "name": "orders" },\n { "name": "b",\n "atributes": {} } ] }',
    'twinmq.config.json',
    /^twinmq.config.json, line 4: queues\[1\]\.atributes: no such member is known; did you mean "attributes"\?/,
  ],
  [
    'queues:\n  - name: orders\n  - name: b\n    attributes:\n      VisibilityTimeout: 99999999\n',
    'twinmq.config.yaml',
    /^twinmq.config.yaml, line 5: queues\[1\]\.attributes\.VisibilityTimeout: /,
  ],
  ['{ "queues": [ { "nam": "b" } ] }', 'twinmq.config.json', /line 1: queues\[0\]\.nam/],
  ['{ "queues": [ 7 ] }', 'twinmq.config.json', /line 1: queues\[0\]: an object is expected/],
  [
    '{ "queues": [ { "name": "b" },\n { "name": "b" } ] }',
    'twinmq.config.json',
    /line 2: queues\[1\].*queue .* already exists/,
  ],
] as const)
  test(`${JSON.stringify(text)} is refused with its place in the file, and changes nothing`, async () => {
    const state = emptyState('isolated')
    await add(state, '{ "queues": [ { "name": "orders" } ] }')
    await expect(add(state, text, name)).rejects.toThrow(said)
    expect(names(state)).toEqual(['000000000000/us-east-1/orders'])
  })
