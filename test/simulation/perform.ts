import type { Command } from '../../src/core/commands/commands.ts'
import type { Client, Held } from './client.ts'
import type { Step } from './step.ts'
import type { World } from './world.ts'

type Deeds = { readonly [K in Step['does']]: (world: World, step: Extract<Step, { does: K }>) => unknown }

/** Has a step happen. */
export async function perform(world: World, step: Step): Promise<void> {
  world.disk.slow = step.slow
  await deeds[step.does](world, step as never)
}

const deeds: Deeds = {
  command: (world, { command, rule }) => world.submit(command, rule),
  flood(world, { queue, count }) {
    const limits = { bytes: 1, defaultMaximumBytes: 1_024, ceilingBytes: 1_024, fallbackGroupId: 'flood' }
    for (let at = 0; at < count; at++)
      world.submit({ kind: 'sendMessage', queue, body: `${at}`, senderId: queue.account, ...limits })
  },
  settle(world, step) {
    const held = world.receipts.at(-1 - (step.back % Math.max(1, world.receipts.length)))
    if (held) world.submit(settling(held, step))
  },
  cancelMove(world, { back }) {
    const task = world.tasks.at(-1 - back)
    if (task) world.submit({ kind: 'cancelMoveTask', ...task })
  },
  leave(world, { back }) {
    const client = pollOf(world, back)
    if (!client) return
    client.gone = true
    world.polls.delete(client)
    world.running.broker.forget(client)
  },
  advance: (world, { ms }) => world.until(world.running.control.advance(ms)),
  next: (world) => world.until(world.running.control.next()),
  reset: (world) => world.until(world.running.broker.reset()),
  die(world, { calls, when, fold, power }) {
    world.disk.plan = { mishap: { kind: 'dies', when }, skip: calls, times: 1 }
    world.power = power
    if (fold) world.running.store.due = true
  },
  fault(world, { mishap, skip, times }) {
    world.disk.plan = { mishap, skip, times }
  },
  recover: (world) => world.realTime.pass(),
  fold(world) {
    world.running.store.due = true
  },
  restart: (world) => world.restart(),
}

function pollOf(world: World, back: number): Client | undefined {
  return [...world.polls].at(-1 - back)
}

function settling(held: Held, { twist, timeoutMs, queue }: Extract<Step, { does: 'settle' }>): Command {
  const { queueId, sequence, receiptNumber } = held.receipt
  const receipt = {
    queueId: twist === 'ofAnotherQueue' ? queueId + 1 : queueId,
    sequence: twist === 'neverIssued' ? sequence + 100_000 : sequence,
    receiptNumber:
      twist === 'older' ? Math.max(1, receiptNumber - 1) : twist === 'newer' ? receiptNumber + 1 : receiptNumber,
  }
  const hold = { queue: queue ?? held.queue, receipt, rule: held.rule }
  return timeoutMs === undefined ? { kind: 'deleteMessage', ...hold } : { kind: 'changeVisibility', ...hold, timeoutMs }
}
