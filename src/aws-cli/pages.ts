import { exitCodes, Failure } from './failure.ts'
import type { Operation } from './operation.ts'
import { isList, isValues, type Value, type Values } from './shape.ts'
import type { Given } from './words.ts'

/** What an operation answered, page after page, and where a later command can go on. */
export type Answer = { readonly pages: readonly Values[]; readonly resume?: string; readonly listed?: string }

/** Where a command stopped: the service's token, and how many items of its page were shown. */
type Place = { readonly token?: string; readonly shown: number }

/** Makes as many calls as the list has pages, unless the command does that itself. */
export async function readPages(
  { pagesOf: listed }: Operation,
  parameters: Values,
  given: Given,
  call: (parameters: Values) => Promise<Values>,
): Promise<Answer> {
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
  for (;;) {
    const page = await call({
      ...parameters,
      ...(size && { MaxResults: Number(size) }),
      ...(token && { NextToken: token }),
    })
    const items = itemsOf(page[listed]).slice(skip)
    const next = typeof page.NextToken === 'string' ? page.NextToken : undefined
    pages.push(Object.hasOwn(page, listed) ? { [listed]: items.slice(0, room) } : {})
    if (items.length > room) return { pages, listed, resume: tokenOf({ ...(token && { token }), shown: skip + room }) }
    if (!next) return { pages, listed }
    room -= items.length
    if (room === 0) return { pages, listed, resume: tokenOf({ token: next, shown: 0 }) }
    ;[token, skip] = [next, 0]
  }
}

function itemsOf(value: Value | undefined): readonly Value[] {
  return isList(value) ? value : []
}

/** Tokens are those of the AWS CLI, so that either command goes on where the other stopped. */
function tokenOf({ token, shown }: Place): string {
  const amount = shown === 0 ? '' : `, "boto_truncate_amount": ${shown}`
  return Buffer.from(`{"NextToken": ${JSON.stringify(token ?? null)}${amount}}`).toString('base64')
}

/** What is no such token may be one of the service itself. */
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
