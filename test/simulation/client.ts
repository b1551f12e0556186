import type { Requester } from '../../src/broker/requester.ts'
import type { MessageSent, MessagesReceived, ReceiptRule } from '../../src/core/commands/command.ts'
import type { Command, ReplyTo } from '../../src/core/commands/commands.ts'
import type { QueueAddress, Receipt } from '../../src/core/model.ts'
import type { MoveTask } from '../../src/core/move-task.ts'
import type { RefusalKind, Result } from '../../src/core/refusal.ts'

/** A receipt that a client was given. */
export type Held = { readonly queue: QueueAddress; readonly receipt: Receipt; readonly rule: ReceiptRule }

/** Who hears of what clients are told. */
export type Listener = {
  /** `client.ending` is known. Called before anything else changes. */
  decided(client: Client, result: Result<ReplyTo<Command>>): void
  /** `client` has its answer. */
  answered(client: Client): void
}

/** Asks for one command. */
export class Client implements Requester {
  gone = false
  ending: 'done' | RefusalKind | undefined
  /** Sequence of the state at its decision; undefined: the answer rests on nothing that is durable. */
  restsOn: number | undefined
  readonly receipts: Held[] = []
  task: MoveTask | undefined
  /** Until when it waits, epoch milliseconds. */
  deadlineMs = 0
  /** Highest sequence in its queue before it came. */
  lastSequence = 0
  /** Messages that it was told are new. */
  made = 0
  readonly command: Command
  readonly #rule: ReceiptRule | undefined
  readonly #listener: Listener
  #failed = false

  constructor(command: Command, rule: ReceiptRule | undefined, listener: Listener) {
    this.command = command
    this.#rule = rule
    this.#listener = listener
  }

  decided(result: Result<ReplyTo<Command>>): void {
    this.ending = result.ok ? 'done' : result.refusal.kind
    if (result.ok && this.command.kind === 'receiveMessages') this.#keep(this.command.queue, receivedIn(result.value))
    if (result.ok && this.command.kind === 'startMoveTask') this.task = { ...(result.value as MoveTask) }
    this.#listener.decided(this, result)
  }

  failed(): void {
    this.#failed = true
  }

  released(): void {
    if (!this.#failed) this.#listener.answered(this)
  }

  #keep(queue: QueueAddress, { queueId, messages }: MessagesReceived): void {
    const rule = this.#rule ?? 'reusable'
    for (const { sequence, receiptNumber } of messages)
      this.receipts.push({ queue, rule, receipt: { queueId, sequence, receiptNumber } })
  }
}

/** The value of a reply to a receive. */
export function receivedIn(value: ReplyTo<Command>): MessagesReceived {
  return value as MessagesReceived
}

/** What the sends of a command were told. */
export function sentIn(command: Command, result: Result<ReplyTo<Command>>): MessageSent[] {
  if (!result.ok) return []
  if (command.kind === 'sendMessage') return [result.value as MessageSent]
  if (command.kind !== 'batch') return []
  return (result.value as readonly Result<MessageSent>[]).flatMap((each) => (each.ok ? [each.value] : []))
}
