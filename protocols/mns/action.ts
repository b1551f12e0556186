import type { CommandKind, CommandOf, Replies } from '../../src/core/commands/commands.ts'
import type { Refusal, Result } from '../../src/core/refusal.ts'
import type { Call, WireResponse } from '../adapter.ts'
import { isError, type MnsError } from './errors.ts'
import type { Home } from './queue-arns.ts'
import { refusals } from './refusals.ts'
import type { MnsRequest } from './request.ts'
import { type Answer, respond, respondError } from './responses.ts'

/** One action of the API. */
type Row<K extends CommandKind, Input> = {
  readonly name: string
  readonly source: string
  /** Reads and checks what the request says beside the names in its path. */
  input(request: MnsRequest, context: Context): Input | MnsError
  command(input: Input, request: MnsRequest): CommandOf<K>
  output(reply: Replies[K], request: MnsRequest, input: Input, context: Context): Answer | MnsError
  /** Refusals that this action answers in its own way; the others go through the table. */
  refused?(refusal: Refusal): Answer | undefined
}

/** A row of the table of routes: decodes one action. */
export type Action = {
  readonly name: string
  readonly source: string
  decode(request: MnsRequest, context: Context): Call | MnsError
}

/** What reading and answering need beside the request. */
export type Context = Home & {
  readonly requestId: string
  /** One line for the log of the program. */
  warn(line: string): void
  /** The same for what is of interest, and no fault. */
  info(line: string): void
}

/** Closes over the types of a row, so that rows of all kinds fit one table. */
export function action<K extends CommandKind, Input>(row: Row<K, Input>): Action {
  return {
    name: row.name,
    source: row.source,
    decode(request, context) {
      const input = row.input(request, context)
      if (isError(input)) return input
      return {
        action: row.name,
        command: row.command(input, request),
        encode(result: Result<Replies[K]>): WireResponse {
          const answer = result.ok
            ? row.output(result.value, request, input, context)
            : (row.refused?.(result.refusal) ?? wordRefusal(row.name, result.refusal, request, context))
          return isError(answer)
            ? respondError(request.wire, context.requestId, answer)
            : respond(context.requestId, answer)
        },
      }
    },
  }
}

/** For actions that take nothing but the names in the path. */
export function noInput(): undefined {
  return undefined
}

/** The wire error of a refusal. */
export function wireError(refusal: Refusal): MnsError {
  return wordOf(refusal.kind, refusal)
}

function wordOf<K extends Refusal['kind']>(kind: K, refusal: Extract<Refusal, { kind: K }>): MnsError {
  return refusals[kind](refusal)
}

/** Whether what was refused is a receipt that a change of visibility had replaced. */
export function isReplaced(refusal: Refusal): boolean {
  return (refusal.kind === 'receiptExpired' || refusal.kind === 'messageNotFound') && refusal.replaced === true
}

/** Says in the log that receipts were used which a change of visibility had replaced. */
export function tellReplaced(action: string, { queue }: MnsRequest, context: Context): void {
  context.info(
    `MNS: ${action} on queue ${queue.name} used a receipt handle that ChangeMessageVisibility had replaced; use the ReceiptHandle of its answer`,
  )
}

function wordRefusal(action: string, refusal: Refusal, request: MnsRequest, context: Context): MnsError {
  if (isReplaced(refusal)) tellReplaced(action, request, context)
  if (refusal.kind === 'queueNotFound' && refusal.elsewhere.length > 0) {
    const places = refusal.elsewhere.map(({ account, region }) => `account ${account}, region ${region}`)
    const { name, account, region } = refusal.queue
    context.warn(`MNS: no queue ${name} in account ${account}, region ${region}; there is one in ${places.join('; ')}`)
  }
  return wireError(refusal)
}
