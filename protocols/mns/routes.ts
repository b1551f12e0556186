import type { Action } from './action.ts'
import { changeMessageVisibility } from './actions/change-message-visibility.ts'
import { createQueue } from './actions/create-queue.ts'
import { batchDeleteMessage, deleteMessage } from './actions/delete-message.ts'
import { deleteQueue } from './actions/delete-queue.ts'
import { getQueueAttributes } from './actions/get-queue-attributes.ts'
import { listQueue } from './actions/list-queue.ts'
import { batchPeekMessage, peekMessage } from './actions/peek-message.ts'
import { batchReceiveMessage, receiveMessage } from './actions/receive-message.ts'
import { batchSendMessage, sendMessage } from './actions/send-message.ts'
import { setQueueAttributes } from './actions/set-queue-attributes.ts'
import type { MnsRequest } from './request.ts'

/** Which requests an action answers. */
type Route = {
  /** Method and path. */
  readonly line: string
  /** Items that the query must have, in lower case; `true`: with that value, in any letter case. */
  readonly query?: Readonly<Record<string, 'true' | 'any'>>
  /** What the body must be: there at all, or a document of that root. */
  readonly body?: 'any' | 'Messages'
  readonly action: Action
}

/** All routes: of those with the same line the first that fits is taken. Source: MNS API reference. */
const routes: readonly Route[] = [
  { line: 'GET /queues', action: listQueue },
  { line: 'PUT /queues/{queue}', query: { metaoverride: 'true' }, action: setQueueAttributes },
  { line: 'PUT /queues/{queue}', action: createQueue },
  { line: 'GET /queues/{queue}', action: getQueueAttributes },
  { line: 'DELETE /queues/{queue}', action: deleteQueue },
  { line: 'POST /queues/{queue}/messages', body: 'Messages', action: batchSendMessage },
  { line: 'POST /queues/{queue}/messages', action: sendMessage },
  {
    line: 'GET /queues/{queue}/messages',
    query: { peekonly: 'true', numofmessages: 'any' },
    action: batchPeekMessage,
  },
  { line: 'GET /queues/{queue}/messages', query: { peekonly: 'true' }, action: peekMessage },
  { line: 'GET /queues/{queue}/messages', query: { numofmessages: 'any' }, action: batchReceiveMessage },
  { line: 'GET /queues/{queue}/messages', action: receiveMessage },
  { line: 'DELETE /queues/{queue}/messages', query: { receipthandle: 'any' }, action: deleteMessage },
  { line: 'DELETE /queues/{queue}/messages', body: 'any', action: batchDeleteMessage },
  { line: 'DELETE /queues/{queue}/messages', action: deleteMessage },
  { line: 'PUT /queues/{queue}/messages', action: changeMessageVisibility },
]

const byLine = new Map<string, Route[]>()
for (const route of routes) byLine.set(route.line, [...(byLine.get(route.line) ?? []), route])

/** Routes of a method and path, such as `GET /queues/{queue}`; `undefined` when the API has none. */
export function routesOf(method: string, shape: string): readonly Route[] | undefined {
  return byLine.get(`${method} ${shape}`)
}

/** The action among these that the request is for. The last route of a line asks for nothing more, so one always fits. */
export function actionFor(candidates: readonly Route[], request: MnsRequest): Action {
  return candidates.find((route) => fits(route, request))!.action
}

function fits({ query, body }: Route, request: MnsRequest): boolean {
  if (body !== undefined && !request.document) return false
  if (body === 'Messages' && request.document?.name !== body) return false
  for (const name in query) {
    const value = request.query.get(name)
    if (value === undefined || (query[name] === 'true' && value.toLowerCase() !== 'true')) return false
  }
  return true
}
