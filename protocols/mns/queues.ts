import type { QueueDescription } from '../../src/core/commands/command.ts'
import { printSettings, settingSlots } from './attributes.ts'
import { printExtensions } from './redrive.ts'
import { printSeconds } from './xml-codec.ts'

/** Elements of a queue in the order of answers, our extensions last. Source: MNS API, GetQueueAttributes. */
export const queueContent = {
  QueueName: '{{QueueName}}',
  CreateTime: '{{CreateTime}}',
  LastModifyTime: '{{LastModifyTime}}',
  ...settingSlots.numbers,
  ActiveMessages: '{{ActiveMessages}}',
  InactiveMessages: '{{InactiveMessages}}',
  DelayMessages: '{{DelayMessages}}',
  ...settingSlots.others,
  '#text': '{{{extensions}}}',
} as const

/** Their values: times are epoch seconds, counts are exact. */
export function queueValues({ queue, counts }: QueueDescription): Record<string, string> {
  return {
    ...printSettings(queue),
    QueueName: queue.address.name,
    CreateTime: printSeconds(queue.createdAtMs),
    LastModifyTime: printSeconds(queue.modifiedAtMs),
    ActiveMessages: String(counts.ready),
    InactiveMessages: String(counts.inFlight),
    DelayMessages: String(counts.delayed),
    extensions: printExtensions(queue.settings),
  }
}
