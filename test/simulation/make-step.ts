import type { ReceiptRule } from '../../src/core/commands/command.ts'
import type { Chance } from '../fuzz/chance.ts'
import {
  address,
  createQueue,
  type MadeStep,
  manageQueue,
  manageTopic,
  moveTask,
  publish,
  receive,
  send,
  sendBatch,
} from './make-command.ts'
import type { Step, Twist } from './step.ts'

const twists: readonly Twist[] = ['none', 'none', 'none', 'none', 'older', 'newer', 'ofAnotherQueue', 'neverIssued']
const codes = ['ENOSPC', 'EIO', 'EDQUOT', 'EROFS']
const moments = ['before', 'halfway', 'after'] as const

/** What happens, and how often among the others. */
const rows: readonly (readonly [weight: number, make: (chance: Chance) => MadeStep])[] = [
  [230, (chance) => ({ does: 'command', command: send(chance) })],
  [40, (chance) => ({ does: 'command', command: sendBatch(chance) })],
  [190, (chance) => received(chance, false)],
  [90, (chance) => received(chance, true)],
  [200, settle],
  [12, (chance) => ({ does: 'command', command: createQueue(chance) })],
  [60, (chance) => ({ does: 'command', command: manageQueue(chance) })],
  [24, moveTask],
  [26, (chance) => ({ does: 'command', command: manageTopic(chance) })],
  [40, (chance) => ({ does: 'command', command: publish(chance) })],
  [6, (chance) => ({ does: 'leave', back: chance.below(4) })],
  [60, (chance) => ({ does: 'advance', ms: chance.pick([1, 999, 1_000, 5_000, 20_000, 61_000]) })],
  [3, (chance) => ({ does: 'advance', ms: chance.pick([300_000, 3_600_000, 43_200_000]) })],
  [1, (chance) => ({ does: 'advance', ms: 86_400_000 * (1 + chance.below(16)) })],
  [30, () => ({ does: 'next' })],
  [4, die],
  [4, fault],
  [40, () => ({ does: 'recover' })],
  [3, () => ({ does: 'fold' })],
  [2, () => ({ does: 'restart' })],
  [0.3, () => ({ does: 'reset' })],
  [0.4, (chance) => ({ does: 'flood', queue: address(chance), count: 100 + chance.below(300) })],
]

const whole = rows.reduce((sum, [weight]) => sum + weight, 0)

/** The next step of a run. */
export function makeStep(chance: Chance): Step {
  let left = chance.below(Math.floor(whole * 10)) / 10
  const row = rows.find(([weight]) => {
    left -= weight
    return left < 0
  })!
  return { ...row[1](chance), together: chance.oneIn(4), slow: chance.oneIn(2) ? 0 : chance.below(4) }
}

function received(chance: Chance, long: boolean): MadeStep {
  const rule: ReceiptRule = chance.oneIn(2) ? 'singleUse' : 'reusable'
  return { does: 'command', command: receive(chance, rule, long), rule }
}

function settle(chance: Chance): MadeStep {
  const change = chance.oneIn(3)
  const timeoutMs = chance.pick([0, 1_000, 1_000, 30_000, 120_000, 43_200_000])
  const back = chance.oneIn(4) ? chance.below(200) : chance.below(12)
  return { does: 'settle', back, twist: chance.pick(twists), ...(change && { timeoutMs }) }
}

function die(chance: Chance): MadeStep {
  const how = { calls: chance.below(40), when: chance.pick(moments), fold: chance.oneIn(2) }
  return { does: 'die', ...how, ...(chance.oneIn(2) && { power: chance.below(5) / 4 }) }
}

function fault(chance: Chance): MadeStep {
  const amount = { skip: chance.below(30), times: 1 + chance.below(12) }
  if (chance.oneIn(3)) return { does: 'fault', mishap: { kind: 'takes', bytes: chance.below(40) }, ...amount }
  const code = chance.pick(codes)
  return { does: 'fault', mishap: { kind: 'fails', code, halfway: chance.oneIn(2) }, ...amount }
}
