/** How far a service is. Source: LocalStack documentation, internal endpoints, health. */
type ServiceState = 'starting' | 'available' | 'running' | 'disabled'

/** What the words for services depend on. */
export type ServiceOptions = {
  /** Services that are asked for; empty: all there are. */
  readonly services: readonly string[]
  /** Services count as running before their first call. */
  readonly eager: boolean
}

/** Services of LocalStack that are here. What its settings say of services does not concern MNS, which is none of them. */
const ofLocalStack = ['sqs', 'sts'] as const

/** A word for each service: `available` until its first call, then `running`. All answer, also one that is called disabled. */
export function serviceStates(
  { services, eager }: ServiceOptions,
  ready: boolean,
  called: ReadonlySet<string>,
): Readonly<Record<string, ServiceState>> {
  const state = (name: string): ServiceState => {
    if (!ready) return 'starting'
    return eager || called.has(name) ? 'running' : 'available'
  }
  const listed = ofLocalStack.map((name): [string, ServiceState] => [
    name,
    services.length === 0 || services.includes(name) ? state(name) : 'disabled',
  ])
  return Object.fromEntries([...listed, ['mns', state('mns')]])
}
