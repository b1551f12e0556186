import { startTwinmq } from 'twinmq'

export default async function start() {
  globalThis.twinmq = await startTwinmq()
  process.env.AWS_ENDPOINT_URL_SQS = globalThis.twinmq.url
}
