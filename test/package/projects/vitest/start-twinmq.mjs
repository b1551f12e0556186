import { startTwinmq } from 'twinmq'

export default async function start() {
  const twinmq = await startTwinmq()
  process.env.AWS_ENDPOINT_URL_SQS = twinmq.url
  return () => twinmq.stop()
}
