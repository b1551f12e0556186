import { expect, test } from 'vitest'
import { execute } from '../../src/core/engine.ts'
import { SeededRandom } from '../../src/core/random.ts'
import { emptyState } from '../../src/core/state.ts'
import type { Turn } from '../../src/core/turn.ts'

const queue = { account: '000000000000', region: 'us-east-1', name: 'orders' }
const rules: Turn['rules'] = {
  purgeCoolDown: false,
  deleteCoolDown: false,
  retention: true,
  notificationBody: ({ body }) => body,
}

test('a statement that would make the policy too long is refused, and the policy stays', () => {
  const state = emptyState('isolated')
  const run = (command: Parameters<typeof execute>[2]) =>
    execute(state, rules, command, 0, new SeededRandom(1, 1)).result
  const add = (label: string) =>
    run({
      kind: 'addPolicyStatement',
      queue,
      label,
      statement: {},
      newPolicy: {},
      maximumStatements: 20,
      maximumBytes: '{"Statement":[{"Sid":"a"},{"Sid":"b"}]}'.length,
    })
  run({ kind: 'createQueue', queue, settings: {}, tags: [], mustMatch: {}, defaults: {} })
  expect([add('a'), add('b')]).toEqual([
    { ok: true, value: {} },
    { ok: true, value: {} },
  ])
  const [only] = state.queues.values()
  const before = only?.settings.policy
  expect(add('c')).toEqual({ ok: false, refusal: { kind: 'policyTooLong' } })
  expect(only?.settings.policy).toBe(before)
})
