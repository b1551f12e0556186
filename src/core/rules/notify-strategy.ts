/**
 * Rule: A failed delivery is tried again three times after 10 to 20 seconds each, or 176 times after 1, 2, 4 … 512 seconds and then every 512.
 * Source: MNS, NotifyStrategy.
 */

import type { Random } from '../random.ts'
import type { NotifyStrategy } from '../topic.ts'

const backoffRetries = 3
const backoffLowMs = 10_000
const backoffSpanMs = 10_000

const decayRetries = 176
const longestDecayMs = 512_000

/**
 * How long to wait before the next try when `attempts` have failed, milliseconds; undefined: that was the last.
 * BACKOFF_RETRY: three more, each after 10 to 20 seconds. EXPONENTIAL_DECAY_RETRY: 176 more, after 1, 2, 4 … 512 seconds,
 * then every 512.
 */
export function retryWaitMs(strategy: NotifyStrategy, attempts: number, random: Random): number | undefined {
  if (strategy === 'backoff')
    return attempts > backoffRetries ? undefined : backoffLowMs + (random.next() % (backoffSpanMs + 1))
  return attempts > decayRetries ? undefined : Math.min(1_000 * 2 ** (attempts - 1), longestDecayMs)
}
