import type { EmptyReason } from '../broker/emptiness.ts'
import type { QueueAddress } from '../core/model.ts'

const uuidParts = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/

/** Why a receive from a queue comes back empty, as a line for people; undefined: a message is ready there. */
export function emptinessText(asked: QueueAddress, reasons: readonly EmptyReason[]): string | undefined {
  const [first] = reasons
  if (first === undefined) return undefined
  const others = reasons
    .map((reason) => emptyReasonText(reason, asked))
    .filter((text) => text !== '')
    .join('; ')
  if (first.kind === 'noQueue' || first.kind === 'elsewhere')
    return `there is no queue ${asked.name} in account ${asked.account}, region ${asked.region}${others === '' ? '' : `; ${others}`}`
  return `nothing can be received from ${asked.name} now: ${others}`
}

/** One reason, as a part of a sentence. */
export function emptyReasonText(reason: EmptyReason, asked: QueueAddress): string {
  switch (reason.kind) {
    case 'noQueue':
      return reason.near ? `did you mean ${reason.near.name}${placeText(reason.near, asked)}?` : ''
    case 'noMessages':
      return 'it holds no messages'
    case 'delayed':
      return `${amount(reason.count, 'is', 'are')} delayed${untilText(reason.nextMs, reason.count)}`
    case 'inFlight':
      return `${amount(reason.count, 'is', 'are')} in flight${untilText(reason.nextMs, reason.count)}${receivedText(reason.receiveCount)}`
    case 'groupsLocked': {
      const how = reason.state === 'inFlight' ? 'in flight' : 'delayed'
      const holder = reason.messageId.replace(uuidParts, '$1-$2-$3-$4-$5')
      return `${amount(reason.count, 'waits', 'wait')} for an earlier one of the same group: group ${reason.groupId} is locked by message ${holder}, ${how} until ${instant(reason.untilMs)}`
    }
    case 'inDeadLetterQueue':
      return `its dead-letter queue ${reason.queue.name} holds ${reason.count}`
    case 'elsewhere': {
      const { account, region, name } = reason.queue
      if (reason.messages === 0) return `there is an empty one in account ${account}, region ${region}`
      return `${amount(reason.messages, 'is', 'are', 'there ')} in ${name} of account ${account}, region ${region}`
    }
  }
}

function amount(count: number, one: string, many: string, before = ''): string {
  const verb = count === 1 ? one : many
  const what = `${count} message${count === 1 ? '' : 's'}`
  return before === '' ? `${what} ${verb}` : `${before}${verb} ${what}`
}

function untilText(nextMs: number | undefined, count: number): string {
  if (nextMs === undefined) return ''
  return `${count === 1 ? ' until' : ', the next until'} ${instant(nextMs)}`
}

function receivedText(receiveCount: number | undefined): string {
  if (receiveCount === undefined) return ''
  return ` (received ${receiveCount === 1 ? 'once' : `${receiveCount} times`})`
}

function placeText({ account, region }: QueueAddress, asked: QueueAddress): string {
  return account === asked.account && region === asked.region ? '' : ` in account ${account}, region ${region}`
}

function instant(atMs: number): string {
  return new Date(atMs).toISOString()
}
