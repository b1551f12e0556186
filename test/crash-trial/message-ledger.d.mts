type Place = { queue: string; places?: string[]; group?: string; deduplicationId?: string; padding?: string }

/** What the ledger knows of one message. */
export type Entry = { readonly key: string; readonly body: string; hold?: Hold }
type Hold = { state: string; handle: string; untilMs: number }
type Received = { body: string; id: string; count: number; handle: string }
type Asked = { cloud: string; moment: number; askedAtMs: number; timeoutMs: number; nowMs: number }
type Listed = { messageId: string; body: string; state: string; receiveCount: number; visibleAt: string }

/** See message-ledger.mjs. */
export class MessageLedger {
  constructor(report: (kind: string, detail: string) => void)
  readonly size: number
  message(place: Place): Entry
  publication(queues: string[]): { body: string; copies: Entry[] }
  sent(entry: Entry, answer?: { id?: string; sequenceNumber?: string }): void
  sendRefused(entry: Entry): void
  moment(): number
  movesAsked(): void
  received(queue: string, messages: Received[], asked: Asked): Entry[]
  askDelete(entry: Entry): void
  deleted(entry: Entry): void
  notDeleted(entry: Entry): void
  askHold(entry: Entry): void
  held(entry: Entry, hold: Hold, change: { untilMs?: number; handle?: string }): void
  holds(nowMs: number, marginMs: number): Entry[]
  audit(listed: { queue: string; messages: Listed[] }[], nowMs: number): void
}
