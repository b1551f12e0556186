/** The target of a RedrivePolicy, an ARN or in GoAWS a bare name, and its number of receives. */
type RedrivePolicy = { readonly target: string; readonly maxReceiveCount: number }

/**
 * Reads the JSON text of a RedrivePolicy; undefined: it is not valid; `none`: the queue has no dead-letter
 * queue, for which GoAWS writes an empty target. Source: SQS API Reference, SetQueueAttributes.
 */
export function readRedrivePolicy(text: string): RedrivePolicy | 'none' | undefined {
  const { deadLetterTargetArn: target, maxReceiveCount } = jsonObject(text)
  if (text === '' || target === '') return 'none'
  const receives = Number(maxReceiveCount)
  if (typeof target !== 'string' || !Number.isInteger(receives) || receives < 1) return undefined
  return { target, maxReceiveCount: receives }
}

/** Reads the JSON text of a RedriveAllowPolicy; undefined: it is not valid. */
export function readRedriveAllowPolicy(text: string): { permission: string; sources: readonly string[] } | undefined {
  const { redrivePermission: permission, sourceQueueArns: sources = [] } = jsonObject(text)
  if (typeof permission !== 'string' || !Array.isArray(sources)) return undefined
  return { permission, sources: sources.map(String) }
}

/** The parts of an ARN. A bare name is only a name. */
export function partsOfArn(arn: string): {
  readonly region?: string
  readonly account?: string
  readonly name: string
} {
  const [, region, account, name] = /^arn:[^:]*:sqs:([^:]*):([^:]*):(.+)$/.exec(arn) ?? []
  return name === undefined ? { name: arn } : { region: region!, account: account!, name }
}

function jsonObject(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
