/** Regions of both clouds: `us-east-1`, `us-gov-west-1`, `cn-hangzhou`. Other labels are taken for names of machines. */
export const regionLabel = /^(?:[a-z]{2,4}-[a-z-]+-\d+|cn-[a-z0-9-]+)$/

/** Hosts with the region in a label: `sqs.<region>.…`, also behind one label more, and `<region>.queue.…`. Source: AWS General Reference, Amazon SQS endpoints. */
const forms = [/^((?:[^.]+\.)?sqs(?:-fips)?\.)([^.]+)(\..+)$/i, /^()([^.]+)(\.queue\..+)$/i] as const

/** Domains in which a host for every region resolves. A name such as `queue.internal` is one machine's, and tells no region. */
const hasEveryName = /(?:^|\.)(?:localhost|localstack\.cloud|amazonaws\.com(?:\.cn)?)(?::\d+)?$/i

/** The region that `queue.…` stands for, without a label of its own. */
const unnamedRegion = 'us-east-1'

type Parts = { readonly before: string; readonly region: string; readonly after: string }

/** The region that a host tells, port or not; undefined: the host has no region. */
export function regionOfHost(host: string): string | undefined {
  if (!host.includes('.')) return undefined
  return partsOf(host)?.region ?? (isUnnamed(host) ? unnamedRegion : undefined)
}

/** A host as it is for that region: where it tells another one, that is replaced; else it stays. */
export function hostInRegion(host: string, region: string): string {
  const told = regionOfHost(host)
  if (told === undefined || told === region) return host
  const parts = partsOf(host)
  return parts ? parts.before + region + parts.after : `${region}.${host}`
}

/** Whether a host of that domain is there for every region. */
export function everyRegionIn(domain: string): boolean {
  return hasEveryName.test(domain)
}

function isUnnamed(host: string): boolean {
  return /^queue\./i.test(host) && everyRegionIn(host)
}

function partsOf(host: string): Parts | undefined {
  for (const form of forms) {
    const [, before, label, after] = form.exec(host) ?? []
    const region = label?.toLowerCase()
    if (region !== undefined && regionLabel.test(region)) return { before: before!, region, after: after! }
  }
  return undefined
}
