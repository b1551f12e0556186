import { Hono } from 'hono'
import type { DeliveryAttempt } from '../broker/deliveries.ts'
import type { Running } from './running.ts'

/** `GET /deliveries`: every push over HTTP that was tried since the start, oldest first, of all topics or of one. */
export function deliveryRoutes(running: () => Running): Hono {
  const app = new Hono()
  app.get('/deliveries', (context) => {
    const { topic, subscription } = context.req.query()
    const deliveries = running()
      .broker.deliveryLog.filter((attempt) => topic === undefined || attempt.topic === topic)
      .filter((attempt) => subscription === undefined || attempt.subscription === subscription)
      .map(attemptShown)
    return context.json({ deliveries })
  })
  return app
}

function attemptShown(tried: DeliveryAttempt): object {
  const { topic, subscription, messageId, attempt, atMs, endpoint, status, error, nextAttemptAtMs } = tried
  return {
    topic,
    subscription,
    messageId: messageId.toUpperCase(),
    attempt,
    at: new Date(atMs).toISOString(),
    endpoint,
    ...(status !== undefined && { status }),
    ...(error !== undefined && { error }),
    ...(nextAttemptAtMs !== undefined && { nextAttemptAt: new Date(nextAttemptAtMs).toISOString() }),
  }
}
