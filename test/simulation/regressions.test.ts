import { expect, test } from 'vitest'
import type { QueueSettings } from '../../src/core/model.ts'
import { run } from './simulation.ts'
import type { Step } from './step.ts'

const at = (name: string) => ({ account: '000000000000', region: 'us-east-1', name })
const soon = { together: false, slow: 0 } as const
const rules = {
  purgeCoolDown: false,
  deleteCoolDown: false,
  retention: true,
  notificationBody: ({ body }: { readonly body: string }) => body,
}
const eio = { kind: 'fails', code: 'EIO', halfway: false } as const

function create(name: string, settings: QueueSettings = {}): Step {
  const asked = { settings, tags: [], mustMatch: {}, defaults: {} }
  return { does: 'command', command: { kind: 'createQueue', queue: at(name), ...asked }, ...soon }
}

const look = (slow: number): Step => ({
  does: 'command',
  command: { kind: 'getQueue', queue: at('c') },
  together: false,
  slow,
})

test('entries that a dead process wrote and did not sync are on the disk before answers rest on them', async () => {
  const setup = { seed: 8, durability: 'disk', namespace: 'isolated', foldEvery: 30, rules } as const
  for (let skip = 0; skip < 6; skip++)
    for (let calls = 0; calls < 8; calls++) {
      const { violation } = await run(setup, [
        create('a'),
        create('b'),
        { does: 'fault', mishap: eio, skip, times: 1, ...soon },
        create('c'),
        { does: 'die', calls, when: 'before', fold: false, ...soon },
        { does: 'restart', ...soon },
        create('d'),
        { does: 'die', calls: 0, when: 'before', fold: false, power: 0, ...soon },
        create('e'),
      ])
      expect(violation, `skip ${skip}, calls ${calls}`).toBeUndefined()
    }
})

test.each(['move', 'expiry'] as const)(
  'time that passes while a degraded state ends is saved whole or not at all: %s',
  async (kind) => {
    const setup = { seed: 8, durability: 'process', namespace: 'isolated', foldEvery: 100_000, rules } as const
    const moves = kind === 'move'
    const redrive = { deadLetterQueue: at('dead'), maxReceives: 1 }
    const task = { kind: 'startMoveTask', source: at('dead'), destination: at('orders'), ratePerSecond: 500 } as const
    const longer = { kind: 'setQueueSettings', queue: at('orders'), settings: { retentionMs: 3_600_000 } } as const
    for (let slow = 1; slow < 6; slow++)
      for (let wait = 0; wait < 12; wait++) {
        const { violation } = await run(setup, [
          create('dead'),
          create('orders', { redrive, ...(!moves && { retentionMs: 60_000 }) }),
          { does: 'flood', queue: at(moves ? 'dead' : 'orders'), count: 600, ...soon },
          ...(moves ? [{ does: 'command', command: task, ...soon } as const] : []),
          { does: 'fault', mishap: eio, skip: 0, times: 1, ...soon },
          create('c'),
          { does: 'recover', together: false, slow },
          ...Array.from({ length: wait }, () => look(slow)),
          { does: 'advance', ms: moves ? 300 : 60_000, together: false, slow },
          ...Array.from({ length: 60 }, () => look(0)),
          ...(moves ? [] : [{ does: 'command', command: longer, ...soon } as const]),
          create('d'),
          { does: 'die', calls: 0, when: 'before', fold: false, ...soon },
          create('x'),
        ])
        expect(violation, `slow ${slow}, wait ${wait}`).toBeUndefined()
      }
  },
)
