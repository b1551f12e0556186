import { jest } from '@jest/globals'
import { startTwinmq } from 'twinmq'
import { useTwinmq } from 'twinmq/jest'

jest.setTimeout(10_000)
const twinmq = useTwinmq()

test('each test has its account', async () => {
  const { queues = [] } = await twinmq.snapshot()
  expect(queues).toEqual([])
  expect(twinmq.sqs().credentials.accessKeyId).toBe(twinmq.account)
  const answer = await fetch(`${twinmq.url}/?Action=CreateQueue&QueueName=orders&Version=2012-11-05`)
  expect(await answer.text()).toContain('<QueueUrl>')
  const other = await startTwinmq()
  expect((await other.snapshot()).queues ?? []).toEqual([])
  await other.stop()
})
