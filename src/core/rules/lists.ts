/**
 * Rule: A list is in the order of names and comes in pages; a page goes on after the last name of the one before, even if that is gone.
 * Source: SQS API Reference, ListQueues and ListDeadLetterSourceQueues; MNS API, ListQueue, ListTopic and ListSubscriptionByTopic.
 */

/** The page that a request asks for. `after`: `next` of the page before. */
type Page = { readonly limit: number; readonly after?: string | undefined }

/** One page of things, each with its position in the whole list. `next`: present when more remain. */
export function pageOf<T>(
  all: readonly (readonly [position: string, item: T])[],
  { limit, after }: Page,
): { readonly items: readonly T[]; readonly next: string | undefined } {
  const matching = all
    .filter(([position]) => after === undefined || position > after)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const page = matching.slice(0, limit)
  return { items: page.map(([, item]) => item), next: matching.length > page.length ? page.at(-1)?.[0] : undefined }
}
