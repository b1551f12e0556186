const partitions = [
  ['cn-', 'aws-cn'],
  ['us-gov-', 'aws-us-gov'],
  ['us-isob-', 'aws-iso-b'],
  ['us-iso-', 'aws-iso'],
] as const

/** The partition that a region belongs to, as ARNs name it. Source: AWS General Reference, Amazon Resource Names. */
export function partitionOf(region: string): string {
  return partitions.find(([prefix]) => region.startsWith(prefix))?.[1] ?? 'aws'
}

/** The parts of an ARN that tell one resource from another. */
export type Arn = {
  readonly service: string
  readonly region: string
  readonly account: string
  readonly resource: string
}

const arnForm = /^arn:[a-z0-9-]+:([a-z0-9-]+):([A-Za-z0-9-]+):(\d+):(.+)$/

/** What an ARN names; undefined if the text is not a complete ARN. */
export function readArn(text: string): Arn | undefined {
  const [, service, region, account, resource] = arnForm.exec(text) ?? []
  if (service === undefined || region === undefined || account === undefined || resource === undefined) return undefined
  return { service, region, account, resource }
}
