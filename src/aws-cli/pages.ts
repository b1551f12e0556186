import { pages as pagesOf } from '../client/call.ts'
import { pagedList } from '../client/members.ts'
import type { Operation } from '../client/operations.ts'
import { isList, isValues, type Value, type Values } from '../client/values.ts'
import { exitCodes, Failure } from './failure.ts'
import type { Given } from './words.ts'

/** The answer of an operation, page by page. `resume`: the token with which a later command continues. */
export type Answer = { readonly pages: readonly Values[]; readonly resume?: string; readonly listed?: string }

/** Where a command stopped: the service's token, and the number of items of its page that it showed. */
type Place = { readonly token?: string; readonly shown: number }

/** Makes a call for each page of the list, unless the command asks for one page. */
export async function readPages(
  operation: Operation,
  parameters: Values,
  given: Given,
  call: (parameters: Values) => Promise<Values>,
): Promise<Answer> {
  const listed = pagedList(operation)
  const paging = ['starting-token', 'page-size', 'max-items'].filter((name) => given.has(name))
  const byHand =
    given.has('no-paginate') || Object.hasOwn(parameters, 'NextToken') || Object.hasOwn(parameters, 'MaxResults')
  if (!listed) return { pages: [await call(parameters)] }
  if (byHand && paging.length > 0) throw bothWays(paging)
  if (byHand) return { pages: [await call(parameters)] }
  return allPages(listed, parameters, given, call)
}

function bothWays(options: readonly string[]): Failure {
  const said = `Cannot specify --no-paginate along with pagination arguments: ${options.map((name) => `--${name}`).join(', ')}`
  return new Failure(exitCodes.failed, `\nError during pagination: ${said}\n`)
}

async function allPages(
  listed: string,
  parameters: Values,
  given: Given,
  call: (parameters: Values) => Promise<Values>,
): Promise<Answer> {
  const size = given.get('page-size')?.[0]
  const left = given.get('max-items')?.[0]
  const start = placeOf(given.get('starting-token')?.[0])
  const pages: Values[] = []
  let [room, token, skip] = [left === undefined ? Number.POSITIVE_INFINITY : Number(left), start.token, start.shown]
  const first = { ...parameters, ...(size && { MaxResults: Number(size) }), ...(token && { NextToken: token }) }
  for await (const page of pagesOf(call, first)) {
    const items = itemsOf(page[listed]).slice(skip)
    const next = typeof page.NextToken === 'string' ? page.NextToken : undefined
    pages.push(Object.hasOwn(page, listed) ? { [listed]: items.slice(0, room) } : {})
    if (items.length > room) return { pages, listed, resume: tokenOf({ ...(token && { token }), shown: skip + room }) }
    room -= items.length
    if (room === 0 && next) return { pages, listed, resume: tokenOf({ token: next, shown: 0 }) }
    ;[token, skip] = [next, 0]
  }
  return { pages, listed }
}

function itemsOf(value: Value | undefined): readonly Value[] {
  return isList(value) ? value : []
}

/** Tokens have the form of the AWS CLI's, so that either command continues where the other stopped. */
function tokenOf({ token, shown }: Place): string {
  const amount = shown === 0 ? '' : `, "boto_truncate_amount": ${shown}`
  return Buffer.from(`{"NextToken": ${JSON.stringify(token ?? null)}${amount}}`).toString('base64')
}

/** Any other text may be a token of the service itself. */
function placeOf(text: string | undefined): Place {
  if (text === undefined) return { shown: 0 }
  const value = decoded(text)
  if (!isValues(value)) return { token: text, shown: 0 }
  const { NextToken: token, boto_truncate_amount: shown } = value
  return { ...(typeof token === 'string' && { token }), shown: typeof shown === 'number' ? shown : 0 }
}

function decoded(text: string): Value | undefined {
  try {
    const value: Value = JSON.parse(Buffer.from(text, 'base64').toString('utf8'))
    return value
  } catch {
    return undefined
  }
}

/** All pages as one answer. */
export function joined({ pages, resume, listed }: Answer): Values {
  if (!listed) return pages[0] ?? {}
  const known = pages.some((page) => Object.hasOwn(page, listed))
  const items = pages.flatMap((page) => itemsOf(page[listed]))
  return { ...(known && { [listed]: items }), ...(resume && { NextToken: resume }) }
}
