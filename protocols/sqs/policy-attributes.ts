import { isWireError } from '../aws/errors.ts'
import type { AttributeRow } from './attributes.ts'
import { shownAddress } from './names.ts'
import { policyProblem } from './policy.ts'
import {
  printRedriveAllowPolicy,
  printRedrivePolicy,
  readRedriveAllowPolicy,
  readRedrivePolicy,
} from './redrive-policies.ts'

/** Who may do what; never enforced. Kept as it was given; an empty text takes it away. */
export const policy: AttributeRow = {
  name: 'Policy',
  setting: 'policy',
  read: ({ queue }) => queue.settings.policy,
  take(text, { settings, removed, mustMatch }) {
    mustMatch.policy = text
    if (text !== '') settings.policy = text
    else removed.add('policy')
    return text === '' ? undefined : policyProblem(text)
  },
}

/** Where messages go that were received too often. An empty text takes it away. */
export const redrivePolicy: AttributeRow = {
  name: 'RedrivePolicy',
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
  name: 'RedriveAllowPolicy',
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
