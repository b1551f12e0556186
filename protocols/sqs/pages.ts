import type { QueuesListed } from '../../src/core/commands/command.ts'
import type { QueueAddress } from '../../src/core/model.ts'
import { invalidParameter, type WireError } from '../aws/errors.ts'
import { integer, optional, text } from '../schema.ts'
import type { Context } from './action.ts'
import { limits } from './limits.ts'
import { type ListName, listToken, placeOfToken, shownAddress } from './names.ts'
import { queueUrl } from './queue-urls.ts'

/** Parameters of a list that comes in pages. */
export const pageMembers = { MaxResults: optional(integer), NextToken: optional(text) }

/** A page as the core takes it. `counted`: its size was asked for, which is when a token tells of more. */
type Page = { readonly list: ListName; readonly limit: number; readonly counted: boolean; readonly after?: string }

/** The page of a list that is asked for, or what is wrong with it; a token is good for the list that gave it. `isOfList`: whether a place of that list is one of this account and region. Sources: SQS API Reference, ListQueues and ListDeadLetterSourceQueues. */
export function readPage(
  list: ListName,
  asked: { readonly MaxResults?: number | undefined; readonly NextToken?: string | undefined },
  isOfList: (place: string) => boolean = () => true,
): Page | WireError {
  const { MaxResults: most = 0, NextToken: token } = asked
  if (most < 0 || most > limits.listedQueues)
    return invalidParameter(
      `Value for parameter MaxResults is invalid. Reason: MaxResults must be an integer between 1 and ${limits.listedQueues}.`,
    )
  const after = token ? placeOfToken(list, token) : undefined
  if (token && (after === undefined || !isOfList(after))) return invalidParameter('Invalid or expired next token.')
  return { list, limit: most || limits.listedQueues, counted: most > 0, ...(after && { after }) }
}

/** URLs of listed queues, and the token for the next page if there is one. */
export function printPage(
  { queues, next }: QueuesListed,
  { list, counted }: Page,
  { scope, request, namespace, queueUrls }: Context,
): { readonly urls: readonly string[]; readonly token: { readonly NextToken?: string } } {
  const urlOf = (address: QueueAddress): string => queueUrl(shownAddress(address, scope, namespace), request, queueUrls)
  return {
    urls: queues.map(({ queue }) => urlOf(queue.address)),
    token: counted && next !== undefined ? { NextToken: listToken(list, next) } : {},
  }
}
