import { queueMeant } from '../../protocols/queue-reference.ts'
import type { QueueView } from '../admin/queue-view.ts'
import { absenceText, emptinessSeen, messagesSeen } from '../admin/queues-seen.ts'
import type { Running } from '../admin/running.ts'
import type { QueueAddress } from '../core/model.ts'
import { TwinmqError } from './errors.ts'

const accountForm = /^\d{12,16}$/
const regionForm = /^[a-z0-9-]{1,63}$/

/** The queues of a twinmq in this process, as tests see them. Throws `badArgument` and `queueNotFound`. */
export function queueViewOf(running: () => Running): QueueView {
  const addressOf = (
    queue: unknown,
    { account, region }: { account?: unknown; region?: unknown } = {},
  ): QueueAddress => {
    const { defaults } = running()
    if (typeof queue !== 'string' || queue === '')
      throw new TwinmqError('badArgument', `queue: a name, URL or ARN is expected, not ${shown(queue)}`)
    if (account !== undefined && !(typeof account === 'string' && accountForm.test(account)))
      throw new TwinmqError('badArgument', `account: 12 to 16 digits in a text are expected, not ${shown(account)}`)
    if (region !== undefined && !(typeof region === 'string' && regionForm.test(region)))
      throw new TwinmqError('badArgument', `region: one such as 'eu-west-1' is expected, not ${shown(region)}`)
    const meant = queueMeant(queue, { account: account ?? defaults.account, region: region ?? defaults.region })
    if (meant.name === '') throw new TwinmqError('badArgument', `queue: '${queue}' names no queue`)
    return { account: meant.account ?? defaults.account, region: meant.region ?? defaults.region, name: meant.name }
  }
  const there = <T>(seen: T | undefined, queue: QueueAddress): T => {
    if (seen === undefined) throw new TwinmqError('queueNotFound', absenceText(running(), queue))
    return seen
  }
  return {
    async counts(queue, place) {
      const address = addressOf(queue, place)
      return there(await emptinessSeen(running(), address), address).counts
    },
    async peek(queue, { limit, ...place } = {}) {
      if (limit !== undefined && !(Number.isSafeInteger(limit) && limit >= 1))
        throw new TwinmqError('badArgument', `limit: a whole number of at least 1 is expected, not ${shown(limit)}`)
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
