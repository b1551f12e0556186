type Call = { method: string; path: string; body?: string; reads?: boolean; ownForm?: RegExp }
type Answer = { outcome: 'answered' | 'denied' | 'refused' | 'open'; status?: number; text: string }

/** See calls.mjs. */
export class Calls {
  constructor(url: string, faults: { report(kind: string, detail: string): void }, totals: Record<string, number>)
  dying: boolean
  diskIs(disk: 'sound' | 'failing' | 'degraded'): void
  make(kind: string, call: Call): Promise<Answer>
  close(): void
}
