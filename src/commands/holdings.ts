import type { State } from '../core/state.ts'
import { counted } from '../text/counted.ts'
import { remark } from './output.ts'
import { askRunning } from './running-twinmq.ts'

/** How much a state holds; topics where that is known. */
export type Holdings = { readonly queues: number; readonly messages: number; readonly topics?: number }

/** How much a state holds. */
export function holdingsOf({ queues, topics }: State): Holdings {
  let messages = 0
  for (const queue of queues.values()) messages += queue.messages.size
  return { queues: queues.size, messages, topics: topics.byId.size }
}

/** How much a running twinmq holds now. Rejects with `CommandFailure`. */
export async function holdingsOfRunning(url: string): Promise<Holdings> {
  /* 503 says that changes cannot be written down, and how much there is all the same. */
  const { queues, messages } = Object(await askRunning({ url, method: 'GET', path: '/health', alsoStatus: 503 }))
  return { queues: Number(queues), messages: Number(messages) }
}

/** `3 queues, 12 messages, 1 topic`. */
export function holdingsText({ queues, messages, topics }: Holdings): string {
  const parts = [counted(queues, 'queue'), counted(messages, 'message')]
  return [...parts, ...(topics ? [counted(topics, 'topic')] : [])].join(', ')
}

/** Says on standard output what was done to a file, and how much there is now. */
export function sayHoldings(done: string, file: string, holdings: Holdings, json: boolean | undefined): void {
  const text = json ? JSON.stringify({ file, ...holdings }) : `${done} ${file}: ${holdingsText(holdings)}`
  process.stdout.write(`${text}\n`)
}

/** Says on standard error what people should know. */
export function sayNotices(notices: readonly string[]): void {
  for (const notice of notices) remark(notice)
}
