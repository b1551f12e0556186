import { queueSettings } from '../../src/core/settings/queue-settings.ts'
import { isWireError } from '../aws/errors.ts'
import type { AttributeRow } from './attributes.ts'
import { shownAddress } from './names.ts'
import {
  printRedriveAllowPolicy,
  printRedrivePolicy,
  readRedriveAllowPolicy,
  readRedrivePolicy,
} from './redrive-policies.ts'

/** Where messages go that were received too often. An empty text takes it away. */
export const redrivePolicy: AttributeRow = {
  name: queueSettings.redrive.sqs.name,
  setting: 'redrive',
  read({ queue: { settings }, address, namespace }) {
    const { redrive } = settings
    return redrive && printRedrivePolicy(redrive, shownAddress(redrive.deadLetterQueue, address, namespace))
  },
  take(text, { settings, removed, mustMatch }, { queue, namespace }) {
    if (text === '') {
      removed.add('redrive')
      mustMatch.redrive = null
      return undefined
    }
    const redrive = readRedrivePolicy(text, queue, namespace)
    if (isWireError(redrive)) return redrive
    settings.redrive = redrive
    mustMatch.redrive = redrive
  },
}

/** Which queues may name this one as their dead-letter queue. An empty text takes it away. */
export const redriveAllowPolicy: AttributeRow = {
  name: queueSettings.redriveAllow.sqs.name,
  setting: 'redriveAllow',
  read({ queue: { settings }, address, namespace }) {
    const { redriveAllow: allow } = settings
    const shown = allow?.sources.map((source) => shownAddress(source, address, namespace))
    return allow && printRedriveAllowPolicy(allow, shown ?? [])
  },
  take(text, { settings, removed, mustMatch }, { queue, namespace }) {
    if (text === '') {
      removed.add('redriveAllow')
      mustMatch.redriveAllow = null
      return undefined
    }
    const allow = readRedriveAllowPolicy(text, queue, namespace)
    if (isWireError(allow)) return allow
    settings.redriveAllow = allow
    mustMatch.redriveAllow = allow
  },
}
