/** Where messages can be looked at without receiving them. Source: LocalStack documentation, SQS, developer endpoints. */
export const developerPath = '/_aws/sqs/messages'

/** Whether the target of a request is the developer endpoint, or below it. */
export function isDeveloperPath(target: string): boolean {
  if (!target.startsWith(developerPath)) return false
  const next = target[developerPath.length]
  return next === undefined || next === '/' || next === '?'
}
