import type { ReceiptRule } from '../../src/core/commands/command.ts'
import type { Command } from '../../src/core/commands/commands.ts'
import type { QueueAddress } from '../../src/core/model.ts'
import type { Mishap } from './memory-disk.ts'

/** How a receipt is bent before it is used. */
export type Twist = 'none' | 'older' | 'newer' | 'ofAnotherQueue' | 'neverIssued'

/**
 * One thing that happens. Each says all of it, so that a run from which others were taken out still makes sense: what is
 * picked, is picked from what there is. `together`: the next step happens in the same turn of the loop. `slow`: turns that
 * each call of the disk takes from now on.
 */
export type Step = { readonly together: boolean; readonly slow: number } & (
  | { readonly does: 'command'; readonly command: Command; readonly rule?: ReceiptRule }
  /** Sends so many that a snapshot takes several writes. */
  | { readonly does: 'flood'; readonly queue: QueueAddress; readonly count: number }
  /** Deletes a message that was received, or hides it anew; `back`: how many receipts ago. */
  | {
      readonly does: 'settle'
      readonly back: number
      readonly twist: Twist
      /** Absent: deletes. */
      readonly timeoutMs?: number
      /** Absent: the queue it was received from. */
      readonly queue?: QueueAddress
    }
  | { readonly does: 'cancelMove'; readonly back: number }
  /** The client of a long poll goes away. */
  | { readonly does: 'leave'; readonly back: number }
  | { readonly does: 'advance'; readonly ms: number }
  | { readonly does: 'next' }
  | { readonly does: 'reset' }
  /** The process dies some calls of the disk later. `fold`: a snapshot is begun first. */
  | {
      readonly does: 'die'
      readonly calls: number
      readonly when: 'before' | 'halfway' | 'after'
      readonly fold: boolean
      /** With durability `disk` the power goes: how much of what was not synced is kept, from 0 to 1. Absent: it stays. */
      readonly power?: number
    }
  | { readonly does: 'fault'; readonly mishap: Mishap; readonly skip: number; readonly times: number }
  /** Those who wait in real time have waited long enough. */
  | { readonly does: 'recover' }
  | { readonly does: 'fold' }
  | { readonly does: 'restart' }
)
