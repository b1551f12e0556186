type Report = (kind: string, detail: string) => void
type Task = { StartedTimestamp: number; Status: string; ApproximateNumberOfMessagesMoved?: number }

/** See fact-ledger.mjs. */
export class FactLedger {
  constructor(report: Report)
  ask(name: string, value: string | undefined): { answered(): void; refused(): void }
  valueOf(name: string): string | undefined
  isOpen(name: string): boolean
  audit(found: Map<string, string>): void
}

/** See fact-ledger.mjs. */
export class TaskLedger {
  constructor(report: Report)
  seen(listed: Task[]): void
}
