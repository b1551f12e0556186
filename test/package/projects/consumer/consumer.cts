import twinmq = require('twinmq')
import jest = require('twinmq/jest')

export async function consume(): Promise<number> {
  const running: twinmq.Twinmq = await twinmq.startTwinmq({ region: 'eu-west-1' })
  await running.stop()
  return running.clock.now()
}

export const inJest = jest.useTwinmq()
