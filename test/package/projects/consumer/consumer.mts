import { type ListQueuesCommandOutput, SQSClient, type SQSClientConfig } from '@aws-sdk/client-sqs'
import {
  type PeekedMessage,
  type QueueCounts,
  type SnapshotDocument,
  startTwinmq,
  type Twinmq,
  TwinmqError,
  type TwinmqOptions,
  type WhyEmpty,
} from 'twinmq'
import { useTwinmq as useInJest } from 'twinmq/jest'
import { useTwinmq, type VitestTwinmq } from 'twinmq/vitest'

const options: TwinmqOptions = { now: new Date(0), fixture: [{ queues: [{ name: 'orders' }] }, 'more.json'] }

export async function consume(): Promise<SnapshotDocument> {
  const twinmq: Twinmq = await startTwinmq(options)
  const config: SQSClientConfig = twinmq.sqs({ account: '111122223333', region: 'eu-west-1' })
  const client = new SQSClient({ ...twinmq.newAccount().sqs(), maxAttempts: 1 })
  const { accountId, accessKeyId, accessKeySecret, endpoint } = twinmq.mns({ account: '111122223333' })
  const words: readonly (string | undefined)[] = [accountId, accessKeyId, accessKeySecret, endpoint]
  await twinmq.clock.advance('30s')
  const counts: QueueCounts = await twinmq.counts('orders', { region: 'eu-west-1' })
  const messages: readonly PeekedMessage[] = await twinmq.newAccount().peek('orders', { limit: counts.ready + 1 })
  const why: WhyEmpty | undefined = await twinmq.whyEmpty('orders')
  client.config.logger?.info(messages[0]?.body, why?.reasons[0]?.kind)
  await twinmq[Symbol.asyncDispose]()
  if (words.length > 9) throw new TwinmqError('badArgument', String(config.region))
  client.destroy()
  return twinmq.snapshot('relative')
}

export const inVitest: VitestTwinmq = useTwinmq({ perTest: 'reset' })
export const inJest = useInJest({ clock: 'manual' })
export type Listed = ListQueuesCommandOutput

// @ts-expect-error: a word that the clock does not know
export const wrongClock: TwinmqOptions = { clock: 'stopped' }
// @ts-expect-error: an option of the command alone
export const wrongOption: TwinmqOptions = { logLevel: 'info' }
