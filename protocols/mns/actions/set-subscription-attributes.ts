import type { SetSubscriptionSettings } from '../../../src/core/commands/topic-command.ts'
import { action } from '../action.ts'
import { isError } from '../errors.ts'
import { noContent } from '../responses.ts'
import { readStrategy, readTag } from '../subscriptions.ts'

/** What may be changed of a subscription. */
type Input = Pick<SetSubscriptionSettings, 'strategy' | 'filterTag'>

/** Changes the strategy or, as the Java SDK asks, the filter; what is not named stays, and all else is fixed. */
export const setSubscriptionAttributes = action<'setSubscriptionSettings', Input>({
  name: 'SetSubscriptionAttributes',
  source: 'MNS API, SetSubscriptionAttributes',
  input: ({ document }) => {
    if (!document) return {}
    const strategy = readStrategy(document)
    if (isError(strategy)) return strategy
    const filterTag = readTag(document, 'FilterTag')
    return isError(filterTag) ? filterTag : { strategy, filterTag }
  },
  command: (input, { topic, subscription }) => ({ kind: 'setSubscriptionSettings', topic, subscription, ...input }),
  output: () => noContent,
})
