import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** An error of our own API. `error` is a word for programs, `message` a sentence for people, `path` the place in what was sent. */
export function problem(
  context: Context,
  status: ContentfulStatusCode,
  error: string,
  message: string,
  path: string,
): Response {
  return context.json({ error, message, path }, status)
}
