import { queueMeant } from '../../protocols/queue-reference.ts'
import type { QueueLooks } from '../admin/queue-looks.ts'
import { absenceText, emptinessSeen, messagesSeen } from '../admin/queues-seen.ts'
import type { Running } from '../admin/running.ts'
import type { QueueAddress } from '../core/model.ts'

/** What is wrong with a look. */
type Fault = 'badArgument' | 'queueNotFound'

const accountForm = /^\d{12,16}$/
const regionForm = /^[a-z0-9-]{1,63}$/

/** The library's looks at queues. What is wrong is thrown as `failure` words it. */
export function looksOf(running: () => Running, failure: (fault: Fault, problem: string) => Error): QueueLooks {
  const addressOf = (
    queue: unknown,
    { account, region }: { account?: unknown; region?: unknown } = {},
  ): QueueAddress => {
    const { defaults } = running()
    if (typeof queue !== 'string' || queue === '')
      throw failure('badArgument', `queue: a name, URL or ARN is expected, not ${shown(queue)}`)
    if (account !== undefined && !(typeof account === 'string' && accountForm.test(account)))
      throw failure('badArgument', `account: 12 to 16 digits in a text are expected, not ${shown(account)}`)
    if (region !== undefined && !(typeof region === 'string' && regionForm.test(region)))
      throw failure('badArgument', `region: one such as 'eu-west-1' is expected, not ${shown(region)}`)
    const meant = queueMeant(queue, { account: account ?? defaults.account, region: region ?? defaults.region })
    if (meant.name === '') throw failure('badArgument', `queue: '${queue}' names no queue`)
    return { account: meant.account ?? defaults.account, region: meant.region ?? defaults.region, name: meant.name }
  }
  const there = <T>(seen: T | undefined, queue: QueueAddress): T => {
    if (seen === undefined) throw failure('queueNotFound', absenceText(running(), queue))
    return seen
  }
  return {
    async counts(queue, place) {
      const address = addressOf(queue, place)
      return there(await emptinessSeen(running(), address), address).counts
    },
    async peek(queue, { limit, ...place } = {}) {
      if (limit !== undefined && !(Number.isSafeInteger(limit) && limit >= 1))
        throw failure('badArgument', `limit: a whole number of at least 1 is expected, not ${shown(limit)}`)
      const address = addressOf(queue, place)
      const most = limit ?? Number.MAX_SAFE_INTEGER - 1
      return there(await messagesSeen(running(), address, most), address).messages
    },
    async whyEmpty(queue, place) {
      const address = addressOf(queue, place)
      const { message, reasons } = there(await emptinessSeen(running(), address), address)
      return message === undefined ? undefined : { message, reasons }
    },
  }
}

/** Callers without types may give anything. */
function shown(value: unknown): string {
  return JSON.stringify(value) ?? String(value)
}
