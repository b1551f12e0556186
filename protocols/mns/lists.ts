import type { Skeleton } from '../xml/skeleton.ts'
import { invalidArgument, type MnsError, outOfRange } from './errors.ts'
import { limits, within } from './limits.ts'
import { type ListPath, listMarker, placeOfMarker } from './names.ts'
import { headerText, type MnsRequest } from './request.ts'
import type { Answer } from './responses.ts'
import { contentOf, part } from './xml-codec.ts'

/** Which part of a list is asked for. */
type Page = { readonly prefix: string; readonly limit: number; readonly after?: string }

const markerPart = part('NextMarker', '{{marker}}')

/** Reads the headers that all lists take. Source: MNS API, ListQueue, ListTopic and ListSubscriptionByTopic. */
export function readPage({ wire }: MnsRequest, list: ListPath): Page | MnsError {
  const digits = headerText(wire, 'x-mns-ret-number') ?? String(limits.page.high)
  const limit = Number(digits)
  if (!/^\d+$/.test(digits) || !within(limits.page, limit)) return outOfRange('x-mns-ret-number', limits.page)
  const page = { prefix: headerText(wire, 'x-mns-prefix') ?? '', limit }
  const marker = headerText(wire, 'x-mns-marker')
  if (!marker) return page
  const after = placeOfMarker(list, marker)
  return after === undefined ? invalidArgument('The value of x-mns-marker is invalid.') : { ...page, after }
}

/** Answers with one page, its NextMarker last. `document` has the slot `entries`. */
export function answerPage(document: Skeleton, list: ListPath, entries: string[], next: string | undefined): Answer {
  const parts = next === undefined ? entries : [...entries, markerPart.fill({ marker: listMarker(list, next) })]
  return { status: 200, body: document.fill({ entries: contentOf(parts) }) }
}
