import { subscriptionSettings } from '../../../src/core/settings/subscription-settings.ts'
import type { SubscriptionSettings } from '../../../src/core/topic.ts'
import { action, type Context } from '../action.ts'
import { defaultMaximumBytes } from '../attributes.ts'
import { endpointWarning, queueOtherwise, readEndpoint } from '../endpoints.ts'
import { isError, type MnsError, schemaViolation } from '../errors.ts'
import { subscriptionNameError, subscriptionUrl } from '../names.ts'
import type { MnsRequest } from '../request.ts'
import { readFormat, readStrategy, readTag } from '../subscriptions.ts'
import { childText } from '../xml-codec.ts'

/** Subscribes an endpoint to a topic. A subscription that is there already must be the same. */
export const subscribe = action<'subscribe', SubscriptionSettings>({
  name: 'Subscribe',
  source: 'MNS API, Subscribe',
  input: (request, context) => subscriptionNameError(request.subscription) ?? readSettings(request, context),
  command: (settings, request) => ({
    kind: 'subscribe',
    topic: request.topic,
    subscription: request.subscription,
    subscriber: request.topic.account,
    settings,
    otherwise: queueOtherwise(request, settings.endpoint),
    defaultMaximumBytes,
  }),
  output: ({ topic, subscription, created }, request, _settings, context) => {
    const warning = created && endpointWarning(request, subscription)
    if (warning) context.warn(warning)
    return {
      status: created ? 201 : 204,
      location: subscriptionUrl(request.wire.base, topic.address.name, subscription.name),
    }
  },
})

function readSettings(request: MnsRequest, context: Context): SubscriptionSettings | MnsError {
  const { document } = request
  const endpointText = document && childText(document, 'Endpoint')?.trim()
  if (!document || endpointText === undefined) return schemaViolation('Endpoint')
  const filterTag = readTag(document, 'FilterTag')
  if (isError(filterTag)) return filterTag
  const strategy = readStrategy(document) ?? subscriptionSettings.strategy.default
  if (isError(strategy)) return strategy
  const format = readFormat(document) ?? subscriptionSettings.format.default
  if (isError(format)) return format
  const endpoint = readEndpoint(endpointText, request, context)
  return isError(endpoint) ? endpoint : { endpointText, endpoint, filterTag, strategy, format }
}
