/** What an error says. Of several addresses that were tried the first one's, since the error of all has no text. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}
