import type { Entry, MessageLedger } from './message-ledger.mjs'

type Outcome = { outcome: string; status?: number; text: string; value?: unknown }
type Client = { remove(queue: string, handle: string): Promise<Outcome> }

/** See recorder.mjs. */
export class Recorder {
  constructor(ledger: MessageLedger, report: (kind: string, detail: string) => void)
  remove(client: Client, entry: Entry): Promise<void>
}
